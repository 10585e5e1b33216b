import type { AppContext } from './environment.js';

/**
 * Adds a header to the answer of this request. They are kept as a plain object until the answer is
 * created: a `Headers` object per request would be slower than the rest of the HTTP handling.
 */
export function answerHeader(c: AppContext, name: string, value: string): void {
  const headers = c.get('headers');
  if (headers === undefined) c.set('headers', { [name]: value });
  else headers[name] = value;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The only way to answer: a body with the headers that the middleware collected. A constant body
 * is passed as bytes, which are not encoded for each request.
 */
export function reply(
  c: AppContext,
  status: number,
  text: string | Uint8Array<ArrayBuffer>,
  type = JSON_TYPE,
): Response {
  answerHeader(c, 'Content-Type', type);
  return new Response(text, { status, headers: c.get('headers') ?? {} });
}

/** An answer without a body, which some statuses must not have; it has no content type. */
export function emptyReply(c: AppContext, status: number): Response {
  return new Response(null, { status, headers: c.get('headers') ?? {} });
}
