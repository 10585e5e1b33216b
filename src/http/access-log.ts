import { routePath } from 'hono/route';
import type { Logger } from '../core/logger.js';
import type { Principal } from './auth/principal.js';
import { type AppContext, type AppMiddleware, remoteAddress } from './environment.js';

/** Absent where the request was refused before. */
function callerOf(c: AppContext) {
  const principal = c.get('principal') as Principal | undefined;
  if (principal === undefined) return {};
  const { type, id } = principal;
  if (type === 'client') return { client_id: id };
  return type === 'user' ? { user_id: id } : { key_id: id };
}

/**
 * One line a request: no header, no query and no body, which can all hold patient data. The route is
 * the pattern that matched, so that an identifier in a path is not written either.
 *
 * @param noteFailure is called with every server error
 */
export function accessLog(
  logger: Logger,
  noteFailure: (failure: unknown) => void = () => undefined,
): AppMiddleware {
  return async function accessLogMiddleware(c, next) {
    const startedAt = performance.now();
    await next();
    const failure = c.get('failure');
    const line = {
      request_id: c.get('requestId'),
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      ...callerOf(c),
      remote: remoteAddress(c),
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
    };
    if (failure === undefined) {
      logger.info(line, 'request');
      return;
    }
    logger.error({ ...line, err: failure }, 'request failed');
    noteFailure(failure);
  };
}
