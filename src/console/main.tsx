import { render } from 'preact';
import { App } from './app.js';
import { loadTheme } from './state/theme.js';
import './style/tokens.css';
import './style/base.css';

const root = document.getElementById('console');
if (root === null) throw new Error('The page has no element for the console.');

loadTheme();
render(<App />, root);
