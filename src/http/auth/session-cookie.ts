import type { AppContext } from '../environment.js';

/** Only this host gets it, only over HTTPS, and no script and no other site can read or send it. */
export const SESSION_COOKIE = '__Host-wardbox';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The token in the cookie of a request. */
export function sessionToken(c: AppContext): string | undefined {
  const cookies = c.req.header('cookie');
  if (cookies === undefined) return undefined;
  for (const cookie of cookies.split(';')) {
    const mark = cookie.indexOf('=');
    if (mark !== -1 && cookie.slice(0, mark).trim() === SESSION_COOKIE)
      return cookie.slice(mark + 1).trim();
  }
  return undefined;
}

/** It ends with the browser, and at the latest when the session ends. */
export const setCookie = (token: string): string => `${SESSION_COOKIE}=${token}; ${ATTRIBUTES}`;

export const clearCookie = (): string => `${SESSION_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;
