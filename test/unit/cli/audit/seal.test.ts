import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextLink } from '../../../../src/audit/audit-chain.js';
import { createAuditRepository } from '../../../../src/store/audit-repository.js';
import { openDatabase } from '../../../../src/store/open.js';
import { auditQueue } from '../../../support/audit-queue.js';
import { EVENT, fillAudit } from '../../../support/audit-records.js';
import { commandLine } from '../../../support/command-line.js';
import { rejectionOf } from '../../../support/refusals.js';

const SCRIPT = join(import.meta.dirname, '../../../../scripts/release/verify-audit.mjs');
const DAY_MS = 86_400_000;

/** Twelve old records of which the third is plainly about a patient, then some of the day. */
async function prepared() {
  const line = commandLine();
  const dataDir = join(line.folder, 'data');
  const database = openDatabase(dataDir);
  fillAudit(database, 12);
  const queue = auditQueue(database, line.clock);
  const about = (target: string) => queue.record([{ ...EVENT, target }], 'synced');
  for (const id of ['a', 'b', 'a/_history/2', 'a.b', 'h']) await about(`Patient/${id}`);
  line.clock.pass(40 * DAY_MS);
  for (const id of ['b', 'a', 'c']) await about(`Patient/${id}`);
  database.close();
  const tail = async (...words: string[]) =>
    JSON.parse((await line.run('audit', 'tail', '--json', ...words)).text) as {
      readonly seq: number;
      readonly target?: string;
    }[];
  const verify = async () => JSON.parse((await line.run('audit', 'verify', '--json')).text);
  return { ...line, dataDir, tail, verify, out: join(line.folder, 'out.jsonl') };
}

const seqsOf = (records: readonly { seq: number }[]) => records.map(({ seq }) => seq);
const seqsIn = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).seq as number);

describe('wardbox audit seal', () => {
  it('moves old records, reports it, and the log stays intact', async () => {
    const { run, verify, dataDir, clock } = await prepared();
    const { text, exitCode } = await run('audit', 'seal', '--older-than', '30');
    const folder = join(dataDir, 'audit', 'segments');
    expect([text, exitCode]).toEqual([`Segment 1: records 1 to 17\n${folder}`, 0]);
    expect(readdirSync(folder).sort()).toEqual(['000001.json', '000001.jsonl.gz']);
    // 20 records, a checkpoint and the seal.
    expect(await verify()).toMatchObject({ intact: true, records: 22, segments: 1 });
    expect((await run('audit', 'verify')).text).toContain('Sealed segments: 1.');
    const nothing = await run('audit', 'seal', '--older-than', '30');
    expect(nothing.text).toMatch(/^No records from before 2026-03-24/);
    clock.pass(1_000);
    const json = JSON.parse((await run('audit', 'seal', '--older-than', '0', '--json')).text);
    expect(json.segments).toMatchObject([{ number: 2, first: 18 }]);
  });

  it('takes the days of the configuration, and must have some', async () => {
    const { run } = await prepared();
    expect((await rejectionOf(run('audit', 'seal'))).code).toBe('validation_error');
    for (const days of ['-1', '1.5', 'x']) {
      const error = await rejectionOf(run('audit', 'seal', '--older-than', days));
      expect(error.code).toBe('validation_error');
    }
    const line = commandLine({ storage: { audit_retention_days: 30 } });
    await line.run('keys', 'create', '--name', 'A', '--mode', 'test');
    line.clock.pass(31 * DAY_MS);
    await line.run('keys', 'create', '--name', 'B', '--mode', 'test');
    await line.run('keys', 'create', '--name', 'C', '--mode', 'test');
    expect((await line.run('audit', 'seal')).text).toContain('records 1 to 1');
  });

  it('reports a missing segment, and nothing else then', async () => {
    const { run, verify, dataDir, out } = await prepared();
    await run('audit', 'seal', '--older-than', '30');
    rmSync(join(dataDir, 'audit', 'segments', '000001.json'));
    expect(await verify()).toMatchObject({ intact: false, brokenAt: 1, segment: 1 });
    const { text, exitCode } = await run('audit', 'verify');
    expect([text, exitCode]).toEqual([
      'The audit log is NOT intact at record 1: segment 1: it is missing.',
      3,
    ]);
    expect((await rejectionOf(run('audit', 'export', '--out', out))).code).toBe('conflict');
    const prune = run('audit', 'prune', '--before', '2026-12-31');
    expect((await rejectionOf(prune)).message).toContain('Nothing is removed');
  });
});

