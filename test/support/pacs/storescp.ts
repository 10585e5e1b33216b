import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HANG_MS } from '../hang.js';

export interface StorescpOptions {
  /** In which it puts what it receives. */
  readonly folder: string;
  readonly port: number;
  readonly tls?: { readonly keyFile: string; readonly certFile: string };
}

export interface Storescp {
  /** The names of the files that it has received whole. */
  received(): readonly string[];
  stop(): Promise<void>;
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });

/** Starts the storage SCP of dcmtk (https://dicom.offis.de/dcmtk) as a destination; `stop` it. */
export async function startStorescp({ folder, port, tls }: StorescpOptions): Promise<Storescp> {
  mkdirSync(folder, { recursive: true });
  const secure = tls === undefined ? [] : ['+tls', tls.keyFile, tls.certFile, '-ic'];
  const args = [...secure, '-aet', 'PACS', '-od', folder, String(port)];
  const child = spawn('storescp', args, { stdio: 'ignore' });
  const end = performance.now() + HANG_MS;
  while (!(await isOpen(port))) {
    if (performance.now() > end || child.exitCode !== null) throw new Error('storescp has ended');
    await sleep(50);
  }
  return {
    received: () => readdirSync(folder),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
