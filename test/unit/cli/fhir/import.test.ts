import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../../src/audit/audit-log.js';
import { openDatabase } from '../../../../src/store/open.js';
import { commandLine } from '../../../support/command-line.js';

const PATIENT = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Erfunden' }] };
const observation = (id: string, more: object = {}) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { text: 'pulse' },
  subject: { reference: 'Patient/p1' },
  ...more,
});
const ndjson = (values: readonly unknown[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** A command line with a data folder, and files to import. */
async function prepared() {
  const line = commandLine();
  await line.run('keys', 'create', '--name', 'a', '--mode', 'test');
  const put = (name: string, content: string) => {
    const file = join(line.folder, name);
    writeFileSync(file, content);
    return file;
  };
  const bring = async (file: string, ...more: string[]) => {
    const { text, exitCode } = await line.run(
      'fhir',
      'import',
      file,
      '--mode',
      'test',
      '--json',
      ...more,
    );
    return { ...JSON.parse(text).files[0], exitCode };
  };
  const audit = async (): Promise<AuditEvent[]> =>
    JSON.parse((await line.run('audit', 'tail', '-n', '1000', '--json')).text);
  /** All of a mode, by name. */
  const stored = async (mode = 'test') => {
    const out = join(line.folder, `out-${Math.random()}`);
    const { text } = await line.run('fhir', 'export', '--mode', mode, '--out', out, '--json');
    const files = JSON.parse(text).files as { file: string }[];
    const lines = files.flatMap(({ file }) => readFileSync(file, 'utf8').trim().split('\n'));
    return new Map(
      lines.map((one) => JSON.parse(one)).map((one) => [`${one.resourceType}/${one.id}`, one]),
    );
  };
  return { ...line, put, bring, audit, stored };
}

describe('wardbox fhir import', () => {
  it('stores the resources of NDJSON under their ids, each with a record of its own', async () => {
    const { put, bring, audit, stored } = await prepared();
    const all = [PATIENT, ...Array.from({ length: 150 }, (_, n) => observation(`o${n}`))];
    const done = await bring(put('all.ndjson', ndjson(all)));
    expect(done).toMatchObject({ created: 151, updated: 0, refused: 0, exitCode: 0 });
    const there = await stored();
    expect(there.size).toBe(151);
    expect(there.get('Observation/o17')).toMatchObject(observation('o17'));
    expect(there.get('Observation/o17').meta.versionId).toBe('1');
    expect((await stored('live')).size).toBe(0);
    const records = await audit();
    const made = records.filter(({ action }) => action === 'fhir.update');
    expect(made.length).toBe(151);
    const administrator = { type: 'administrator', id: 'alice' };
    expect(made[0]).toMatchObject({ actor: administrator, status: 201 });
    expect(made[0]?.target).toMatch(/^Patient\/h_[0-9a-f]{32}$/);
    expect(records.find(({ action }) => action === 'fhir.import')).toMatchObject({
      target: 'test',
      outcome: 'success',
      count: 151,
      request_sha256: done.sha256,
    });
  });

  it('makes no new version of what is here as it is in the file', async () => {
    const { put, bring, stored } = await prepared();
    await bring(put('one.json', JSON.stringify(PATIENT, null, 2)));
    const other = put('two.ndjson', ndjson([PATIENT, observation('o1')]));
    expect(await bring(other)).toMatchObject({ created: 1, unchanged: 1, updated: 0 });
    const changed = { ...PATIENT, gender: 'other' };
    const third = put('three.ndjson', ndjson([changed, PATIENT, changed]));
    expect(await bring(third)).toMatchObject({ updated: 3, unchanged: 0 });
    const patient = (await stored()).get('Patient/p1');
    expect(patient).toMatchObject({ gender: 'other', meta: { versionId: '4' } });
  });

  it('takes back what was exported, as it was', async () => {
    const { put, bring, run, folder } = await prepared();
    const written = '{"resourceType":"Patient",\n  "id":"p1",\n  "multipleBirthInteger": 2}';
    await bring(put('one.json', written));
    const out = join(folder, 'out');
    await run('fhir', 'export', '--mode', 'test', '--out', out);
    const file = join(out, 'Patient.ndjson');
    expect(await bring(file)).toMatchObject({ unchanged: 1, created: 0, updated: 0 });
  });

  it('does not import a file twice unless requested', async () => {
    const { put, bring, stored } = await prepared();
    const file = put('a.ndjson', ndjson([{ resourceType: 'Patient' }, PATIENT]));
    expect(await bring(file)).toMatchObject({ created: 2 });
    expect(await bring(file)).toMatchObject({ already_imported: true, created: 0, exitCode: 0 });
    expect(await bring(file, '--again')).toMatchObject({ unchanged: 2, created: 0 });
    expect((await stored()).size).toBe(2);
  });

  it('writes why resources are refused to a file, and shows a terminal nothing of them', async () => {
    const { put, run, folder, stored } = await prepared();
    const bad = observation('o1', { status: 'Erfundenes' });
    const text = `${JSON.stringify(PATIENT)}\n{"resourceType":"Pati\n${ndjson([bad])}`;
    const file = put('a.ndjson', text);
    const errors = join(folder, 'errors.ndjson');
    const said = await run('fhir', 'import', file, '--mode', 'test', '--errors', errors);
    expect(said.exitCode).toBe(4);
    expect(said.text).toContain('a.ndjson line 2: structure');
    expect(said.text).toContain('a.ndjson line 3: code-invalid');
    expect(said.text).not.toContain('Erfunden');
    const outcomes = readFileSync(errors, 'utf8')
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one));
    expect(outcomes).toMatchObject([
      { resourceType: 'OperationOutcome', id: 'line-2' },
      { resourceType: 'OperationOutcome', id: 'line-3' },
    ]);
    expect(outcomes[0].issue).toMatchObject([{ code: 'structure' }]);
    const [issue] = outcomes[1].issue;
    expect(issue).toMatchObject({ code: 'code-invalid', expression: ['Observation.status'] });
    expect(readFileSync(errors, 'utf8')).not.toContain('Erfunden');
    expect(statSync(errors).mode & 0o777).toBe(0o600);
    expect((await stored()).size).toBe(1);
  });

  it('carries out a transaction wholly or not at all', async () => {
    const { put, bring, stored } = await prepared();
    const urn = 'urn:uuid:6a1f9c54-0f0c-4a55-9f3e-3f6a3f1f7a10';
    const { id: _, ...fresh } = observation('x', { subject: { reference: urn } });
    const bundle = (resource: object) => ({
      resourceType: 'Bundle',
      type: 'transaction',
      entry: [
        {
          fullUrl: urn,
          resource: { resourceType: 'Patient' },
          request: { method: 'POST', url: 'Patient' },
        },
        { resource, request: { method: 'POST', url: 'Observation' } },
      ],
    });
    const file = put('a.ndjson', ndjson([bundle({ ...fresh, status: 'bad' }), bundle(fresh)]));
    expect(await bring(file)).toMatchObject({ created: 2, refused: 1, exitCode: 4 });
    const names = [...(await stored()).keys()];
    const patient = names.find((name) => name.startsWith('Patient/'));
    const made = (await stored()).get(names.find((name) => name.startsWith('Observation/')) ?? '');
    expect(names.length).toBe(2);
    expect(made.subject.reference).toBe(patient);
  });

  it('does what the entries of a batch ask, each by itself', async () => {
    const { put, bring, stored } = await prepared();
    const entry = [
      { resource: PATIENT, request: { method: 'PUT', url: 'Patient/p1' } },
      { resource: observation('o1'), request: { method: 'PUT', url: 'Observation/o1' } },
      {
        resource: observation('o2', { status: 1 }),
        request: { method: 'PUT', url: 'Observation/o2' },
      },
      { request: { method: 'DELETE', url: 'Observation/o1' } },
    ];
    const file = put('a.json', JSON.stringify({ resourceType: 'Bundle', type: 'batch', entry }));
    expect(await bring(file)).toMatchObject({ created: 2, removed: 1, refused: 1 });
    expect([...(await stored()).keys()]).toEqual(['Patient/p1']);
  });

  describe('with references by search', () => {
    const SYSTEM = 'urn:oid:2.999.7';
    const doctor = (id: string, value: string) => ({
      resourceType: 'Practitioner',
      id,
      identifier: [{ system: SYSTEM, value }],
    });
    const byDoctor = (id: string, value: string) =>
      observation(id, { performer: [{ reference: `Practitioner?identifier=${SYSTEM}|${value}` }] });

    it('leads them to what is found, wherever it stands in the files', async () => {
      const { put, run, stored } = await prepared();
      const first = put('a.ndjson', ndjson([PATIENT, doctor('d1', '1'), byDoctor('o1', '1')]));
      const second = put('b.ndjson', ndjson([byDoctor('o2', '2'), byDoctor('o3', '1')]));
      const third = put('c.ndjson', ndjson([doctor('d2', '2')]));
      const said = await run('fhir', 'import', first, second, third, '--mode', 'test', '--json');
      expect(said.exitCode).toBe(0);
      expect(JSON.parse(said.text).files).toMatchObject([
        { created: 3, refused: 0 },
        { created: 2, refused: 0 },
        { created: 1, refused: 0 },
      ]);
      const there = await stored();
      const performers = ['o1', 'o2', 'o3'].map(
        (id) => there.get(`Observation/${id}`).performer[0].reference,
      );
      expect(performers).toEqual(['Practitioner/d1', 'Practitioner/d2', 'Practitioner/d1']);
      const again = await run('fhir', 'import', second, '--mode', 'test', '--json', '--again');
      expect(JSON.parse(again.text).files).toMatchObject([{ unchanged: 2, created: 0 }]);
    });

    it('refuses them, with their place, where nothing or more than one is found', async () => {
      const { put, run, folder, stored } = await prepared();
      const unsearchable = observation('o4', { performer: [{ reference: 'Practitioner?foo=1' }] });
      const lines = [
        doctor('d1', '1'),
        doctor('d2', '1'),
        byDoctor('o1', '1'),
        byDoctor('o2', 'secret-number'),
        observation('o3'),
        unsearchable,
      ];
      const errors = join(folder, 'errors.ndjson');
      const file = put('a.ndjson', ndjson(lines));
      const said = await run(
        ...['fhir', 'import', file, '--mode', 'test', '--json', '--errors', errors],
      );
      expect(said.exitCode).toBe(4);
      expect(JSON.parse(said.text).files).toMatchObject([{ created: 3, refused: 3 }]);
      const written = readFileSync(errors, 'utf8');
      expect(written).not.toContain('secret-number');
      const refusals = written
        .trim()
        .split('\n')
        .map((one) => JSON.parse(one))
        .map(({ id, issue: [{ code, expression }] }) => [id, code, ...expression]);
      const place = 'Observation.performer[0].reference';
      expect(refusals).toEqual([
        ['line-3', 'multiple-matches', place],
        ['line-6', 'not-supported', place],
        ['line-4', 'not-found', place],
      ]);
      expect([...(await stored()).keys()].sort()).toEqual([
        'Observation/o3',
        'Practitioner/d1',
        'Practitioner/d2',
      ]);
    });

    it('finds after an interruption what had waited before it', async () => {
      const { put, run, bring, stored } = await prepared();
      const file = put('a.ndjson', ndjson([byDoctor('o1', '1'), PATIENT, doctor('d1', '1')]));
      const broken = put('broken.ndjson.gz', '');
      writeFileSync(broken, gzipSync(ndjson([PATIENT])).subarray(0, 25));
      // The first round of the first file is done, and then the import breaks off.
      const cut = run('fhir', 'import', file, broken, '--mode', 'test');
      await expect(cut).rejects.toThrow('broken.ndjson.gz cannot be read to its end');
      expect((await stored()).has('Observation/o1')).toBe(false);
      expect(await bring(file)).toMatchObject({ created: 1, refused: 0, resumed_after_line: 3 });
      expect((await stored()).get('Observation/o1').performer[0].reference).toBe('Practitioner/d1');
    });
  });

  it('resumes an interrupted import, and stores each resource once', async () => {
    const { put, bring, stored, folder } = await prepared();
    const all = Array.from({ length: 200 }, () => ({ resourceType: 'Patient' }));
    const file = put('a.ndjson', ndjson(all));
    const inDatabase = (sql: string) => {
      const database = openDatabase(join(folder, 'data'));
      database.exec(sql);
      database.close();
    };
    inDatabase(`CREATE TRIGGER stop BEFORE INSERT ON fhir_resource
      WHEN (SELECT count(*) FROM fhir_resource) = 100 BEGIN SELECT raise(ABORT, 'full'); END`);
    await expect(bring(file)).rejects.toThrow('full');
    expect((await stored()).size).toBe(100);

    inDatabase('DROP TRIGGER stop');
    expect(await bring(file)).toMatchObject({ resumed_after_line: 100, created: 100, updated: 0 });
    const there = await stored();
    expect(there.size).toBe(200);
    const versions = [...there.values()].map(({ meta }) => meta.versionId);
    expect(new Set(versions)).toEqual(new Set(['1']));
  });

  it('brings what stands before the place where a compressed file breaks off', async () => {
    const { bring, folder, stored } = await prepared();
    const names = Array.from({ length: 3_000 }, (_, n) => ({
      resourceType: 'Patient',
      id: `p${n}`,
    }));
    const whole = gzipSync(ndjson(names));
    const file = join(folder, 'a.ndjson.gz');
    writeFileSync(file, whole.subarray(0, whole.length - 50));
    await expect(bring(file)).rejects.toThrow('cannot be read to its end');
    const { size } = await stored();
    expect(size).toBeGreaterThan(2_000);
    expect(size).toBeLessThan(3_000);
  });

  it('refuses what it cannot do before it begins', async () => {
    const { put, run, folder } = await prepared();
    const file = put('a.ndjson', ndjson([PATIENT]));
    const missing = join(folder, 'missing.ndjson');
    const both = run('fhir', 'import', file, missing, '--mode', 'test');
    await expect(both).rejects.toThrow('missing.ndjson is not a file');
    await expect(run('fhir', 'import', file, '--mode', 'both')).rejects.toThrow('mode');
    const { text } = await run('audit', 'tail', '--json');
    expect(text).not.toContain('fhir.');
  });
});
