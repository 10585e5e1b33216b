import type { Clock } from '../core/clock.js';
import type { Codec } from './codec.js';
import { problemBody, publicError, statusOf } from './problem.js';
import { JSON_TYPE } from './reply.js';

/** The codec of Wardbox's own interface: JSON, and an envelope for errors. */
export const problemCodec = (clock: Clock): Codec => ({
  contentType: JSON_TYPE,
  fault(thrown) {
    const error = publicError(thrown);
    return { status: statusOf(error), code: error.code };
  },
  faultText: (thrown, requestId) =>
    JSON.stringify({ error: problemBody(thrown, requestId, clock()) }),
});
