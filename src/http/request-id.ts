import { newId } from '../core/ids.js';
import type { AppMiddleware } from './environment.js';
import { answerHeader } from './reply.js';

const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** Gives every request an id: the client's own, when it is well formed. */
export function requestId(): AppMiddleware {
  return async function requestIdMiddleware(c, next) {
    const given = c.req.header('x-request-id');
    const id = given !== undefined && WELL_FORMED.test(given) ? given : newId('req');
    c.set('requestId', id);
    answerHeader(c, 'X-Request-Id', id);
    await next();
  };
}
