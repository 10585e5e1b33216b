import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/open.js';
import SqliteDatabase from '../../../src/store/sqlite.js';
import { chainOf, fillAudit } from '../../support/audit-records.js';
import { commandLine } from '../../support/command-line.js';
import { rejectionOf } from '../../support/refusals.js';

/** The commands on a data folder whose audit log holds so many records. */
function withRecords(count: number) {
  const line = commandLine();
  const dataDir = join(line.folder, 'data');
  const database = openDatabase(dataDir);
  fillAudit(database, count);
  database.close();
  const tamper = (sql: string) => {
    const raw = new SqliteDatabase(join(dataDir, 'wardbox.sqlite'));
    raw.exec(sql);
    raw.close();
  };
  return { ...line, dataDir, tamper };
}

describe('wardbox audit verify', () => {
  it('ends with 0 and the head of a log that is intact', async () => {
    const { run } = withRecords(25);
    const head = chainOf(25).at(-1)!.hash.toString('hex');
    expect(await run('audit', 'verify')).toEqual({
      text: [
        `The audit log is intact: 25 records, head ${head}`,
        'No checkpoint covers it yet: wardbox audit checkpoint.',
      ].join('\n'),
      exitCode: 0,
    });
    expect(JSON.parse((await run('audit', 'verify', '--json')).text)).toEqual({
      intact: true,
      records: 25,
      headHash: head,
      checkpoints: 0,
      signedTo: 0,
    });
  });

  it.each([
    ["DROP TRIGGER audit_no_update; UPDATE audit SET event = '{}' WHERE seq = 7", 7],
    ['DROP TRIGGER audit_no_delete; DELETE FROM audit WHERE seq > 20', 21],
    ['DROP TRIGGER audit_no_delete; DELETE FROM audit WHERE seq = 3', 3],
    ["DROP TRIGGER audit_no_update; UPDATE audit SET target = 'Patient/2' WHERE seq = 5", 5],
  ])('ends with 3 after %s', async (sql, record) => {
    const { run, tamper } = withRecords(25);
    tamper(sql);
    const { text, exitCode } = await run('audit', 'verify');
    expect(exitCode).toBe(3);
    expect(text).toContain(`NOT intact at record ${record}:`);
    const machine = await run('audit', 'verify', '--json');
    expect(machine.exitCode).toBe(3);
    expect(JSON.parse(machine.text)).toMatchObject({ intact: false, brokenAt: record });
  });
});

describe('wardbox audit checkpoint', () => {
  it('signs where the log stands, and verify holds the log against it', async () => {
    const { run } = withRecords(25);
    const head = chainOf(25).at(-1)!.hash.toString('hex');
    const { text, exitCode } = await run('audit', 'checkpoint');
    expect([text, exitCode]).toEqual([
      expect.stringMatching(`^Checkpoint 1 signed\nrecord 25, head ${head}, .*\n/.*jsonl$`),
      0,
    ]);
    expect(JSON.parse((await run('audit', 'checkpoint', '--json')).text)).toMatchObject({
      is_new: false,
      checkpoint: { number: 1, seq: 25, head },
    });
    expect((await run('audit', 'checkpoint')).text).toContain('nothing was recorded since');
    expect((await run('audit', 'verify')).text).toContain(
      'Signed checkpoints that match it: 1, the newest up to record 25.',
    );
  });

  it('has nothing to sign in an empty log', async () => {
    const { run } = withRecords(0);
    expect((await run('audit', 'checkpoint')).text).toContain('nothing to sign');
    expect(JSON.parse((await run('audit', 'checkpoint', '--json')).text)).toEqual({
      is_new: false,
      checkpoint: null,
    });
  });

  it('makes a log that was cut, counter and all, end verify with 3', async () => {
    const { run, tamper } = withRecords(25);
    await run('audit', 'checkpoint');
    tamper('DROP TRIGGER audit_no_delete; DELETE FROM audit WHERE seq > 20');
    tamper("UPDATE sqlite_sequence SET seq = 20 WHERE name = 'audit'");
    const { text, exitCode } = await run('audit', 'verify');
    expect(exitCode).toBe(3);
    expect(text).toMatch(
      /^The audit log is NOT intact at record 21, checkpoint 1: .*there were 25/,
    );
    expect((await rejectionOf(run('audit', 'checkpoint'))).code).toBe('conflict');
  });
});

