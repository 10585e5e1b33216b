import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyChain } from '../../src/audit/audit-chain.js';
import { openDefinitions } from '../../src/fhir/definitions/open.js';
import { createIndexer } from '../../src/fhir/index/extract.js';
import { createAuditRepository } from '../../src/store/audit-repository.js';
import { type Database, openDatabase } from '../../src/store/open.js';
import type { ConfigOverrides } from '../support/daemon.js';
import {
  type Answered,
  type Ask,
  type FhirDaemon,
  inTurns,
  startFhirDaemon,
  type Told,
} from '../support/fhir/daemon.js';
import { findingsIn } from '../support/fhir/index-rows.js';
import { revealNames } from '../support/reveal-names.js';
import { rounds } from '../support/rounds.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-fhir-crash-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const SYSTEM = 'https://hospital.test';
const URN = 'urn:uuid:5a0a4b5e-7c1b-4a52-9f0e-2b8c6d1f3e77';
const WRITERS = 8;
const ROUNDS = rounds({ short: 1, long: 50 });

/** What was answered before the daemon was killed. */
interface Promised {
  /** `Patient/1/_history/2` → its text, or nothing where that version says it is deleted. */
  readonly versions: Map<string, string | undefined>;
  /** Of all that was answered, reads too. */
  readonly requests: Set<string>;
}

const patient = (kind: string, value: string, more: object = {}) => ({
  resourceType: 'Patient',
  identifier: [{ system: `${SYSTEM}/${kind}`, value }],
  ...more,
});

const observation = (at: number) => ({
  resource: {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }], text: 'Herzfrequenz' },
    subject: { reference: URN },
    effectiveDateTime: `2024-01-0${at + 1}`,
    valueQuantity: { value: 60 + at, system: 'http://unitsofmeasure.org', code: '/min' },
  },
  request: { method: 'POST', url: 'Observation' },
});

const transaction = (value: string) => ({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [
    {
      fullUrl: URN,
      resource: patient('whole', value),
      request: { method: 'POST', url: 'Patient' },
    },
    ...[0, 1, 2].map(observation),
  ],
});

/** One writer's requests, one after the other, until nobody answers any more. */
async function write(ask: Ask, writer: number, promised: Promised): Promise<void> {
  const own = `/Patient/own-${writer}`;
  const keep = ({ status, headers, text, body }: Told) => {
    expect(status, text).toBeLessThan(300);
    promised.requests.add(String(headers['x-request-id']));
    if (body?.type === 'transaction-response') {
      for (const { resource, response } of body.entry as Answered[]) {
        const [, place = ''] = response.location.split('/v1/fhir/');
        promised.versions.set(place, JSON.stringify(resource));
      }
    } else if (body !== undefined && body.resourceType !== 'Bundle') {
      const place = `${body.resourceType}/${body.id}/_history/${body.meta.versionId}`;
      promised.versions.set(place, text);
    }
    return headers;
  };
  const whole = { prefer: 'return=representation' };
  for (let round = 0; ; round += 1) {
    const value = `${promised.versions.size}-${writer}-${round}`;
    keep(await ask('POST', '/Patient', patient('single', value)));
    keep(await ask('PUT', own, { ...patient('own', value), id: `own-${writer}` }));
    keep(await ask('POST', '', transaction(value), whole));
    keep(await ask('PATCH', own, [{ op: 'add', path: '/birthDate', value: '1950-01-01' }]));
    const once = { 'if-none-exist': `identifier=${SYSTEM}/once|${round}` };
    keep(await ask('POST', '/Patient', patient('once', String(round)), once));
    keep(await ask('GET', `/Patient?identifier=${SYSTEM}/single|${value}`));
    if (round % 3 !== 2) continue;
    const gone = keep(await ask('DELETE', own));
    const version = /\d+/.exec(String(gone.etag))?.[0];
    promised.versions.set(`Patient/own-${writer}/_history/${version}`, undefined);
  }
}

/** Kills the daemon once so much more is promised; fails for whatever is no broken line. */
async function killAmidst(box: FhirDaemon, promised: Promised, more: number): Promise<void> {
  const enough = promised.versions.size + more;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    try {
      await write(box.ask, writer, promised);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ECONNRESET' && code !== 'ECONNREFUSED' && code !== 'EPIPE') throw error;
    }
  });
  const reach = async () => {
    while (promised.versions.size < enough) await sleep(1);
  };
  await Promise.race([reach(), Promise.all(writers)]);
  box.daemon.process.kill('SIGKILL');
  await Promise.all(writers);
  expect((await box.daemon.exited).signal).toBe('SIGKILL');
}

