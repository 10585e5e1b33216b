import { AppError } from '../../core/errors.js';
import type { AppContext } from '../environment.js';
import { announceProblem, publicError, statusOf } from '../problem.js';
import { answerHeader, reply } from '../reply.js';

/** RFC 6749, 5.2; the last two are what it has for the authorization endpoint. */
export type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'temporarily_unavailable'
  | 'server_error';

/** A request for a token that is refused. */
export class OAuthFault extends Error {
  readonly code: OAuthCode;

  /** @param description for the developer of the client: nothing of the request is repeated */
  constructor(code: OAuthCode, description: string) {
    super(description);
    this.name = 'OAuthFault';
    this.code = code;
  }
}

export const faultStatus = ({ code }: OAuthFault): number =>
  code === 'invalid_client' ? 401 : 400;

function codeOf(status: number): OAuthCode {
  if (status === 503 || status === 429) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}

/** The answer to a refused request for a token. */
export function answerFault(c: AppContext, thrown: unknown): Response {
  const isFault = thrown instanceof OAuthFault;
  const shown = isFault
    ? new AppError(
        faultStatus(thrown) === 401 ? 'invalid_client' : 'validation_error',
        thrown.message,
      )
    : publicError(thrown);
  const status = statusOf(shown);
  announceProblem(c, status, isFault ? shown : thrown);
  answerHeader(c, 'Pragma', 'no-cache');
  const error = isFault ? thrown.code : codeOf(status);
  return reply(c, status, JSON.stringify({ error, error_description: shown.message }));
}