describe('records of a patient', () => {
  it.each([['a'], ['Patient/a']])('are found by %s, wherever they lie', async (id) => {
    const { run, tail, out } = await prepared();
    const expected = [13, 15, 19];
    expect(seqsOf(await tail('--patient', id))).toEqual(expected);
    await run('audit', 'seal', '--older-than', '30');
    expect(seqsOf(await tail('--patient', id))).toEqual(expected);
    expect(seqsOf(await tail('--patient', id, '-n', '2'))).toEqual([15, 19]);
    const { text } = await run('audit', 'export', '--out', out, '--patient', id, '--json');
    expect(JSON.parse(text)).toMatchObject({ records: 3, first: 13, last: 19 });
    expect(seqsIn(out)).toEqual(expected);
  });

  it('do not hold its id, and are found by the name that hides it', async () => {
    const { run, tail, out } = await prepared();
    const [record] = await tail('--patient', 'b', '-n', '1');
    expect(record?.target).toMatch(/^Patient\/h_[0-9a-f]{32}$/);
    expect(seqsOf(await tail('--patient', record!.target!))).toEqual([14, 18]);
    await run('audit', 'export', '--out', out, '--patient', 'b');
    const [told] = await tail('-n', '1');
    expect(told).toMatchObject({ action: 'audit.export', target: record!.target });
    expect(readFileSync(out, 'utf8')).not.toMatch(/Patient\/(?!h_)/);
  });

  it('of before names were hidden are found, too', async () => {
    const { run, tail, dataDir } = await prepared();
    const database = openDatabase(dataDir);
    const repository = createAuditRepository(database);
    repository.appendAll((last) => {
      const target = 'Patient/old/_history/1';
      return [{ ...nextLink(last, 't', JSON.stringify({ ...EVENT, target })), target }];
    });
    database.close();
    expect(seqsOf(await tail('--patient', 'old'))).toEqual([21]);
    await run('audit', 'export', '--out', join(dataDir, 'o'), '--patient', 'Patient/old');
    expect(seqsIn(join(dataDir, 'o'))).toEqual([21]);
  });

  it('are requested by an id', async () => {
    const { run } = await prepared();
    for (const wrong of ['', 'Patient/', 'a b', 'Patient/a/_history/1', '../x']) {
      const error = await rejectionOf(run('audit', 'tail', '--patient', wrong));
      expect(error.code).toBe('validation_error');
    }
    const { text } = await run('audit', 'tail', '--patient', 'nobody');
    expect(text).toBe('There is no record about it.');
  });
});

