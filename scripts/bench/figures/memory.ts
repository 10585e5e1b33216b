import { setTimeout as sleep } from 'node:timers/promises';
import { imagingBody, runClients } from '../client.js';
import { type Daemon, pidOf, startShipped } from '../daemon.js';
import type { Figure, Row } from '../figure.js';
import { makeFilms } from '../films.js';
import { childrenOf, residentBytes } from '../processes.js';
import { megabytes } from '../statistics.js';

const REQUESTS = 200;
const CLIENTS = 2;
const SETTLE_MS = 2_000;
const TARGET_BYTES = 150e6;

/** The daemon as it ships, and with no copies of the knowledge for threads that analyse. */
const SIDES = [
  { name: 'as it ships, with threads that analyse', more: {} },
  { name: 'without those (analyze.workers 0)', more: { analyze: { workers: 0 } } },
] as const;

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

interface Measured {
  readonly started: Memory;
  readonly worked: Memory;
}

async function measureOne(daemon: Daemon, body: Buffer): Promise<Measured> {
  try {
    await sleep(SETTLE_MS);
    const started = measure(pidOf(daemon));
    await runClients(daemon, body, { clients: CLIENTS, requests: REQUESTS });
    await sleep(SETTLE_MS);
    return { started, worked: measure(pidOf(daemon)) };
  } finally {
    await daemon.stop();
  }
}

export const memory: Figure = {
  id: 'memory',
  title: 'Resident memory of the daemon, without its workers',
  async measure({ folder, models }) {
    const films = await makeFilms();
    const body = imagingBody(films.jpeg, models);
    const rows: Row[] = [];
    const data: Record<string, unknown> = { requests: REQUESTS };
    for (const { name, more } of SIDES) {
      const daemon = await startShipped(folder('memory'), models.modelsDir, {}, more);
      const measured = await measureOne(daemon, body);
      rows.push(
        row(`${name}, after the start`, measured.started),
        row(`${name}, after ${REQUESTS} JPEG films`, measured.worked),
      );
      data[name] = measured;
    }
    return { rows, data };
  },
};
