import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../../test/support/https-client.js';
import { type Daemon, pidOf, startShipped } from '../daemon.js';
import { observation, patient } from '../fhir-content.js';
import type { Figure, Row } from '../figure.js';
import { residentBytes } from '../processes.js';
import { megabytes, milliseconds, perSecond, type Spread, spreadOf } from '../statistics.js';

const RESOURCES = 200_000;
/** Lines of one import. */
const TOGETHER = 50_000;
const PATIENTS = 500;
const ALONE_MS = 5_000;
const LOOK_MS = 100;
const NDJSON = 'application/fhir+ndjson';
const ASYNC = { prefer: 'respond-async' };

type Request = Awaited<ReturnType<typeof createClient>>;

/** Invented patients, then observations of them. */
function linesFrom(first: number, count: number): string {
  const lines = Array.from({ length: count }, (_, n) => {
    const number = first + n;
    const one =
      number < PATIENTS
        ? { ...patient(number), id: `bulk-${number}` }
        : { ...observation(`Patient/bulk-${number % PATIENTS}`, number), id: randomUUID() };
    return `${JSON.stringify(one)}\n`;
  });
  return lines.join('');
}

interface Beside {
  readonly reads: Spread;
  readonly peakBytes: number;
  readonly seconds: number;
}

/** A client that reads one resource after the other, and the memory of the daemon, while work is done. */
async function beside(
  daemon: Daemon,
  read: () => Promise<void>,
  work: Promise<unknown>,
): Promise<Beside> {
  const since = performance.now();
  let isDone = false;
  let peakBytes = 0;
  const ended = work.finally(() => {
    isDone = true;
  });
  const look = async () => {
    while (!isDone) {
      peakBytes = Math.max(peakBytes, residentBytes(pidOf(daemon)) ?? 0);
      await pause(LOOK_MS);
    }
  };
  const times: number[] = [];
  const ask = async () => {
    while (!isDone) {
      const begun = performance.now();
      await read();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all([look(), ask(), ended]);
  return { reads: spreadOf(times), peakBytes, seconds: (performance.now() - since) / 1_000 };
}

/** The answer of a run when it is complete. */
async function complete(request: Request, key: string, place: string): Promise<string> {
  for (;;) {
    const { status, text } = await request(place, { key });
    if (status === 200) return text;
    if (status !== 202) throw new Error(`${status}: ${text}`);
    await pause(LOOK_MS);
  }
}

const below = (url: unknown) => new URL(String(url)).pathname;

async function importAll(request: Request, key: string): Promise<void> {
  for (let first = 0; first < RESOURCES; first += TOGETHER) {
    const { status, headers, text } = await request('/v1/fhir/$import', {
      ...{ method: 'POST', key, body: linesFrom(first, TOGETHER) },
      headers: { 'content-type': NDJSON, ...ASYNC },
    });
    if (status !== 202) throw new Error(`${status}: ${text}`);
    await complete(request, key, below(headers['content-location']));
  }
}

async function exportAll(request: Request, key: string): Promise<number> {
  const { status, headers, text } = await request('/v1/fhir/$export', { key, headers: ASYNC });
  if (status !== 202) throw new Error(`${status}: ${text}`);
  const manifest = JSON.parse(await complete(request, key, below(headers['content-location'])));
  return manifest.output.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
}

function rowsOf(alone: Beside, imported: Beside, exported: Beside): Row[] {
  const work = [
    ['$import', imported],
    ['$export', exported],
  ] as const;
  return work.flatMap(([name, one]) => [
    {
      what: `${name} of ${RESOURCES.toLocaleString('en')} resources`,
      value: `${perSecond(RESOURCES / one.seconds)}, ${one.seconds.toFixed(0)} s`,
    },
    {
      what: `memory of the daemon at most during ${name} (${megabytes(alone.peakBytes)} before)`,
      value: megabytes(one.peakBytes),
    },
    {
      what: `a read beside ${name}, p50 / p95 (alone ${milliseconds(alone.reads.p50)} / ${milliseconds(alone.reads.p95)})`,
      value: `${milliseconds(one.reads.p50)} / ${milliseconds(one.reads.p95)}`,
    },
  ]);
}

/** Many resources in and out over HTTP, beside a client that reads. */
export const fhirBulk: Figure = {
  id: 'fhir-bulk',
  title: 'FHIR in bulk over HTTP, beside a client that reads',
  onlyWhenNamed: true,
  async measure({ folder, models }) {
    const daemon = await startShipped(folder('bulk'), models.modelsDir);
    try {
      const [request, own, key] = await Promise.all([
        createClient(daemon.url, daemon.caFile),
        createClient(daemon.url, daemon.caFile),
        daemon.key(),
      ]);
      const body = JSON.stringify({ ...patient(0), id: 'read' });
      const headers = { 'content-type': 'application/fhir+json' };
      await request('/v1/fhir/Patient/read', { method: 'PUT', key, headers, body });
      const read = async () => {
        const { status } = await own('/v1/fhir/Patient/read', { key });
        if (status !== 200) throw new Error(`a read was answered with ${status}`);
      };
      const alone = await beside(daemon, read, pause(ALONE_MS));
      const imported = await beside(daemon, read, importAll(request, key));
      let count = 0;
      const exporting = exportAll(request, key).then((all) => {
        count = all;
      });
      const exported = await beside(daemon, read, exporting);
      if (count !== RESOURCES + 1) throw new Error(`${count} resources were exported`);
      const rows = rowsOf(alone, imported, exported);
      return { rows, data: { resources: RESOURCES, alone, imported, exported } };
    } finally {
      await daemon.stop();
    }
  },
};