describe('an export', () => {
  it.each([
    [[], 1, 22],
    [['--since', '2026-01-01T00:00:05Z'], 5, 22],
    [['--until', '2026-01-01T00:00:05Z'], 1, 4],
    [['--since', '2026-01-01T00:00:05Z', '--until', '2026-03-15'], 5, 17],
    [['--since', '2026-04-01'], 18, 22],
    [['--until', '2025-01-01'], 0, -1],
  ])('%j goes over segments and base: %d to %d', async (span, first, last) => {
    const { run, out } = await prepared();
    await run('audit', 'seal', '--older-than', '30');
    await run('audit', 'export', '--out', out, ...span);
    const expected = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    expect(seqsIn(out)).toEqual(expected);
  });

  it('and the segments as they lie can be verified by others, over all keys', async () => {
    const { run, out, folder, dataDir, clock } = await prepared();
    const key = join(folder, 'key.pem');
    writeFileSync(key, (await run('audit', 'key')).text);
    await run('audit', 'seal', '--older-than', '30');
    await run('audit', 'rotate-key');
    clock.pass(1_000);
    await run('audit', 'seal', '--older-than', '0');
    await run('audit', 'export', '--out', out);
    const witnesses = ['--checkpoints', join(dataDir, 'audit', 'checkpoints.jsonl'), '--key'];
    const ask = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...words], {
        encoding: 'utf8',
      });
      return { status, said: `${stdout}${stderr}` };
    };
    expect(ask(out, ...witnesses, key)).toMatchObject({ status: 0 });
    const newKey = join(folder, 'new.pem');
    writeFileSync(newKey, (await run('audit', 'key')).text);
    expect(ask(out, ...witnesses, newKey)).toMatchObject({ status: 0 });
    const segments = ['000001.jsonl.gz', '000002.jsonl.gz'];
    const paths = segments.map((name) => join(dataDir, 'audit', 'segments', name));
    const { status, said } = ask(...paths, ...witnesses, key, '--partial');
    expect([status, said]).toEqual([0, expect.stringContaining('Intact: records 1 to 2')]);
    expect(ask(paths[1]!, paths[0]!, '--partial')).toMatchObject({ status: 3 });
  });
});

describe('wardbox audit prune', () => {
  it('removes whole segments for good, and says from which record on the log is there', async () => {
    const { run, verify, tail, dataDir } = await prepared();
    await run('audit', 'seal', '--older-than', '30');
    expect((await run('audit', 'prune', '--before', '2026-03-01')).text).toContain('No sealed');
    const { text } = await run('audit', 'prune', '--before', '2026-04-01');
    expect(text).toBe('Segments removed: 1. The log begins with record 18.');
    expect(existsSync(join(dataDir, 'audit', 'segments', '000001.jsonl.gz'))).toBe(false);
    expect(await verify()).toMatchObject({ intact: true, records: 6, from: 18 });
    expect((await run('audit', 'verify')).text).toContain('From record 18 on');
    expect(seqsOf(await tail('--patient', 'a'))).toEqual([19]);
    expect((await tail('-n', '1'))[0]).toMatchObject({
      action: 'audit.prune',
      outcome: 'success',
      count: 17,
      actor: { type: 'administrator', id: 'alice' },
    });
  });
});

describe('wardbox audit rotate-key', () => {
  it('prints the new key, which signs from then on', async () => {
    const { run, verify } = await prepared();
    const before = (await run('audit', 'key')).text;
    const { text } = await run('audit', 'rotate-key');
    const after = (await run('audit', 'key')).text;
    expect(after).not.toBe(before);
    expect(text.endsWith(`\n\n${after}`)).toBe(true);
    expect(await verify()).toMatchObject({ intact: true, checkpoints: 2 });
    const json = JSON.parse((await run('audit', 'rotate-key', '--json')).text);
    expect(json).toMatchObject({ checkpoint: 4, key: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(json.public_key).toContain('BEGIN PUBLIC KEY');
  });

  it('leaves a copy of the checkpoints good that was kept elsewhere before', async () => {
    const { run, dataDir, folder, clock } = await prepared();
    const [copy, key] = ['copy.jsonl', 'key.pem'].map((name) => join(folder, name));
    await run('audit', 'checkpoint');
    copyFileSync(join(dataDir, 'audit', 'checkpoints.jsonl'), copy!);
    writeFileSync(key!, (await run('audit', 'key')).text);
    await run('audit', 'rotate-key');
    clock.pass(1_000);
    await run('audit', 'seal', '--older-than', '0');
    const { text, exitCode } = await run('audit', 'verify', '--checkpoints', copy!, '--key', key!);
    expect([text, exitCode]).toEqual([expect.stringContaining('is intact'), 0]);
    const other = await prepared();
    writeFileSync(key!, (await other.run('audit', 'key')).text);
    const foreign = await run('audit', 'verify', '--checkpoints', copy!, '--key', key!);
    expect(foreign.exitCode).toBe(3);
  });
});
