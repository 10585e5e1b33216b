import { render } from 'preact';
import { App } from './app.js';
import { loadTheme } from './state/theme.js';
import { watchSession } from './state/watch-session.js';
import { worldOf } from './state/world.js';
import './style/tokens.css';
import './style/base.css';

const root = document.getElementById('console');
if (root === null) throw new Error('The page has no element for the console.');

loadTheme();
watchSession({ page: document, world: () => worldOf(location.pathname) });
render(<App />, root);
