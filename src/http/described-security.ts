import { isPersonScope, type Scope } from '../calls/scopes.js';
import { SESSION_COOKIE } from './auth/session-cookie.js';

/** How callers prove who they are, for the OpenAPI document. */
export const SECURITY_SCHEMES = {
  apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'sk_test_… or sk_live_…' },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'a token of SMART on FHIR, for the paths below /fhir',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      'The session of a person in a browser, from `POST /console/api/session`. Requests name the data ' +
      'that they are about with `Wardbox-Mode: test` or `live`; all but GET need the session’s ' +
      '`X-CSRF-Token` and must come from a page of this server. An `Authorization` header is ' +
      'decisive: a cookie beside it is not looked at.',
  },
} as const;

const KEY = { apiKey: [] };
const SESSION = { session: [] };

/** Of operations for keys and people. */
export const KEY_OR_SESSION: readonly Readonly<Record<string, readonly string[]>>[] = [
  KEY,
  SESSION,
];

/** Of FHIR, where programs may have tokens in place of keys. */
export const KEY_TOKEN_OR_SESSION: typeof KEY_OR_SESSION = [KEY, { token: [] }, SESSION];

/** Keys never hold a scope of people. */
export const securityFor = (scope: Scope) => (isPersonScope(scope) ? [SESSION] : KEY_OR_SESSION);
