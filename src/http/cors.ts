import { cors } from 'hono/cors';
import type { AppMiddleware } from './environment.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const SENT = [
  ...['Authorization', 'Accept', 'Content-Type', 'Prefer', 'Idempotency-Key'],
  ...['If-Match', 'If-None-Match', 'If-None-Exist', 'If-Modified-Since'],
];
const ANSWERED = [
  ...['ETag', 'Last-Modified', 'Location', 'Content-Location', 'Preference-Applied'],
  ...['Retry-After', 'WWW-Authenticate', 'X-Request-Id', 'Idempotency-Replayed'],
  ...['RateLimit', 'RateLimit-Policy'],
];
const PREFLIGHT_SECONDS = 600;

/**
 * Lets the pages of these origins call the interface from a browser (https://fetch.spec.whatwg.org/#http-cors-protocol):
 * with a key or a token in a header, never with the cookie of a session.
 */
export const allowOrigins = (origins: readonly string[]): AppMiddleware =>
  cors({
    origin: [...origins],
    allowMethods: METHODS,
    allowHeaders: SENT,
    exposeHeaders: ANSWERED,
    maxAge: PREFLIGHT_SECONDS,
  });
