import { createRequire } from 'node:module';
import type { SocketEnvironment } from './inherited-socket.js';

/** The environment variables with which a service manager asks for notifications. */
export interface NotifyEnvironment {
  readonly NOTIFY_SOCKET?: string | undefined;
  readonly WATCHDOG_USEC?: string | undefined;
  readonly WATCHDOG_PID?: string | undefined;
}

export interface ServiceManager {
  /** Requests `extendMs` more before the start counts as failed. */
  starting(status: string, extendMs: number): void;
  ready(status: string): void;
  stopping(): void;
  /** Notifies the watchdog at half its interval while `isAlive` returns true. */
  feedWatchdog(isAlive: () => Promise<boolean>): void;
  close(): void;
}

interface DatagramSocket {
  send(
    buffer: Buffer,
    offset: number,
    length: number,
    path: string,
    done: (error?: Error) => void,
  ): void;
  close(): void;
  on(event: 'error', listener: (error: Error) => void): void;
}

const silent: ServiceManager = {
  starting: () => undefined,
  ready: () => undefined,
  stopping: () => undefined,
  feedWatchdog: () => undefined,
  close: () => undefined,
};

function watchdogIntervalMs(env: NotifyEnvironment, pid: number): number | undefined {
  const micros = Number(env.WATCHDOG_USEC);
  const isMeant = env.WATCHDOG_PID === undefined || Number(env.WATCHDOG_PID) === pid;
  return micros > 0 && isMeant ? micros / 1_000 / 2 : undefined;
}

const MANAGERS_WORDS = [
  'NOTIFY_SOCKET',
  'WATCHDOG_USEC',
  'WATCHDOG_PID',
  'LISTEN_PID',
  'LISTEN_FDS',
  'LISTEN_FDNAMES',
] as const satisfies ReadonlyArray<keyof (NotifyEnvironment & SocketEnvironment)>;

/** Returns the environment for child processes, which must not notify in this process's name. */
export function withoutManager<E extends NotifyEnvironment & SocketEnvironment>(
  env: E,
): Omit<E, (typeof MANAGERS_WORDS)[number]> {
  const rest = { ...env };
  for (const name of MANAGERS_WORDS) delete rest[name];
  return rest;
}

/** Calls a function repeatedly, but never while a call is running; returns a function to stop. */
function repeat(work: () => Promise<void>, intervalMs: number): () => void {
  let underWay = false;
  const once = async () => {
    if (underWay) return;
    underWay = true;
    await work();
    underWay = false;
  };
  const timer = setInterval(() => void once(), intervalMs);
  void once();
  return () => clearInterval(timer);
}

/** Sends datagrams to one address; the first failure is reported, and work continues. */
function openSender(address: string, onFailure: (reason: string) => void) {
  // Node has no datagram sockets of the Unix domain; the addon is loaded only under a manager.
  const { createSocket } = createRequire(import.meta.url)('unix-dgram') as {
    createSocket(type: 'unix_dgram'): DatagramSocket;
  };
  const socket = createSocket('unix_dgram');
  let failed = false;
  let closed = false;
  const fail = (error?: Error) => {
    if (error === undefined || failed) return;
    failed = true;
    onFailure(`${address}: ${error.message}`);
  };
  socket.on('error', fail);
  return {
    send(...lines: string[]) {
      if (closed) return;
      const message = Buffer.from(lines.join('\n'));
      socket.send(message, 0, message.length, address, fail);
    },
    close() {
      closed = true;
      socket.close();
    },
  };
}

/**
 * Speaks systemd's notification protocol (sd_notify(3)): READY=1, STOPPING=1, WATCHDOG=1. Does
 * nothing where no service manager listens.
 *
 * @param onFailure Called once, when the manager cannot be reached: it then assumes that this
 *   process never became ready.
 */
export function createServiceManager(
  env: NotifyEnvironment,
  pid: number,
  onFailure: (reason: string) => void,
): ServiceManager {
  const { NOTIFY_SOCKET: address } = env;
  if (!address) return silent;
  if (address.startsWith('@')) {
    // The addon ends an address at its first zero byte, with which an abstract one begins.
    onFailure(`${address}: abstract sockets are not supported`);
    return silent;
  }
  const sender = openSender(address, onFailure);
  let stopFeeding: () => void = () => undefined;
  return {
    starting: (status, extendMs) =>
      sender.send(`EXTEND_TIMEOUT_USEC=${extendMs * 1_000}`, `STATUS=${status}`),
    ready: (status) => sender.send('READY=1', `STATUS=${status}`, `MAINPID=${pid}`),
    stopping: () => sender.send('STOPPING=1', 'STATUS=Finishing the requests under way'),
    feedWatchdog(isAlive) {
      const intervalMs = watchdogIntervalMs(env, pid);
      if (intervalMs === undefined) return;
      stopFeeding = repeat(async () => {
        if (await isAlive().catch(() => false)) sender.send('WATCHDOG=1');
      }, intervalMs);
    },
    close() {
      stopFeeding();
      sender.close();
    },
  };
}
