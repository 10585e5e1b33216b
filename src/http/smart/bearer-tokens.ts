import { decodeJwt } from 'jose';
import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { Principal } from '../auth/principal.js';
import type { AppContext, AppMiddleware } from '../environment.js';
import { Refusal } from '../oidc/refusal.js';
import type { IssuedTokens } from './issued-tokens.js';
import { checkUse, type Issuer, principalOfClaims, readIssuerToken } from './issuer-token.js';
import { invalid } from './verify.js';

/**
 * The caller with a token.
 *
 * @throws AppError `invalid_token`; `overloaded` where its issuer does not answer, `rate_limited`
 */
export type FindTokenCaller = (c: AppContext, token: string) => Promise<Principal>;

export interface BearerTokenParts {
  readonly issued: IssuedTokens;
  readonly issuers: readonly Issuer[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of requests for which an issuer has to be asked. */
  readonly limit: AppMiddleware;
}

const RETRY_SECONDS = 15;
const MAX_TOKEN_LENGTH = 16_384;
/** RFC 6750, 2.1. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** Who says to have issued a token: not yet proved. Undefined for one that only its issuer can read. */
function issuerIn(token: string): unknown {
  try {
    return decodeJwt(token).iss ?? '';
  } catch {
    return undefined;
  }
}

/** What a refusal is for the client: the reason is for the log alone. */
function errorOf(refusal: Refusal): AppError {
  if (refusal.reason === 'invalid_token') {
    return new AppError('invalid_token', 'The token is not valid here.', { cause: refusal });
  }
  const message = 'The issuer of the token cannot be asked at the moment.';
  const retryAfterSeconds = RETRY_SECONDS;
  return new AppError('overloaded', message, { cause: refusal, retryAfterSeconds });
}

async function introspected(
  c: AppContext,
  token: string,
  issuer: Issuer,
  { limit, clock }: BearerTokenParts,
): Promise<Principal> {
  const { introspect, settings } = issuer;
  if (introspect === undefined) throw invalid('it cannot be read');
  const known = introspect.knows(token);
  let answer = known ? introspect(token) : undefined;
  // Whoever invents tokens makes the issuer be asked of each.
  if (answer === undefined) {
    await limit(c, async () => {
      answer = introspect(token);
      await answer;
    });
  }
  const claims = (await answer) ?? {};
  checkUse({ ...claims, typ: undefined }, settings.clock_skew_s, clock() / 1_000);
  return principalOfClaims(claims, issuer);
}

async function callerWith(
  c: AppContext,
  token: string,
  parts: BearerTokenParts,
): Promise<Principal> {
  if (token.length > MAX_TOKEN_LENGTH || !TOKEN.test(token)) throw invalid('it is no token');
  const own = parts.issued.find(token);
  if (own !== undefined) return own;
  const name = issuerIn(token);
  const issuer = parts.issuers.find(({ settings, introspect }) =>
    name === undefined ? introspect !== undefined : settings.issuer === name,
  );
  if (issuer === undefined) throw invalid('its issuer is not configured, or it has ended');
  const { keys } = issuer;
  if (name === undefined || keys === undefined) return introspected(c, token, issuer, parts);
  return readIssuerToken(token, { ...issuer, keys }, parts.clock);
}

/** Finds who has a token that was issued here or by the hospital. */
export function createTokenCallers(parts: BearerTokenParts): FindTokenCaller {
  return async (c, token) => {
    try {
      return await callerWith(c, token, parts);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { reason, detail } = error;
      parts.logger.info({ request_id: c.get('requestId'), reason, detail }, 'token refused');
      throw errorOf(error);
    }
  };
}
