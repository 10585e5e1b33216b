import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAuditRepository } from '../../../../src/store/audit-repository.js';
import { openDatabase } from '../../../../src/store/open.js';
import { chainOf, fillAudit } from '../../../support/audit-records.js';
import { commandLine } from '../../../support/command-line.js';
import { openFhir } from '../../../support/fhir/ask.js';
import { rejectionOf } from '../../../support/refusals.js';

const SCRIPT = join(import.meta.dirname, '../../../../scripts/release/verify-audit.mjs');

function withRecords(count: number) {
  const line = commandLine();
  const dataDir = join(line.folder, 'data');
  const database = openDatabase(dataDir);
  fillAudit(database, count);
  database.close();
  const file = join(line.folder, 'audit.out');
  const records = () => {
    const again = openDatabase(dataDir);
    const rows = [...createAuditRepository(again).each()];
    again.close();
    return rows;
  };
  return { ...line, dataDir, file, records };
}

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1);

describe('wardbox audit export', () => {
  it('writes every record with its hashes, and that it did so is a record', async () => {
    const { run, file, records } = withRecords(2_500);
    const { text, exitCode } = await run('audit', 'export', '--out', file);
    expect([text, exitCode]).toEqual([`2,500 records in ${file}`, 0]);
    const chain = chainOf(2_500);
    expect(linesOf(file).map((line) => JSON.parse(line))).toEqual(
      chain.map(({ seq, at, event, prevHash, hash }) => ({
        seq,
        at,
        prev_hash: prevHash.toString('hex'),
        hash: hash.toString('hex'),
        event: JSON.parse(event),
      })),
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(records().at(-1)!.event)).toMatchObject({
      action: 'audit.export',
      query: 'format=jsonl',
      count: 2_500,
      actor: { type: 'administrator', id: 'alice' },
    });
  });

  it('writes AuditEvents that FHIR takes', async () => {
    const { run, file, clock } = withRecords(12);
    await run('audit', 'checkpoint');
    await run('audit', 'export', '--format', 'fhir', '--out', file);
    const resources = linesOf(file).map((line) => JSON.parse(line));
    expect(resources.map(({ id }) => id)).toEqual(
      Array.from({ length: 13 }, (_, index) => `audit-${index + 1}`),
    );
    const { validator } = openFhir(clock);
    for (const resource of resources) {
      const found = validator.validate(resource, { type: 'AuditEvent' });
      expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });

  it.each([
    [['--since', '2026-01-01T00:00:10Z'], 10, 20],
    [['--until', '2026-01-01T00:00:10Z'], 1, 9],
    [['--since', '2026-01-01T00:00:05.5Z', '--until', '2026-01-01T00:00:08+00:00'], 6, 7],
    [['--since', '2026-01-01'], 1, 20],
    [['--since', '2027-01-01'], 0, -1],
    [['--until', '2025-01-01'], 0, -1],
  ])('%j writes the records %d to %d', async (span, first, last) => {
    const { run, file } = withRecords(20);
    const { text } = await run('audit', 'export', '--out', file, ...span, '--json');
    const seqs = linesOf(file).map((line) => JSON.parse(line).seq);
    expect(seqs).toEqual(Array.from({ length: last - first + 1 }, (_, index) => first + index));
    const range = seqs.length === 0 ? {} : { first, last };
    expect(JSON.parse(text)).toEqual({ file, format: 'jsonl', records: seqs.length, ...range });
  });

  it('overwrites nothing and leaves nothing half done', async () => {
    const { run, file, folder, records } = withRecords(3);
    writeFileSync(file, 'mine');
    expect((await rejectionOf(run('audit', 'export', '--out', file))).code).toBe('conflict');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const other = join(folder, 'other');
    for (const wrong of [
      ['--format', 'csv'],
      ['--since', 'yesterday'],
    ]) {
      const error = await rejectionOf(run('audit', 'export', '--out', other, ...wrong));
      expect(error.code).toBe('validation_error');
    }
    expect(existsSync(other)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
    expect(records()).toHaveLength(3);
  });
});

describe('scripts/release/verify-audit.mjs', () => {
  const ask = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...words], {
      encoding: 'utf8',
    });
    return { status, said: `${stdout}${stderr}` };
  };

  /** What an administrator takes away: an export of 31 records, a checkpoint after 10 and 31. */
  async function takenAway() {
    const made = withRecords(10);
    const { run, file, folder, dataDir } = made;
    await run('audit', 'checkpoint');
    for (let n = 0; n < 20; n += 1) await run('keys', 'create', '--name', 'A', '--mode', 'test');
    await run('audit', 'checkpoint');
    await run('audit', 'export', '--out', file);
    const key = join(folder, 'key.pem');
    writeFileSync(key, (await run('audit', 'key')).text);
    const checkpoints = join(dataDir, 'audit', 'checkpoints.jsonl');
    return { ...made, key, checkpoints, witnesses: ['--checkpoints', checkpoints, '--key', key] };
  }

  it('takes what was exported, and its signed checkpoints', async () => {
    const { file, witnesses } = await takenAway();
    const head = JSON.parse(linesOf(file).at(-1)!).hash;
    expect(ask(file)).toEqual({
      status: 0,
      said: `Intact: records 1 to 32, head ${head}\nNo checkpoint vouches for them.\n`,
    });
    const { status, said } = ask(file, ...witnesses);
    expect([status, said]).toEqual([0, expect.stringContaining('agree with them: 2.')]);
  });

  it('finds what was changed, removed, cut off or moved, and says where', async () => {
    const { file, witnesses } = await takenAway();
    const lines = linesOf(file);
    const verdictOn = (changed: readonly string[]) => {
      writeFileSync(file, changed.map((line) => `${line}\n`).join(''));
      return ask(file, ...witnesses);
    };
    const edited = (at: number, edit: (line: string) => string) =>
      lines.map((line, index) => (index === at - 1 ? edit(line) : line));
    const told = (where: string) => ({
      status: 3,
      said: expect.stringContaining(`NOT intact at ${where}:`),
    });
    const refused = (line: string) => line.replace('success', 'refused');
    expect(verdictOn(edited(7, refused))).toEqual(told('record 7'));
    expect(verdictOn(edited(7, (line) => line.replace('{"action"', '{ "action"')))).toEqual(
      told('record 7'),
    );
    expect(verdictOn(lines.filter((_, index) => index !== 4))).toEqual(told('record 5'));
    expect(verdictOn(lines.slice(0, 25))).toEqual(told('checkpoint 2'));
    expect(verdictOn(lines.slice(3))).toEqual(told('record 1'));
    expect(verdictOn([...lines.slice(0, 3), lines[4]!, lines[3]!])).toEqual(told('record 4'));
    expect(verdictOn(edited(9, () => 'nonsense'))).toEqual(told('record 9'));
    expect(verdictOn([])).toEqual(told('checkpoint 1'));
  });

  it('accepts a part with the option for it', async () => {
    const { file, witnesses } = await takenAway();
    const part = linesOf(file).slice(4, 20);
    writeFileSync(file, `${part.join('\n')}\n`);
    const { status, said } = ask(file, ...witnesses, '--partial');
    expect([status, said]).toEqual([0, expect.stringContaining('records 5 to 20')]);
    expect(said).toContain('agree with them: 1.');
  });

  it('finds a sound chain that is another one, and checkpoints that were changed', async () => {
    const [one, other] = [await takenAway(), await takenAway()];
    expect(ask(other.file, ...one.witnesses)).toMatchObject({ status: 3 });
    const mixed = ['--checkpoints', one.checkpoints, '--key', other.key];
    expect(ask(one.file, ...mixed).said).toContain(
      'checkpoint 1: it was signed with a foreign key',
    );
    const lines = linesOf(one.checkpoints);
    writeFileSync(one.checkpoints, `${lines[0]}\n${lines[1]!.replace('"seq":31', '"seq":30')}\n`);
    expect(ask(one.file, ...one.witnesses).said).toContain('checkpoint 2: it was changed');
    writeFileSync(one.checkpoints, `${lines[1]}\n`);
    expect(ask(one.file, ...one.witnesses).said).toContain('checkpoint 1: it is missing');
  });

  it('distinguishes wrong usage and unreadable files from a log that is not intact', async () => {
    const { file, key, checkpoints } = await takenAway();
    expect(ask().status).toBe(2);
    expect(ask(file, '--nonsense').status).toBe(2);
    expect(ask(file, '--key', key).status).toBe(2);
    expect(ask(`${file}.none`).status).toBe(1);
    expect(ask(file, '--checkpoints', checkpoints, '--key', checkpoints).status).toBe(1);
  });
});
