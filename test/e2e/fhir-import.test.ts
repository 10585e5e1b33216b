import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, ENTRY, startDaemon } from '../support/daemon.js';

const PATIENTS = 40;
const VALUES = 60;

const observationOf = (patient: string, n: number) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
  subject: { reference: patient },
  effectiveDateTime: '2026-03-01T08:00:00Z',
  valueQuantity: { value: n, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
});

/** Two new resources that are linked; which ids they get is the server's affair. */
function transactionOf(n: number) {
  const fullUrl = `urn:uuid:00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const identifier = [{ system: 'urn:oid:1.2.3', value: `t${n}` }];
  const patient = { resourceType: 'Patient', identifier };
  const value = observationOf(fullUrl, n);
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      { fullUrl, resource: patient, request: { method: 'POST', url: 'Patient' } },
      { resource: value, request: { method: 'POST', url: 'Observation' } },
    ],
  };
}

/** Resources with an id, without one, and in transactions, mixed. */
function linesOf(): object[] {
  return Array.from({ length: PATIENTS }, (_, p) => [
    { resourceType: 'Patient', id: `p${p}` },
    ...Array.from({ length: VALUES }, (_, n) => observationOf(`Patient/p${p}`, n)),
    transactionOf(p),
  ]).flat();
}

const folder = mkdtempSync(join(tmpdir(), 'wardbox-import-'));
let daemon: Daemon;
let key: string;

beforeAll(async () => {
  daemon = await startDaemon();
  key = await daemon.key({ rate: 1_000_000 });
});

afterAll(async () => {
  await daemon.stop();
  rmSync(folder, { recursive: true });
});

async function countOf(query: string): Promise<number> {
  const response = await daemon.request(`/v1/fhir/${query}&_summary=count`, { key });
  expect(response.status).toBe(200);
  return response.json<{ total: number }>().total;
}

/** An import in a process of its own; killed as soon as `until` holds, if ever. */
async function importing(file: string, until: () => Promise<boolean>): Promise<number | null> {
  const args = ['fhir', 'import', file, '--mode', 'test', '-c', daemon.configFile, '--json'];
  const child = spawn(process.execPath, [ENTRY, ...args], { stdio: 'ignore' });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  let running = true;
  void ended.then(() => {
    running = false;
  });
  while (running && !(await until())) await setTimeout(20);
  child.kill('SIGKILL');
  const [code] = await ended;
  return code;
}

describe('wardbox fhir import while the daemon serves', () => {
  it('brings every resource once, however often it is killed', async () => {
    const file = join(folder, 'all.ndjson.gz');
    writeFileSync(
      file,
      gzipSync(
        linesOf()
          .map((one) => `${JSON.stringify(one)}\n`)
          .join(''),
      ),
    );
    const all = PATIENTS * (VALUES + 1);
    let kills = 0;
    for (const share of [0.1, 0.3, 0.6]) {
      const code = await importing(file, async () => (await countOf('Observation?')) > all * share);
      if (code === null) kills += 1;
    }
    expect(kills).toBeGreaterThan(0);
    expect(await countOf('Observation?')).toBeLessThan(all);

    const args = ['fhir', 'import', file, '--mode', 'test', '--json'];
    const [told] = JSON.parse(await daemon.cli(...args)).files;
    expect(told.refused).toBe(0);
    expect(told.updated).toBe(0);
    expect(told.resumed_after_line).toBeGreaterThan(0);
    expect(await countOf('Observation?')).toBe(all);
    expect(await countOf('Patient?')).toBe(PATIENTS * 2);
    for (const n of [0, PATIENTS - 1]) {
      expect(await countOf(`Patient?identifier=urn:oid:1.2.3%7Ct${n}`)).toBe(1);
      expect(await countOf(`Observation?subject=Patient/p${n}`)).toBe(VALUES);
      expect(await countOf(`Observation?subject.identifier=urn:oid:1.2.3%7Ct${n}`)).toBe(1);
    }
    const history = await daemon.request('/v1/fhir/Observation/_history?_count=1', { key });
    expect(history.json<{ total: number }>().total).toBe(all);
    expect(JSON.parse(await daemon.cli('audit', 'verify', '--json'))).toMatchObject({
      intact: true,
    });
  });

  it('gives it all back as files', async () => {
    const out = join(folder, 'out');
    await daemon.cli('fhir', 'export', '--mode', 'test', '--out', out);
    expect(readdirSync(out).sort()).toEqual(['Observation.ndjson', 'Patient.ndjson']);
    const lines = readFileSync(join(out, 'Observation.ndjson'), 'utf8').trim().split('\n');
    const ids = new Set(lines.map((line) => JSON.parse(line).id));
    expect(ids.size).toBe(PATIENTS * (VALUES + 1));
  });
});