/** Kept as it was answered, and asked for again after a restart. */
async function expectKept(ask: Ask, { versions }: Promised): Promise<void> {
  const lost = await inTurns([...versions], WRITERS, async ([place, text]) => {
    const told = await ask('GET', `/${place}`);
    if (text === undefined) return told.status === 410 ? [] : [place];
    return told.status === 200 && told.text === text ? [] : [place];
  });
  expect(lost.flat()).toEqual([]);
}

async function everyPatient(ask: Ask, query: string): Promise<Answered[]> {
  const patients: Answered[] = [];
  let path: string | undefined = `/Patient?_count=1000&${query}`;
  while (path !== undefined) {
    const { status, body } = await ask('GET', path);
    expect(status).toBe(200);
    patients.push(...(body.entry?.map(({ resource }: Answered) => resource) ?? []));
    const next = body.link.find(({ relation }: Answered) => relation === 'next');
    path = next?.url.slice(next.url.indexOf('/Patient?'));
  }
  return patients;
}

async function expectWhole(ask: Ask): Promise<void> {
  const made = await everyPatient(ask, `identifier=${SYSTEM}/whole|`);
  const counts = await inTurns(made, WRITERS, async ({ id }) => {
    const { body } = await ask('GET', `/Observation?patient=${id}&code=8867-4&_total=accurate`);
    return body.total as number;
  });
  expect(counts).toEqual(made.map(() => 3));
  const found = await everyPatient(ask, `identifier=${SYSTEM}/once|`);
  const values = found.map(({ identifier }) => identifier[0].value);
  expect([...values].sort()).toEqual([...new Set(values)].sort());
}

function expectRecorded(database: Database, { versions, requests }: Promised): void {
  const audit = createAuditRepository(database);
  expect(verifyChain(audit.each(), audit.highestEver())).toMatchObject({ intact: true });
  const plain = revealNames(database);
  const records = [...audit.each()].map(({ event }) => JSON.parse(plain(event)));
  const asked = new Set(records.map(({ request_id: id }) => id));
  expect([...requests].filter((id) => !asked.has(id))).toEqual([]);
  const results = new Set(records.map(({ result_id: id }) => id));
  const unrecorded = [...versions].filter(
    ([place, text]) => text !== undefined && !results.has(place),
  );
  expect(unrecorded).toEqual([]);
  const stored = database.prepare(
    `SELECT (SELECT count(*) FROM fhir_resource) + (SELECT count(*) FROM fhir_version)`,
  );
  const written = records.filter(({ action, result_id: id, status }) => {
    return id !== undefined && /create|update|patch|delete/.test(action) && status < 300;
  });
  // A conditional create that found what it wanted has named it, too, and made nothing.
  const made = new Set(written.map(({ result_id: id }) => id));
  expect(made.size).toBe(stored.pluck().get());
}

/** Compares what resources are found by with what they should be found by in a time zone. */
function expectIndexed(database: Database, timeZone: string): void {
  const index = createIndexer(openDefinitions(), timeZone);
  const { stored, extracted } = findingsIn(database, index);
  expect(stored.size).toBeGreaterThan(100);
  expect(stored).toEqual(extracted);
}

describe('a daemon that is killed while eight clients write', () => {
  const promised: Promised = { versions: new Map(), requests: new Set() };
  const dataDir = join(FOLDER, 'data');
  let key: string | undefined;
  const start = async (config: ConfigOverrides = {}) => {
    const known = key !== undefined && { key };
    const box = await startFhirDaemon(WRITERS, { dataDir, config, ...known });
    key = box.key;
    return box;
  };

  it('has kept all that it answered, whole, found and recorded', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const box = await start();
      await expectKept(box.ask, promised);
      await expectWhole(box.ask);
      await killAmidst(box, promised, 240 + ((round * 37) % 83));
      await box.stop();
    }
    const database = openDatabase(dataDir);
    expectRecorded(database, promised);
    expectIndexed(database, 'UTC');
    database.close();
  });

  it('builds its index anew at the next start, when its time zone is another one', async () => {
    const box = await start({ fhir: { time_zone: 'Europe/Vienna' } });
    await box.daemon.log(({ msg }) => msg === 'search index rebuilt');
    await expectKept(box.ask, promised);
    await expectWhole(box.ask);
    await box.stop('SIGKILL');
    const database = openDatabase(dataDir);
    expectIndexed(database, 'Europe/Vienna');
    database.close();
  });
});
