import type { AppContext } from './environment.js';

/**
 * Adds a header to whatever answer this request gets. They are kept as a plain object until the
 * answer is made: a `Headers` object a request would cost more than all else that HTTP does here.
 */
export function answerHeader(c: AppContext, name: string, value: string): void {
  const headers = c.get('headers');
  if (headers === undefined) c.set('headers', { [name]: value });
  else headers[name] = value;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The one way to answer: text, with the headers that the middleware has gathered. What is the same
 * for everybody is given as bytes, which are not made anew for each.
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

/** An answer without a body, which some statuses must not have: no type is told of it. */
export function emptyReply(c: AppContext, status: number): Response {
  return new Response(null, { status, headers: c.get('headers') ?? {} });
}
