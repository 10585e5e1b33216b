import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../src/audit/audit-verdict.js';
import { CheckpointFile, newestSignedRecord } from '../../src/audit/checkpoint-file.js';
import { createAuditRepository } from '../../src/store/audit-repository.js';
import { openDatabase } from '../../src/store/open.js';
import { startDaemon } from '../support/daemon.js';
import {
  type DiskEvent,
  fileAfterPowerCut,
  noTracing,
  readTrace,
  tracing,
} from '../support/faults/disk-trace.js';
import { inTurns } from '../support/fhir/daemon.js';
import { rounds } from '../support/rounds.js';

const CUTS = rounds({ short: 5, long: 200 });
const BASE = 'wardbox.sqlite';
const LOG = `${BASE}-wal`;
const CHECKPOINTS = join('audit', 'checkpoints.jsonl');
const SIGNING_KEY = join('audit', 'signing-key.pem');
const WRITES = 120;
const CLIENTS = 4;

const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-power-'));
/** The data as it was when the trace begins. */
const BEFORE = join(FOLDER, 'before');
afterAll(() => rmSync(FOLDER, { recursive: true }));

const patient = (nth: number) => ({
  resourceType: 'Patient',
  identifier: [{ system: 'https://hospital.test/mrn', value: String(nth) }],
  name: [{ family: 'Invented'.repeat(1 + ((nth * 53) % 90)) }],
});

/** All that a daemon under load wrote, synced and answered. */
async function traceOfLoad(dataDir: string): Promise<DiskEvent[]> {
  const file = join(FOLDER, 'trace');
  // Keys are made by another process, which is not traced.
  const first = await startDaemon({ dataDir });
  const key = await first.key();
  await first.stop();
  cpSync(dataDir, BEFORE, { recursive: true });
  const daemon = await startDaemon({
    dataDir,
    launcher: tracing(file),
    // In the clear, so that the trace says what was answered.
    config: { server: { tls: { mode: 'off' } }, rate_limits: { per_minute: 1_000_000 } },
  });
  const all = Array.from({ length: WRITES }, (_, nth) => nth);
  const headers = { 'content-type': 'application/fhir+json' };
  await inTurns(all, CLIENTS, async (nth) => {
    const body = JSON.stringify(patient(nth));
    const { status, text } = await daemon.request('/v1/fhir/Patient', { key, headers, body });
    expect(status, text).toBe(201);
    if (nth % 5 === 0) await daemon.request(`/v1/fhir/Patient?identifier=${nth}`, { key });
  });
  // In the end the log is written to its place, which the power may cut off, too.
  await daemon.stop();
  return readTrace(readFileSync(file, 'latin1'));
}

interface Promised {
  readonly ids: string[];
  readonly requests: string[];
}

/** What had been answered to writes before the power failed. */
function promisedIn(events: readonly DiskEvent[]): Promised {
  const promised: Promised = { ids: [], requests: [] };
  for (const event of events) {
    if (event.kind !== 'sent' || !event.text.startsWith('HTTP/1.1 201')) continue;
    promised.ids.push(/\/Patient\/([^/\s]+)\/_history/.exec(event.text)?.[1] ?? '');
    promised.requests.push(/x-request-id: (\S+)/i.exec(event.text)?.[1] ?? '');
  }
  return promised;
}

/** The data folder as it may be found afterwards. */
function folderAfter(events: readonly DiskEvent[], dataDir: string, until: number, seed: number) {
  let state = seed;
  // A linear congruential generator (Numerical Recipes, 3rd ed., 7.1): the same seed, the same disk.
  const chance = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const folder = mkdtempSync(join(FOLDER, 'after-'));
  for (const name of [BASE, LOG, CHECKPOINTS]) {
    const path = join(BEFORE, name);
    const before = existsSync(path) ? readFileSync(path) : undefined;
    const past = events.slice(0, until).filter(({ file }) => file === join(dataDir, name));
    const bytes = fileAfterPowerCut(before, past, chance);
    if (bytes === undefined) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  cpSync(join(dataDir, SIGNING_KEY), join(folder, SIGNING_KEY));
  return folder;
}

function expectAllThere(folder: string, { ids, requests }: Promised): void {
  // Refused where a record is missing that was signed.
  const database = openDatabase(folder, undefined, newestSignedRecord(folder));
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    const stored = new Set(
      database.prepare<[], string>('SELECT id FROM fhir_resource').pluck().all(),
    );
    expect(ids.filter((id) => !stored.has(id))).toEqual([]);
    const audit = createAuditRepository(database);
    const verdict = verifyAudit(audit, new CheckpointFile(folder).crossCheck());
    expect(verdict, JSON.stringify(verdict)).toMatchObject({ intact: true });
    const recorded = new Set([...audit.each()].map(({ event }) => JSON.parse(event).request_id));
    expect(requests.filter((id) => !recorded.has(id))).toEqual([]);
  } finally {
    database.close();
  }
}

const title = noTracing === undefined ? 'traced' : `skipped: ${noTracing}`;

describe.skipIf(noTracing !== undefined)(`power that fails under load (${title})`, () => {
  it('takes nothing that was answered, whichever unsynced blocks the disk has', async () => {
    const dataDir = join(FOLDER, 'data');
    mkdirSync(dataDir);
    const events = await traceOfLoad(dataDir);
    const answers = events.flatMap(({ kind }, nth) => (kind === 'sent' ? [nth] : []));
    expect(promisedIn(events).ids.length).toBe(WRITES);
    const first = answers[5] ?? 0;
    const seen = { promised: 0 };
    fc.assert(
      fc.property(
        fc.integer({ min: first, max: events.length }),
        fc.integer({ min: 1, max: 2 ** 31 }),
        (until, seed) => {
          const folder = folderAfter(events, dataDir, until, seed);
          const promised = promisedIn(events.slice(0, until));
          expectAllThere(folder, promised);
          seen.promised += promised.ids.length;
          rmSync(folder, { recursive: true });
        },
      ),
      { numRuns: CUTS, endOnFailure: true },
    );
    expect(seen.promised).toBeGreaterThan(CUTS);
    process.stdout.write(`${JSON.stringify({ cuts: CUTS, ...seen })}\n`);
  });
});
