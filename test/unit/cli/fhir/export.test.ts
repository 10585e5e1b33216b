import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/store/open.js';
import { commandLine } from '../../../support/command-line.js';

const observation = (id: string, patient: string) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { text: 'pulse' },
  subject: { reference: `Patient/${patient}` },
});
const RESOURCES = [
  { resourceType: 'Patient', id: 'p1' },
  { resourceType: 'Patient', id: 'p2' },
  { resourceType: 'Organization', id: 'g1', name: 'Ward' },
  observation('o1', 'p1'),
  observation('o2', 'p2'),
];

async function prepared() {
  const line = commandLine();
  await line.run('keys', 'create', '--name', 'a', '--mode', 'test');
  const file = join(line.folder, 'all.ndjson');
  writeFileSync(file, RESOURCES.map((one) => `${JSON.stringify(one)}\n`).join(''));
  await line.run('fhir', 'import', file, '--mode', 'test');
  const out = join(line.folder, 'out');
  const take = async (...more: string[]) => {
    await line.run('fhir', 'export', '--mode', 'test', '--out', out, ...more);
    return readdirSync(out).flatMap((name) =>
      readFileSync(join(out, name), 'utf8')
        .trim()
        .split('\n')
        .map((text) => `${name} ${JSON.parse(text).id}`),
    );
  };
  return { ...line, out, take };
}

describe('wardbox fhir export', () => {
  it('writes a file a type, readable by its owner alone, and records it', async () => {
    const { take, out, run } = await prepared();
    expect(await take()).toEqual([
      'Observation.ndjson o1',
      'Observation.ndjson o2',
      'Organization.ndjson g1',
      'Patient.ndjson p1',
      'Patient.ndjson p2',
    ]);
    expect(statSync(out).mode & 0o777).toBe(0o700);
    expect(statSync(join(out, 'Patient.ndjson')).mode & 0o777).toBe(0o600);
    const [record] = JSON.parse((await run('audit', 'tail', '-n', '1', '--json')).text);
    const facts = { action: 'fhir.export', target: 'test', query: '*', count: 5 };
    expect(record).toMatchObject({ ...facts, actor: { type: 'administrator', id: 'alice' } });
  });

  it('writes the requested types', async () => {
    const { take } = await prepared();
    const types = await take('--type', 'Patient', '--type', 'Organization');
    expect(types).toEqual(['Organization.ndjson g1', 'Patient.ndjson p1', 'Patient.ndjson p2']);
  });

  it('writes what belongs to one patient', async () => {
    const { take, run } = await prepared();
    expect(await take('--patient', 'p2')).toEqual(['Observation.ndjson o2', 'Patient.ndjson p2']);
    const [record] = JSON.parse((await run('audit', 'tail', '-n', '1', '--json')).text);
    expect(record).toMatchObject({
      target: expect.stringMatching(/^Patient\/h_/),
      query: '*&patient',
      count: 2,
    });
  });

  it('writes how the resources of one patient came about, each record of it once', async () => {
    const { run, take, folder } = await prepared();
    const provenance = (id: string, ...targets: string[]) => ({
      ...{ resourceType: 'Provenance', id, recorded: '2026-06-01T12:00:00Z' },
      target: targets.map((reference) => ({ reference })),
      agent: [{ who: { display: 'Somebody' } }],
    });
    const more = [
      provenance('v1', 'Observation/o1/_history/1'),
      provenance('v2', 'Patient/p2', 'Observation/o2'),
      provenance('v3', 'Observation/o2'),
      provenance('v4', 'Organization/g1'),
      ...Array.from({ length: 250 }, (_, n) => observation(`many-${n}`, 'p2')),
      provenance('v5', 'Observation/many-0', 'Observation/many-249'),
    ];
    const file = join(folder, 'more.ndjson');
    writeFileSync(file, more.map((one) => `${JSON.stringify(one)}\n`).join(''));
    await run('fhir', 'import', file, '--mode', 'test');
    const written = await take('--patient', 'p2');
    expect(written.filter((line) => line.startsWith('Provenance')).toSorted()).toEqual([
      'Provenance.ndjson v2',
      'Provenance.ndjson v3',
      'Provenance.ndjson v5',
    ]);
    expect(written).toHaveLength(1 + 251 + 3);
  });

  it('writes what was changed since a time, and no file where there is nothing', async () => {
    const { take, clock } = await prepared();
    expect(await take('--since', new Date(clock() + 1_000).toISOString())).toEqual([]);
    expect((await take('--since', new Date(clock()).toISOString())).length).toBe(5);
  });

  it('overwrites nothing', async () => {
    const { take, out } = await prepared();
    await take('--type', 'Patient');
    const before = readFileSync(join(out, 'Patient.ndjson'), 'utf8');
    await expect(take()).rejects.toThrow('Patient.ndjson already exists');
    expect(readdirSync(out)).toEqual(['Patient.ndjson']);
    expect(readFileSync(join(out, 'Patient.ndjson'), 'utf8')).toBe(before);
  });

  it('keeps test and live apart', async () => {
    const { run, folder } = await prepared();
    const out = join(folder, 'live');
    const { text } = await run('fhir', 'export', '--mode', 'live', '--out', out, '--json');
    expect(JSON.parse(text)).toEqual({ files: [] });
    expect(readdirSync(out)).toEqual([]);
  });

  it.each([
    [['--type', 'Sorrow'], 'type'],
    [['--type', 'AuditEvent'], 'type'],
    [['--since', 'yesterday'], 'instant'],
    [['--patient', 'a/b'], 'patient'],
  ])('refuses %j', async (more, problem) => {
    const { take } = await prepared();
    await expect(take(...more)).rejects.toThrow(problem);
  });
});

describe('wardbox fhir reindex', () => {
  it('goes through all resources of both modes, and records it', async () => {
    const { run } = await prepared();
    expect(JSON.parse((await run('fhir', 'reindex', '--json')).text)).toEqual({
      resources: 5,
      failed: 0,
    });
    const [record] = JSON.parse((await run('audit', 'tail', '-n', '1', '--json')).text);
    expect(record).toMatchObject({ action: 'fhir.reindex', outcome: 'success', count: 5 });
  });

  it('makes good an index that was damaged', async () => {
    const { run, take, folder } = await prepared();
    const database = openDatabase(join(folder, 'data'));
    database.exec('DELETE FROM fhir_reference');
    database.close();
    await run('fhir', 'reindex');
    expect(await take('--patient', 'p2')).toEqual(['Observation.ndjson o2', 'Patient.ndjson p2']);
  });
});
