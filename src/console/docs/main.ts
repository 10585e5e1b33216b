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
import { type ApiDocument, credentialOf, examplesOf, METHODS } from './examples.js';
import { resolveReferences } from './resolve.js';

// The description of the interface, to read and to try against the test world.

/** The document as it is shown. Operations are grouped by what their names begin with: `risk.list_scores` is one of `risk`. */
function prepareDocument(source: ApiDocument): ApiDocument {
  const shown = structuredClone(source);
  // A cookie cannot be pasted: the browser of a person signed in has it, and the component would write one.
  // Programs get tokens for themselves; a person has a key.
  delete shown.components?.securitySchemes?.session;
  delete shown.components?.securitySchemes?.token;
  for (const item of Object.values(shown.paths)) {
    for (const method of METHODS) {
      const operation = item[method] as { operationId?: string; tags?: string[] } | undefined;
      if (operation?.operationId === undefined) continue;
      const [group = '', name] = operation.operationId.split('.');
      operation.tags ??= [name === undefined ? text.docs.otherOperations : group];
    }
  }
  return shown;
}

/** The component has a region of answers for each operation, which has no name. */
function nameRegion(part: HTMLElement | null, name: string): void {
  part?.querySelector('table[role="region"]')?.setAttribute('aria-label', name);
}

/** What the component shows; it would have to be copied out of the component for every operation it draws. */
let description: ApiDocument = { paths: {} };

/** Examples stand in front of the answers of each operation. */
const withExamples: Plugin = {
  wrapComponents: {
    responses: (original, { React: { createElement } }) => {
      return (properties) => {
        const { path, method } = properties as { readonly path: string; readonly method: string };
        const shown = examplesOf(description, path, method, location.origin);
        const credential = credentialOf(description, path, method);
        return createElement(
          'div',
          {
            ref: (part: HTMLElement | null) =>
              nameRegion(part, text.docs.responsesOf(method, path)),
          },
          createElement(
            'section',
            { className: 'docs-examples', 'aria-label': text.docs.examplesOf(method, path) },
            createElement('h4', null, text.docs.examples),
            createElement('p', null, text.docs.credentials[credential]),
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

const KEY_FIELD = 'auth-bearer-value';

/** What the component leaves out for keyboards and screen readers. */
const accessible: Plugin = {
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (original) => (source) => {
          description = prepareDocument(source);
          return original(description);
        },
        // The component would read the whole document anew, for seconds, for each operation that is opened.
        requestResolvedSubtree: (_, { specActions }) => {
          const requested = new Set<string>();
          return (path) => {
            const name = path.join(' ');
            if (requested.has(name)) return;
            requested.add(name);
            // Not while the component draws, which is when it asks.
            setTimeout(() =>
              specActions.updateResolvedSubtree(path, resolveReferences(description, path)),
            );
          };
        },
      },
    },
  },
  wrapComponents: {
    // The headings of the groups are those of a part.
    InfoContainer: (original, { React: { createElement } }) => {
      return (properties) =>
        createElement(
          'div',
          { role: 'banner' },
          createElement(original, properties),
          createElement(
            'div',
            { className: 'docs-part' },
            createElement('p', null, text.docs.tryIt),
            createElement('h2', null, text.docs.operations),
          ),
        );
    },
    // Both addresses answer alike, and what stands outside of them says so itself.
    ServersContainer: () => () => null,
    OperationServers: () => () => null,
    // The name of a button is what stands on it.
    Button: (original, { React: { createElement } }) => {
      return ({ 'aria-label': label, ...properties }) =>
        createElement(
          original,
          typeof properties.children === 'string'
            ? properties
            : { ...properties, 'aria-label': label },
        );
    },
    CloseIcon: (original, { React: { createElement } }) => {
      return (properties) =>
        createElement(
          'span',
          { role: 'img', 'aria-label': text.docs.closeDialog },
          createElement(original, properties),
        );
    },
    Input: (original, { React: { createElement } }) => {
      return (properties) =>
        createElement(
          original,
          properties.id === KEY_FIELD
            ? { ...properties, 'aria-label': text.docs.testKey, autoComplete: 'off' }
            : properties,
        );
    },
    TextArea: (original, { React: { createElement } }) => {
      return (properties) =>
        createElement(original, { ...properties, 'aria-label': text.docs.body });
    },
    authorizationPopup: (original, { React: { createElement } }) => {
      return (properties) =>
        createElement(
          'div',
          { role: 'dialog', 'aria-modal': true, 'aria-label': text.docs.keys },
          createElement(original, properties),
        );
    },
    // Regions that scroll are reached by keyboard.
    HighlightCode: (original, { React: { createElement } }) => {
      return (properties) =>
        createElement(
          'div',
          { className: 'docs-code', role: 'group', 'aria-label': text.docs.code, tabIndex: 0 },
          createElement(original, properties),
        );
    },
  },
};

const LIVE = /sk_live_/i;

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
  plugins: [accessible, withExamples],
  // The token of the session is nobody's business to copy.
  showMutatedRequest: false,
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
