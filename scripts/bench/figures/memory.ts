import { setTimeout as sleep } from 'node:timers/promises';
import { imagingBody, runClients } from '../client.js';
import { pidOf, startShipped } from '../daemon.js';
import type { Figure, Row } from '../figure.js';
import { makeFilms } from '../films.js';
import { childrenOf, residentBytes } from '../processes.js';
import { megabytes } from '../statistics.js';

const REQUESTS = 200;
const CLIENTS = 2;
const SETTLE_MS = 2_000;
const TARGET_BYTES = 150e6;

interface Memory {
  readonly daemonBytes: number;
  readonly workerBytes: readonly number[];
}

function measure(pid: number): Memory {
  const daemonBytes = residentBytes(pid);
  if (daemonBytes === undefined) throw new Error('resident memory is read from /proc, on Linux');
  const workerBytes = childrenOf(pid).flatMap((child) => residentBytes(child) ?? []);
  return { daemonBytes, workerBytes };
}

function row(when: string, { daemonBytes, workerBytes }: Memory): Row {
  return {
    what: `${when} (workers: ${workerBytes.map(megabytes).join(', ')})`,
    value: megabytes(daemonBytes),
    target: `≤ ${megabytes(TARGET_BYTES)}`,
    met: daemonBytes <= TARGET_BYTES,
  };
}

export const memory: Figure = {
  id: 'memory',
  title: 'Resident memory of the daemon, without its workers',
  async measure({ folder, models }) {
    const films = await makeFilms();
    const daemon = await startShipped(folder('memory'), models.modelsDir);
    try {
      await sleep(SETTLE_MS);
      const started = measure(pidOf(daemon));
      const body = imagingBody(films.jpeg, models);
      await runClients(daemon, body, { clients: CLIENTS, requests: REQUESTS });
      await sleep(SETTLE_MS);
      const worked = measure(pidOf(daemon));
      return {
        rows: [row('after the start', started), row(`after ${REQUESTS} JPEG films`, worked)],
        data: { requests: REQUESTS, started, worked },
      };
    } finally {
      await daemon.stop();
    }
  },
};
