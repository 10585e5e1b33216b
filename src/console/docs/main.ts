import '../style/tokens.css';
import SwaggerUI, {
  type OutgoingRequest,
  type Plugin,
} from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import { currentSession, loadSession } from '../state/session.js';
import { loadTheme } from '../state/theme.js';
import { text } from '../text/en.js';
import './docs.css';
import { type ApiDocument, examplesOf } from './examples.js';

// The description of the interface, to read and to try against the test world.

/** Examples stand in front of the answers of each operation. */
const examples: Plugin = {
  wrapComponents: {
    // The headings of the operations are those of a part.
    InfoContainer: (original, { React: { createElement } }) => {
      return (properties) =>
        createElement(
          'div',
          null,
          createElement(original, properties),
          createElement('h2', { className: 'docs-part' }, text.docs.operations),
        );
    },
    responses: (original, { React: { createElement }, specSelectors }) => {
      return (properties) => {
        const { path, method } = properties as { readonly path: string; readonly method: string };
        const document = specSelectors.specJson().toJS() as ApiDocument;
        const shown = examplesOf(document, path, method, location.origin);
        return createElement(
          'div',
          null,
          createElement(
            'section',
            { className: 'docs-examples', 'aria-label': text.docs.examplesOf(method, path) },
            createElement('h4', null, text.docs.examples),
            ...shown.map(({ language, code }) =>
              createElement(
                'details',
                { key: language },
                createElement('summary', null, language),
                createElement('pre', { tabIndex: 0 }, code),
              ),
            ),
          ),
          createElement(original, properties),
        );
      };
    },
  },
};

const LIVE = /^Bearer\s+sk_live_/i;

/** Only the test world is tried here: with a key of it, or as the person who is signed in. */
function toTestWorld(request: OutgoingRequest): OutgoingRequest {
  const { Authorization: key } = request.headers;
  if (key !== undefined && LIVE.test(key)) throw new Error(text.docs.liveKey);
  const session = currentSession();
  const isOwn = new URL(request.url, location.origin).origin === location.origin;
  if (key !== undefined || session === undefined || !isOwn) return request;
  request.headers['Wardbox-Mode'] = 'test';
  request.headers['X-CSRF-Token'] = session.csrf_token;
  return request;
}

const scheme = matchMedia('(prefers-color-scheme: dark)');
function paint(): void {
  const { classList, dataset } = document.documentElement;
  classList.toggle(
    'dark-mode',
    dataset.theme === 'dark' || (dataset.theme !== 'light' && scheme.matches),
  );
}

loadTheme();
paint();
scheme.addEventListener('change', paint);
await loadSession('test');
SwaggerUI({
  url: '/openapi.json',
  dom_id: '#docs',
  plugins: [examples],
  requestInterceptor: toTestWorld,
  // Nothing is sent anywhere, and nothing is kept in the browser.
  validatorUrl: null,
  persistAuthorization: false,
  // Links inside of the buttons that open an operation could not be reached by keyboard.
  deepLinking: false,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  syntaxHighlight: { activated: false },
});
