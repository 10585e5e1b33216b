import { randomBytes } from 'node:crypto';
import { getCookie } from 'hono/cookie';
import { setCookie } from '../auth/session-cookie.js';
import { type AppContext, remoteAddress } from '../environment.js';
import { answerHeader, emptyReply } from '../reply.js';
import { factsOf, noteInLog, OIDC_PREFIX, type OidcParts } from './oidc-parts.js';
import { answerContinuation, answerProblem, answerRefusal } from './page.js';
import { Refusal } from './refusal.js';
import { START_PAGE, safeReturnPath } from './return-path.js';
import { signInByProvider } from './sign-in.js';
import { isTransactionCookie, TRANSACTION_SECONDS, transactionCookie } from './transactions.js';

/** Where the provider sends the browser back to. */
export const CALLBACK = `${OIDC_PREFIX}/callback`;

/** Sign-ins that a browser may have begun; more are begun in error only. */
const MAX_BEGUN = 5;
/** It comes back with a navigation from the provider's site, as a Strict cookie would not. */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const SECRET_BYTES = 32;

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

const expired = (name: string): string => `${name}=; Max-Age=0; ${ATTRIBUTES}`;

/** Several cookies are several headers. */
function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

function redirect(c: AppContext, location: string): Response {
  answerHeader(c, 'Location', location);
  return emptyReply(c, 303);
}

/** Another site may not begin a sign-in: it would choose who is signed in here. */
const isFromAnotherSite = (c: AppContext): boolean =>
  ['cross-site', 'same-site'].includes(c.req.header('sec-fetch-site') ?? '');

/** Sends the browser to the provider. */
export async function startSignIn(c: AppContext, parts: OidcParts): Promise<Response> {
  if (isFromAnotherSite(c)) return redirect(c, START_PAGE);
  const returnPath = safeReturnPath(c.req.query('return'));
  if (returnPath === undefined) throw new Refusal('invalid_return');
  const transaction = {
    state: newSecret(),
    nonce: newSecret(),
    codeVerifier: newSecret(),
    redirectUri: parts.address(c.req.header('host')) + CALLBACK,
    returnPath,
  };
  const location = await parts.provider.authorizationUrl(transaction);
  const { cookieName, cookieValue } = parts.transactions.begin(transaction);
  const begun = Object.keys(getCookie(c)).filter(isTransactionCookie);
  return withCookies(redirect(c, location.href), [
    ...(begun.length < MAX_BEGUN ? [] : begun.map(expired)),
    `${cookieName}=${cookieValue}; Max-Age=${TRANSACTION_SECONDS}; ${ATTRIBUTES}`,
  ]);
}

/** Takes the response of the provider, with which the browser comes back. */
export async function finishSignIn(c: AppContext, parts: OidcParts): Promise<Response> {
  const response = new URL(c.req.url).searchParams;
  const state = response.get('state') ?? '';
  const cookieName = transactionCookie(state);
  const transaction = parts.transactions.take(state, getCookie(c, cookieName));
  const used = expired(cookieName);
  try {
    const { token } = await signInByProvider(response, transaction, factsOf(c), parts);
    const page = await answerContinuation(c, transaction.returnPath);
    return withCookies(page, [used, setCookie(token)]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    noteInLog(c, error, parts);
    return withCookies(await answerRefusal(c, error), [used]);
  }
}

/** Answers a navigation of a browser: whatever goes wrong is a page. */
export function asPage(
  work: (c: AppContext, parts: OidcParts) => Promise<Response>,
  parts: OidcParts,
): (c: AppContext) => Promise<Response> {
  return async (c) => {
    try {
      parts.admit();
      return await work(c, parts);
    } catch (error) {
      if (!(error instanceof Refusal)) return answerProblem(c, error);
      noteInLog(c, error, parts);
      // Nobody is named by a request without a transaction: it is counted by its address.
      const { reason } = error;
      const isOfProvider = reason === 'provider_unavailable' || reason === 'provider_unusable';
      if (!isOfProvider) parts.noteRefusal(remoteAddress(c));
      return answerRefusal(c, error);
    }
  };
}