describe('a copy of key and checkpoints that was kept elsewhere', () => {
  it('detects a database and its checkpoints set back alike, and a replaced key', async () => {
    const { run, tamper, dataDir, folder } = withRecords(25);
    const [key, copy] = [join(folder, 'key.pem'), join(folder, 'copy.jsonl')];
    const own = join(dataDir, 'audit', 'checkpoints.jsonl');
    writeFileSync(key, (await run('audit', 'key')).text);
    await run('audit', 'checkpoint');
    copyFileSync(own, copy);
    const elsewhere = ['audit', 'verify', '--checkpoints', copy, '--key', key];
    expect((await run(...elsewhere)).exitCode).toBe(0);
    // A copy may be older than what the log names.
    await run('keys', 'create', '--name', 'EHR', '--mode', 'test');
    await run('audit', 'checkpoint');
    expect((await run(...elsewhere)).exitCode).toBe(0);
    tamper('DROP TRIGGER audit_no_delete; DELETE FROM audit WHERE seq > 20');
    tamper("UPDATE sqlite_sequence SET seq = 20 WHERE name = 'audit'");
    rmSync(join(dataDir, 'audit'), { recursive: true });
    expect((await run('audit', 'verify')).exitCode).toBe(0);
    const found = await run(...elsewhere, '--json');
    expect(found.exitCode).toBe(3);
    expect(JSON.parse(found.text)).toMatchObject({ brokenAt: 21, checkpoint: 1 });
    await run('audit', 'checkpoint');
    expect((await run('audit', 'verify', '--key', key)).text).toContain('foreign key');
  });

  it('must be there and be what it is called', async () => {
    const { run, folder } = withRecords(2);
    await run('audit', 'checkpoint');
    const missing = join(folder, 'none');
    const asked = run('audit', 'verify', '--checkpoints', missing);
    expect((await rejectionOf(asked)).code).toBe('not_found');
    const error = await rejectionOf(run('audit', 'verify', '--key', missing));
    expect(error.message).toContain(`The key ${missing} cannot be read`);
  });
});

describe('wardbox audit tail', () => {
  it('shows the newest records, oldest of them first', async () => {
    const { run } = withRecords(25);
    const [head, ...rows] = (await run('audit', 'tail')).text.split('\n');
    expect(head).toMatch(/^SEQ +TIME +ACTOR +ACTION +OUTCOME +STATUS +REQUEST +HASH$/);
    expect(rows.map((row) => Number(row.split(' ')[0]))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 6),
    );
    expect(rows.at(-1)).toContain(chainOf(25).at(-1)!.hash.toString('hex').slice(0, 12));
  });

  it('shows the requested number', async () => {
    const { run } = withRecords(5);
    const records = JSON.parse((await run('audit', 'tail', '-n', '2', '--json')).text);
    expect(records).toMatchObject([
      { seq: 4, action: 'imaging.create', target: 't4' },
      { seq: 5, hash: chainOf(5).at(-1)!.hash.toString('hex') },
    ]);
    expect(JSON.parse((await run('audit', 'tail', '-n', '100', '--json')).text)).toHaveLength(5);
  });

  it.each(['0', '-1', '1.5', 'all', '', '10001'])('refuses %j lines', async (lines) => {
    const error = await rejectionOf(withRecords(1).run('audit', 'tail', `--lines=${lines}`));
    expect(error.issues).toMatchObject([{ field: 'lines' }]);
  });

  it('says that there is nothing yet', async () => {
    expect((await withRecords(0).run('audit', 'tail')).text).toBe('The audit log is empty.');
    expect((await withRecords(0).run('audit', 'tail', '--json')).text).toBe('[]');
  });
});
