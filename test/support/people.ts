import type { KeyMode } from '../../src/core/key-mode.js';
import { addUser } from '../../src/http/auth/accounts.js';
import { createPasswords } from '../../src/http/auth/passwords.js';
import type { App } from '../../src/http/environment.js';
import { AccountWriter } from '../../src/store/account-writer.js';
import type { Database } from '../../src/store/open.js';

export const PASSWORD = 'seven quiet lighthouses';

export interface Person {
  readonly userName: string;
  readonly roles: readonly string[];
  readonly worlds?: readonly KeyMode[];
  readonly displayName?: string;
}

/** Cheap, for tests: at the next sign-in it is hashed anew. */
const passwords = createPasswords({ log2N: 10, r: 8, p: 1 });

/** Adds a local person with the password `PASSWORD`, as the command line and a link would. */
export async function addPerson(
  database: Database,
  { userName, displayName, roles, worlds = ['test', 'live'] }: Person,
): Promise<string> {
  const writer = new AccountWriter(database);
  const { user, writes } = addUser({ userName, displayName, roles, worlds }, Date.now());
  for (const write of writes) writer.carryOut(write);
  const password = await passwords.hash(PASSWORD);
  writer.carryOut({ kind: 'user.change', userId: user.userId, change: { password } });
  return user.userId;
}

/** The headers that a page of the console sends. */
export interface Browser {
  readonly cookie: string;
  readonly csrfToken: string;
  headers(mode?: KeyMode): Record<string, string>;
}

export const cookieOf = (response: Response): string =>
  response.headers.get('set-cookie')?.split(';')[0] ?? '';

export const postJson = (
  app: App,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  Promise.resolve(
    app.request(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    }),
  );

/** Signs a person in. */
export async function signIn(
  app: App,
  userName: string,
  { password = PASSWORD, code }: { password?: string; code?: string } = {},
): Promise<Browser> {
  const credentials = { user_name: userName, password, ...(code !== undefined && { code }) };
  const response = await postJson(app, '/console/api/session', credentials);
  if (response.status !== 200) throw new Error(`${userName} was not signed in: ${response.status}`);
  const { csrf_token: csrfToken } = (await response.json()) as { csrf_token: string };
  const cookie = cookieOf(response);
  return {
    cookie,
    csrfToken,
    headers: (mode = 'test') => ({
      Cookie: cookie,
      'X-CSRF-Token': csrfToken,
      'Wardbox-Mode': mode,
      'Sec-Fetch-Site': 'same-origin',
    }),
  };
}
