import type { AppMiddleware } from './environment.js';
import { answerHeader } from './reply.js';

/**
 * Answers hold clinical data: no cache may keep them, no page may frame or script them.
 *
 * @param secure whether this server uses TLS; only then may it send HSTS
 */
export function securityHeaders(secure: boolean): AppMiddleware {
  const headers: ReadonlyArray<readonly [string, string]> = [
    ['Cache-Control', 'no-store'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'no-referrer'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ...(secure ? ([['Strict-Transport-Security', 'max-age=31536000']] as const) : []),
  ];
  return async function securityHeadersMiddleware(c, next) {
    for (const [name, value] of headers) answerHeader(c, name, value);
    await next();
  };
}
