import type { AppContext } from '../environment.js';

/** Only this host gets it, only over HTTPS, and no script and no other site can read or send it. */
const NAME = '__Host-wardbox';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The token in the cookie of a request. */
export function sessionToken(c: AppContext): string | undefined {
  const cookies = c.req.header('cookie');
  if (cookies === undefined) return undefined;
  for (const cookie of cookies.split(';')) {
    const mark = cookie.indexOf('=');
    if (mark !== -1 && cookie.slice(0, mark).trim() === NAME) return cookie.slice(mark + 1).trim();
  }
  return undefined;
}

/** It ends with the browser, and at the latest when the session ends. */
export const setCookie = (token: string): string => `${NAME}=${token}; ${ATTRIBUTES}`;

export const clearCookie = (): string => `${NAME}=; Max-Age=0; ${ATTRIBUTES}`;
