import type { Answer } from '../../calls/operation.js';
import { AppError, messageOf } from '../../core/errors.js';
import { noSession } from '../auth/people.js';
import { clearCookie } from '../auth/session-cookie.js';
import { readText } from '../body.js';
import type { AccountCall, AccountEndpoint } from '../console/account-endpoint.js';
import { type AppContext, remoteAddress } from '../environment.js';
import { emptyReply, reply } from '../reply.js';
import type { ProviderLogout } from './logout-token.js';
import { factsOf, noteInLog, OIDC_PREFIX, type OidcParts } from './oidc-parts.js';
import { Refusal } from './refusal.js';
import { START_PAGE } from './return-path.js';
import { signOutByProvider } from './sign-out.js';

const MAX_FORM_BYTES = 65_536;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const RETRY_SECONDS = 15;

/** The page of the provider that ends the session there; none where it does not answer. */
async function endSessionUrl(c: AppContext, parts: OidcParts): Promise<string | null> {
  const returnTo = parts.address(c.req.header('host')) + START_PAGE;
  try {
    return (await parts.provider.endSessionUrl(returnTo))?.href ?? null;
  } catch (error) {
    parts.logger.warn({ reason: messageOf(error) }, 'no sign-out at the identity provider');
    return null;
  }
}

/** Whether the sessions on other devices end as well. */
const isEverywhere = (c: AppContext): boolean => c.req.query('everywhere') === 'true';

async function signOut(c: AppContext, { live }: AccountCall, parts: OidcParts): Promise<Answer> {
  if (live === undefined) throw noSession();
  const { user, session } = live;
  const { userId } = user;
  return {
    status: 200,
    body: { location: user.source === 'oidc' ? await endSessionUrl(c, parts) : null },
    headers: { 'Set-Cookie': clearCookie() },
    writes: [
      isEverywhere(c)
        ? { kind: 'session.end-all', userId }
        : { kind: 'session.end', tokenHash: session.tokenHash },
    ],
  };
}

/** Ends the session here, and names the page that ends the one at the provider. */
export const signOutEndpoint = (c: AppContext, parts: OidcParts): AccountEndpoint => ({
  method: 'POST',
  path: `${OIDC_PREFIX}/sign-out`,
  action: isEverywhere(c) ? 'session.end-all' : 'session.end',
  needsSession: true,
  handle: (call) => signOut(c, call, parts),
});

async function readLogout(c: AppContext, parts: OidcParts): Promise<ProviderLogout> {
  const limits = { types: [FORM_TYPE], limitBytes: MAX_FORM_BYTES };
  const body = await readText(c, limits, parts.bodyBudget);
  try {
    const token = new URLSearchParams(body.text).get('logout_token') ?? '';
    return await parts.provider.readLogoutToken(token);
  } finally {
    body.release();
  }
}

/** A request of the provider itself: it has ended a session (OpenID Connect Back-Channel Logout 1.0). */
export async function endByProvider(c: AppContext, parts: OidcParts): Promise<Response> {
  parts.admit();
  try {
    await signOutByProvider(await readLogout(c, parts), factsOf(c), parts);
    return emptyReply(c, 200);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    noteInLog(c, error, parts);
    if (error.reason !== 'invalid_token') {
      const message = 'The keys of the identity provider cannot be read at the moment.';
      throw new AppError('overloaded', message, { retryAfterSeconds: RETRY_SECONDS });
    }
    parts.noteRefusal(remoteAddress(c));
    const fault = { error: 'invalid_request', error_description: 'The logout token is not valid.' };
    return reply(c, 400, JSON.stringify(fault));
  }
}
