import type { AuditEvent } from '../../audit/audit-log.js';
import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { Commit } from '../../store/unit-of-work.js';
import { actorOf, type Principal } from '../auth/principal.js';
import { type NoteRefusal, refusedBy } from '../auth/refusal-tally.js';
import { type BodyBudget, readText } from '../body.js';
import { type AppContext, type AppMiddleware, remoteAddress } from '../environment.js';
import { Refusal } from '../oidc/refusal.js';
import { answerHeader, reply } from '../reply.js';
import {
  claimedClient,
  type ProvedClient,
  type SmartClient,
  verifyAssertion,
} from './assertion.js';
import { type IssuedTokens, TOKEN_LIFETIME_S } from './issued-tokens.js';
import { answerFault, faultStatus, OAuthFault } from './oauth-fault.js';
import { accessOf, grantedScopes, keyScopesOf, type ResourceScope, readScopes } from './scopes.js';

export interface TokenEndpointParts {
  readonly clients: ReadonlyMap<string, SmartClient>;
  readonly issued: IssuedTokens;
  /** The address of this endpoint, as the client of a request knows it. */
  readonly addressOf: (c: AppContext) => string;
  readonly commit: Commit<AuditEvent>;
  readonly bodyBudget: BodyBudget;
  readonly noteRefusal: NoteRefusal;
  readonly clock: Clock;
  readonly logger: Logger;
  /** By address: these requests have no key. */
  readonly limit: AppMiddleware;
  /** Throws when the appliance may not take new work. */
  admit(): void;
}

const ACTION = 'token.create';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 65_536;
const RETRY_SECONDS = 15;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

type Form = Readonly<Partial<Record<string, string>>>;

async function readForm(c: AppContext, budget: BodyBudget): Promise<Form> {
  const body = await readText(c, { types: [FORM_TYPE], limitBytes: MAX_FORM_BYTES }, budget);
  try {
    const fields = [...new URLSearchParams(body.text)];
    const form = new Map(fields);
    if (form.size < fields.length) {
      throw new OAuthFault('invalid_request', 'A parameter is sent more than once.');
    }
    return Object.fromEntries(form);
  } finally {
    body.release();
  }
}

/** @throws OAuthFault for anything but a request of the profile */
function assertionIn(c: AppContext, form: Form): string {
  const { grant_type, client_assertion_type, client_assertion } = form;
  if (grant_type === undefined) {
    throw new OAuthFault('invalid_request', 'grant_type is missing.');
  }
  if (grant_type !== 'client_credentials') {
    throw new OAuthFault('unsupported_grant_type', 'grant_type must be client_credentials.');
  }
  if (c.req.header('authorization') !== undefined || form.client_secret !== undefined) {
    throw new OAuthFault('invalid_client', 'Clients authenticate by client_assertion alone.');
  }
  if (client_assertion_type !== ASSERTION_TYPE || client_assertion === undefined) {
    throw new OAuthFault(
      'invalid_client',
      `client_assertion and client_assertion_type ${ASSERTION_TYPE} are needed.`,
    );
  }
  return client_assertion;
}

const notProved = (): OAuthFault =>
  new OAuthFault('invalid_client', 'The client assertion is not valid.');

