import { createRequire } from 'node:module';

/** The part of the environment in which a service manager says how to be told things. */
export interface NotifyEnvironment {
  readonly NOTIFY_SOCKET?: string | undefined;
  readonly WATCHDOG_USEC?: string | undefined;
  readonly WATCHDOG_PID?: string | undefined;
}

export interface ServiceManager {
  ready(status: string): void;
  stopping(): void;
  /** Feeds the watchdog at half its interval for as long as `isAlive` says so. */
  feedWatchdog(isAlive: () => Promise<boolean>): void;
  close(): void;
}

interface DatagramSocket {
  send(buffer: Buffer, offset: number, length: number, path: string, done: () => void): void;
  close(): void;
  on(event: 'error', listener: (error: Error) => void): void;
}

const silent: ServiceManager = {
  ready: () => undefined,
  stopping: () => undefined,
  feedWatchdog: () => undefined,
  close: () => undefined,
};

/** An abstract socket is written with `@` in the environment and with a zero byte on the wire. */
const socketAddress = (name: string) => (name.startsWith('@') ? `\0${name.slice(1)}` : name);

function watchdogIntervalMs(env: NotifyEnvironment, pid: number): number | undefined {
  const micros = Number(env.WATCHDOG_USEC);
  const isMeant = env.WATCHDOG_PID === undefined || Number(env.WATCHDOG_PID) === pid;
  return micros > 0 && isMeant ? micros / 1_000 / 2 : undefined;
}

/**
 * Speaks systemd's notification protocol (sd_notify(3)): READY=1, STOPPING=1, WATCHDOG=1. Says
 * nothing where no service manager listens.
 */
export function createServiceManager(env: NotifyEnvironment, pid: number): ServiceManager {
  if (!env.NOTIFY_SOCKET) return silent;
  const address = socketAddress(env.NOTIFY_SOCKET);
  // Node has no datagram sockets of the Unix domain; the addon is loaded only under a manager.
  const { createSocket } = createRequire(import.meta.url)('unix-dgram') as {
    createSocket(type: 'unix_dgram'): DatagramSocket;
  };
  const socket = createSocket('unix_dgram');
  // A manager that is gone cannot be told anything, and the work must go on.
  socket.on('error', () => undefined);
  const send = (...lines: string[]) => {
    const message = Buffer.from(lines.join('\n'));
    socket.send(message, 0, message.length, address, () => undefined);
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    ready: (status) => send('READY=1', `STATUS=${status}`, `MAINPID=${pid}`),
    stopping: () => send('STOPPING=1', 'STATUS=Finishing the requests under way'),
    feedWatchdog(isAlive) {
      const intervalMs = watchdogIntervalMs(env, pid);
      if (intervalMs === undefined) return;
      const feed = async () => {
        if (await isAlive()) send('WATCHDOG=1');
      };
      timer = setInterval(() => void feed(), intervalMs);
      void feed();
    },
    close() {
      clearInterval(timer);
      socket.close();
    },
  };
}
