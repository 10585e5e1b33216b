import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HANG_MS } from './hang.js';

export interface Notification {
  /** `performance.now()` at its arrival. */
  readonly atMs: number;
  /** `READY`, `WATCHDOG`, …, as in sd_notify(3). */
  readonly fields: Readonly<Record<string, string>>;
}

/** The place of the service manager: a datagram socket that keeps the messages of a service. */
export interface NotifySocket {
  /** For `NOTIFY_SOCKET`. */
  readonly path: string;
  readonly messages: readonly Notification[];
  /** The first message, past or to come, that has this field. */
  next(field: string, options?: { afterMs?: number }): Promise<Notification>;
  count(field: string, sinceMs?: number): number;
  close(): Promise<void>;
}

interface UnixDatagramSocket {
  bind(path: string): void;
  close(): void;
  on(event: 'message', listener: (bytes: Buffer) => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
}

function parse(bytes: Buffer): Notification {
  const pairs = bytes
    .toString('utf8')
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  return { atMs: performance.now(), fields: Object.fromEntries(pairs) };
}

/** Keeps what came and wakes who waits for it. */
function createMailbox() {
  const messages: Notification[] = [];
  const listeners = new Set<(message: Notification) => void>();
  const next: NotifySocket['next'] = (field, { afterMs = 0 } = {}) => {
    const fits = ({ fields, atMs }: Notification) => field in fields && atMs > afterMs;
    const known = messages.find(fits);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        listeners.delete(listener);
        act();
      };
      const listener = (message: Notification) => {
        if (fits(message)) settle(() => resolve(message));
      };
      const timer = setTimeout(() => {
        const told = JSON.stringify(messages.map(({ fields }) => fields));
        settle(() => reject(new Error(`no ${field}: ${told}`)));
      }, HANG_MS);
      listeners.add(listener);
    });
  };
  const receive = (message: Notification) => {
    messages.push(message);
    for (const listener of [...listeners]) listener(message);
  };
  return { messages, next, receive };
}

export async function openNotifySocket(): Promise<NotifySocket> {
  const { createSocket } = createRequire(import.meta.url)('unix-dgram') as {
    createSocket(type: 'unix_dgram'): UnixDatagramSocket;
  };
  const folder = await mkdtemp(join(tmpdir(), 'wardbox-notify-'));
  const path = join(folder, 'notify');
  const { messages, next, receive } = createMailbox();
  const socket = createSocket('unix_dgram');
  socket.on('message', (bytes) => receive(parse(bytes)));
  socket.bind(path);
  return {
    path,
    messages,
    next,
    count: (field, sinceMs = 0) =>
      messages.filter(({ fields, atMs }) => field in fields && atMs >= sinceMs).length,
    async close() {
      socket.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