/** Counts and explains a client that did not prove who it is; only the log has the reason. */
function refuse(
  c: AppContext,
  refusal: Refusal,
  claimed: SmartClient | undefined,
  parts: TokenEndpointParts,
): Error {
  const { reason, detail } = refusal;
  const about = { request_id: c.get('requestId'), client_id: claimed?.settings.id, reason, detail };
  parts.logger.info(about, 'client refused');
  if (reason === 'invalid_token') return notProved();
  return new AppError('overloaded', 'The keys of the client cannot be read at the moment.', {
    cause: refusal,
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** @throws OAuthFault, AppError `overloaded` */
async function prove(c: AppContext, form: Form, parts: TokenEndpointParts): Promise<ProvedClient> {
  const { clients, clock } = parts;
  const assertion = assertionIn(c, form);
  try {
    const audience = parts.addressOf(c);
    const proved = await verifyAssertion(assertion, { clients, audience, clock });
    const named = form.client_id ?? proved.client.settings.id;
    if (named !== proved.client.settings.id) {
      throw new Refusal('invalid_token', { detail: 'client_id is another' });
    }
    return proved;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refuse(c, error, claimedClient(assertion, clients), parts);
  }
}

function principalOf({ settings }: SmartClient, granted: readonly ResourceScope[]): Principal {
  const access = accessOf(granted);
  return {
    type: 'client',
    id: settings.id,
    name: settings.name,
    mode: settings.mode,
    scopes: keyScopesOf(access),
    access,
    ratePerMinute: settings.rate_per_minute ?? null,
  };
}

/** Uses the proof up, together with the record of what came of it. */
async function commitUse(
  c: AppContext,
  { client, proof }: ProvedClient,
  outcome: Pick<AuditEvent, 'outcome' | 'status' | 'error_code'>,
  parts: TokenEndpointParts,
): Promise<void> {
  const remote = remoteAddress(c);
  const record: AuditEvent = {
    action: ACTION,
    actor: actorOf(principalOf(client, [])),
    request_id: c.get('requestId'),
    ...(remote !== undefined && { remote_address: remote }),
    ...outcome,
  };
  const refusal = new Refusal('invalid_token', { detail: 'it was used before' });
  const writes = [{ kind: 'token.use', token: proof, refusal }] as const;
  try {
    await parts.commit({ wait: 'synced', work: { value: undefined, writes, records: [record] } });
  } catch (error) {
    throw error === refusal ? refuse(c, refusal, client, parts) : error;
  }
}

/** @throws OAuthFault `invalid_scope`, of which there is a record */
async function grant(
  c: AppContext,
  form: Form,
  proved: ProvedClient,
  parts: TokenEndpointParts,
): Promise<readonly ResourceScope[]> {
  const granted = grantedScopes(readScopes(form.scope ?? ''), proved.client.bounds);
  if (granted.length > 0) {
    await commitUse(c, proved, { outcome: 'success', status: 200 }, parts);
    return granted;
  }
  const fault = new OAuthFault('invalid_scope', 'None of the scopes asked for can be granted.');
  const status = faultStatus(fault);
  await commitUse(c, proved, { outcome: 'refused', status, error_code: fault.code }, parts);
  throw fault;
}

async function giveToken(c: AppContext, parts: TokenEndpointParts): Promise<Response> {
  if (c.req.method !== 'POST') {
    answerHeader(c, 'Allow', 'POST');
    throw new AppError('method_not_allowed', 'Only POST is answered here.');
  }
  parts.admit();
  const form = await readForm(c, parts.bodyBudget);
  const proved = await prove(c, form, parts);
  const granted = await grant(c, form, proved, parts);
  const answer = {
    access_token: parts.issued.issue(principalOf(proved.client, granted)),
    token_type: 'bearer',
    expires_in: TOKEN_LIFETIME_S,
    scope: granted.map(({ text }) => text).join(' '),
  };
  answerHeader(c, 'Pragma', 'no-cache');
  return reply(c, 200, JSON.stringify(answer));
}

/** Gives a configured client a token: https://hl7.org/fhir/smart-app-launch/STU2.2/backend-services.html */
export async function serveTokenRequest(
  c: AppContext,
  parts: TokenEndpointParts,
): Promise<Response> {
  c.set('operation', ACTION);
  try {
    let answered: Response | undefined;
    const limited = await parts.limit(c, async () => {
      answered = await giveToken(c, parts);
    });
    return limited ?? answered ?? answerFault(c, undefined);
  } catch (error) {
    const isUnproved = error instanceof OAuthFault && error.code === 'invalid_client';
    if (isUnproved) {
      parts.noteRefusal(remoteAddress(c), refusedBy(new AppError('invalid_client', '')));
    }
    return answerFault(c, error);
  }
}
