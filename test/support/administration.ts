import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { KeyMode } from '../../src/core/key-mode.js';
import type { TestAppliance } from './appliance.js';
import { HANG_MS } from './hang.js';
import { addPerson, type Person, signIn } from './people.js';

/** Somebody at the console of an appliance in this process. */
export interface Visitor {
  readonly userId: string;
  request(method: string, path: string, options?: VisitorOptions): Promise<Response>;
  /** The body of an answer that must succeed. */
  json<T = Record<string, unknown>>(
    method: string,
    path: string,
    options?: VisitorOptions,
  ): Promise<T>;
}

export interface VisitorOptions {
  readonly mode?: KeyMode;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Adds a person and signs in. */
export async function visitor(box: TestAppliance, person: Person): Promise<Visitor> {
  const userId = await addPerson(box.database, person);
  const { headers: own } = await signIn(box.appliance.app, person.userName);
  const request: Visitor['request'] = async (method, path, options = {}) => {
    const { mode = 'test', body, headers = {} } = options;
    const content =
      body === undefined ? {} : { body: body instanceof Uint8Array ? body : JSON.stringify(body) };
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return box.appliance.app.request(path, {
      method,
      ...(content as { body?: string }),
      headers: { ...own(mode), ...type, ...headers },
    });
  };
  return {
    userId,
    request,
    async json<T>(method: string, path: string, options?: VisitorOptions) {
      const response = await request(method, path, options);
      const text = await response.text();
      expect(response.status, text).toBe(200);
      return JSON.parse(text) as T;
    },
  };
}

/** Reads until the answer is no longer that of running work. */
export async function endOfRun<T extends { readonly state: string }>(
  who: Visitor,
  path: string,
): Promise<T> {
  for (const until = performance.now() + HANG_MS; performance.now() < until; ) {
    const run = await who.json<T>('GET', path);
    if (run.state !== 'running') return run;
    await sleep(100);
  }
  throw new Error('it did not end in time');
}
