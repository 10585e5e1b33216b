import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { Refusal, type RefusalReason } from './refusal.js';

/** An error code of OAuth 2.0; anything else that a provider sends as one is not repeated. */
const ERROR_CODE = /^[a-z_]{1,60}$/;
/** The provider says of itself that it cannot answer now (RFC 6749, 4.1.2.1). */
const PASSING = ['server_error', 'temporarily_unavailable'];

/** By codes of the library: what the provider's response is, other than wrong. */
const REASONS: Readonly<Record<string, RefusalReason>> = {
  OAUTH_TIMEOUT: 'provider_unavailable',
  OAUTH_ABORT: 'provider_unavailable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'provider_unavailable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'provider_unavailable',
  OAUTH_PARSE_ERROR: 'provider_unavailable',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'provider_unusable',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'provider_unusable',
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: 'provider_unusable',
  OAUTH_MISSING_SERVER_METADATA: 'provider_unusable',
  OAUTH_INVALID_SERVER_METADATA: 'provider_unusable',
};

const named = (code: string) => (ERROR_CODE.test(code) ? code : 'another error code');

/** The library's own sentence: it names claims and parameters, never their values. */
function sentenceOf(error: ClientError): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/**
 * Returns what an error of the libraries means for a sign-in.
 *
 * @param otherwise for a response that came and is wrong
 */
export function refusalOf(error: unknown, otherwise: RefusalReason): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof AuthorizationResponseError) {
    const reason = PASSING.includes(error.error) ? 'provider_unavailable' : 'provider_refused';
    return new Refusal(reason, { detail: named(error.error) });
  }
  if (error instanceof ResponseBodyError) {
    const detail = named(error.error);
    if (error.error === 'invalid_grant') return new Refusal('code_refused', { detail });
    const isPassing = error.status >= 500 || PASSING.includes(error.error);
    return new Refusal(isPassing ? 'provider_unavailable' : 'provider_unusable', { detail });
  }
  if (!(error instanceof ClientError)) return error;
  if (error.cause instanceof Refusal) return error.cause;
  return new Refusal(REASONS[error.code ?? ''] ?? otherwise, { detail: sentenceOf(error) });
}
