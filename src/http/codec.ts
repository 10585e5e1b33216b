import type { FaultFacts } from '../calls/commit-call.js';
import type { ErrorCode } from '../core/errors.js';
import type { AppContext } from './environment.js';
import { announceProblem } from './problem.js';
import { reply } from './reply.js';

/** How a part of the interface writes its content and its errors. */
export interface Codec {
  readonly contentType: string;
  fault(thrown: unknown): { readonly status: number; readonly code: ErrorCode };
  /** The content for an error; without details for an unforeseen one. */
  faultText(thrown: unknown, requestId: string): string;
}

/** The audit facts of a failed request. */
export function faultFacts(codec: Codec, thrown: unknown): FaultFacts {
  const { status, code } = codec.fault(thrown);
  return { outcome: status >= 500 ? 'failed' : 'refused', status, error_code: code };
}

/** The response for an error, with `Retry-After` where waiting helps. */
export function faultResponse(c: AppContext, codec: Codec, thrown: unknown): Response {
  const { status } = codec.fault(thrown);
  announceProblem(c, status, thrown);
  return reply(c, status, codec.faultText(thrown, c.get('requestId')), codec.contentType);
}
