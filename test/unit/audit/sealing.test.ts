import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pruneSegments } from '../../../src/audit/pruning.js';
import { readRecordLine } from '../../../src/audit/record-line.js';
import { readHeader, signPruned } from '../../../src/audit/segment.js';
import SqliteDatabase from '../../../src/store/sqlite.js';
import { rejectionOf } from '../../support/refusals.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import {
  fillSealed,
  HOUR_MS,
  headerPath,
  linesIn,
  recordsPath,
  type SealedAudit,
  sealedAuditIn,
} from '../../support/sealed-audit.js';

const seqsIn = ({ repository }: SealedAudit) => [...repository.each()].map(({ seq }) => seq);
const sealedIn = ({ dataDir }: SealedAudit, number: number) =>
  linesIn(recordsPath(dataDir, number)).map((line) => readRecordLine(line)!);

describe('records that leave the base', () => {
  it('lie in signed segments, and the log is as whole as before', async () => {
    const audit = sealedAuditIn(scratchFolder());
    await audit.record(12);
    const [chain, sealed] = [[...audit.repository.each()], await audit.seal()];
    expect(sealed.map(({ number, first, last }) => [number, first, last])).toEqual([
      [1, 1, 5],
      [2, 6, 10],
      [3, 11, 11],
    ]);
    expect([sealedIn(audit, 1), sealedIn(audit, 2), sealedIn(audit, 3)].flat()).toEqual(
      chain.slice(0, 11),
    );
    // The twelfth is the one that the checkpoint names; then come the checkpoint and three seals.
    expect(seqsIn(audit)).toEqual([12, 13, 14, 15, 16]);
    expect(audit.verdict()).toMatchObject({
      intact: true,
      records: 16,
      checkpoints: 1,
      signedTo: 12,
      segments: 3,
    });
    const lines = audit.folder.header(2)!;
    expect(readHeader(lines.header, audit.file.read().keys)).toMatchObject({
      number: 2,
      first: 6,
      last: 10,
      before: chain[4]!.hash.toString('hex'),
      head: chain[9]!.hash.toString('hex'),
    });
    expect(JSON.parse(audit.repository.find(15)!.event)).toMatchObject({
      action: 'audit.seal',
      outcome: 'success',
      count: 5,
      target: `2:${audit.repository.segments()[1]!.header.toString('hex')}`,
    });
  });

  it('are those that are old enough, from the oldest on', async () => {
    const audit = sealedAuditIn(scratchFolder());
    await audit.record(7);
    const before = new Date(audit.clock() + HOUR_MS / 2).toISOString();
    audit.clock.pass(HOUR_MS);
    await audit.record(7);
    expect((await audit.seal({ before })).map(({ last }) => last)).toEqual([5, 7]);
    expect(await audit.seal({ before })).toEqual([]);
    expect(audit.verdict()).toMatchObject({ intact: true, segments: 2 });
  });

  it('stay until they fill a segment, or are overdue', async () => {
    const audit = sealedAuditIn(scratchFolder());
    await audit.record(7);
    const long = new Date(audit.clock() - HOUR_MS).toISOString();
    expect((await audit.seal({ wholeUnless: long })).map(({ last }) => last)).toEqual([5]);
    const due = new Date(audit.clock() + HOUR_MS).toISOString();
    expect((await audit.seal({ wholeUnless: due })).map(({ last }) => last)).toEqual([8]);
  });

  it('are never the newest one, nor those that no checkpoint vouches for', async () => {
    const audit = sealedAuditIn(scratchFolder());
    expect(await audit.seal()).toEqual([]);
    await audit.record(3);
    const options = { by: { type: 'appliance', id: 'x' }, before: '9999' } as const;
    expect(await audit.sealing.seal({ ...options, signedTo: 0 })).toEqual([]);
    expect((await audit.sealing.seal({ ...options, signedTo: 3 }))[0]?.last).toBe(2);
    expect(audit.verdict()).toMatchObject({ intact: true, records: 4 });
    expect((await audit.sealing.seal({ ...options, signedTo: 9 })).at(-1)?.last).toBe(8);
    expect(seqsIn(audit)).toEqual([9, 10]);
  });

  it('continue to be sealed where the last segment ended', async () => {
    const audit = sealedAuditIn(scratchFolder());
    await fillSealed(audit, [7, 4, 9]);
    const verdict = audit.verdict();
    expect(verdict).toMatchObject({ intact: true, checkpoints: 3 });
    const segments = audit.repository.segments();
    segments.forEach(({ number, first }, index) => {
      expect([number, first]).toEqual([index + 1, (segments[index - 1]?.last ?? 0) + 1]);
    });
  });

  it('can be read by their owner alone', async () => {
    const audit = sealedAuditIn(scratchFolder());
    await fillSealed(audit, [7]);
    expect(statSync(audit.folder.path).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(audit.folder.path)) {
      expect(statSync(join(audit.folder.path, name)).mode & 0o777).toBe(0o600);
    }
  });

  it.each([
    ["UPDATE audit SET event = '{}' WHERE seq = 4", 4],
    ['UPDATE audit SET hash = randomblob(32) WHERE seq = 8', 8],
  ])('stay when the chain is broken by %s', async (sql, record) => {
    const audit = sealedAuditIn(scratchFolder());
    await audit.record(12);
    await audit.checkpoint();
    const raw = new SqliteDatabase(audit.base);
    raw.exec(`DROP TRIGGER audit_no_update; ${sql}`);
    raw.close();
    const options = { by: { type: 'appliance', id: 'x' }, before: '9999', signedTo: 12 } as const;
    const error = await rejectionOf(audit.sealing.seal(options));
    expect([error.code, error.message]).toEqual([
      'conflict',
      expect.stringContaining(`Record ${record}`),
    ]);
    expect(seqsIn(audit)).toContain(record);
  });

  it('stay when a segment of that number has records that the base does not have', async () => {
    const folder = scratchFolder();
    const older = join(scratchFolder(), 'copy.sqlite');
    const audit = sealedAuditIn(folder);
    await audit.record(4);
    audit.database.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(audit.base, older);
    await audit.record(6);
    await audit.seal();
    audit.database.close();
    for (const suffix of ['-wal', '-shm']) rmSync(`${audit.base}${suffix}`, { force: true });
    copyFileSync(older, audit.base);
    const back = sealedAuditIn(folder);
    back.clock.pass(60_000);
    await back.record(9);
    const options = { by: { type: 'appliance', id: 'x' }, before: '9999', signedTo: 99 } as const;
    const kept = readFileSync(recordsPath(folder, 1));
    expect((await rejectionOf(back.sealing.seal(options))).message).toContain('segment 1 already');
    expect(readFileSync(recordsPath(folder, 1))).toEqual(kept);
    expect(back.verdict()).toMatchObject({ intact: false, checkpoint: 1 });
  });

  it('are sealed once when two processes do it at the same time', async () => {
    const folder = scratchFolder();
    const [one, two] = [sealedAuditIn(folder), sealedAuditIn(folder)];
    await one.record(23);
    const signedTo = (await one.checkpoint()).checkpoint!.seq;
    const options = { by: { type: 'appliance', id: 'x' }, before: '9999', signedTo } as const;
    const done = await Promise.allSettled([one.sealing.seal(options), two.sealing.seal(options)]);
    const sealed = done.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    for (const each of done) {
      if (each.status === 'rejected') expect(each.reason.message).toContain('Another process');
    }
    const segments = one.repository.segments();
    expect(new Set(sealed.map(({ number }) => number)).size).toBe(sealed.length);
    await one.sealing.seal(options);
    expect(segments.length).toBeGreaterThan(0);
    expect(one.verdict()).toMatchObject({ intact: true });
    expect(readdirSync(one.folder.path).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('are left where they are when the work is ended', async () => {
    const audit = sealedAuditIn(scratchFolder());
    await audit.record(12);
    const ended = AbortSignal.abort();
    expect(await audit.seal({ signal: ended })).toEqual([]);
    expect(audit.repository.segments()).toEqual([]);
  });
});

describe('a base from which records may leave', () => {
  it('deletes only records of a segment, and accepts no forged segment', async () => {
    const audit = sealedAuditIn(scratchFolder());
    await fillSealed(audit, [7]);
    const raw = new SqliteDatabase(audit.base);
    const [first] = seqsIn(audit);
    expect(() => raw.exec(`DELETE FROM audit WHERE seq = ${first}`)).toThrow(/append-only/);
    const enter = (values: string) => () =>
      raw.exec(`INSERT INTO audit_segments (number, first, last, head, header) VALUES (${values})`);
    const head = (seq: number) => `(SELECT hash FROM audit WHERE seq = ${seq})`;
    const after = Number(first);
    const newest = seqsIn(audit).at(-1);
    for (const values of [
      `9, ${after}, ${after}, ${head(after)}, zeroblob(32)`,
      `3, ${after + 1}, ${after + 1}, ${head(after + 1)}, zeroblob(32)`,
      `3, ${after}, ${after}, zeroblob(32), zeroblob(32)`,
      `3, ${after}, ${newest}, ${head(Number(newest))}, zeroblob(32)`,
    ]) {
      expect(enter(values)).toThrow(/does not follow/);
    }
    expect(() => raw.exec('DELETE FROM audit_segments')).toThrow(/stay as they are/);
    expect(() => raw.exec('UPDATE audit_segments SET number = 7')).toThrow(/stay as they are/);
    raw.close();
    expect(audit.verdict()).toMatchObject({ intact: true });
  });
});

describe('records that are removed for good', () => {
  async function pruned() {
    const audit = sealedAuditIn(scratchFolder());
    await audit.record(8);
    await audit.seal();
    const before = new Date(audit.clock() + HOUR_MS / 2).toISOString();
    audit.clock.pass(HOUR_MS);
    await audit.record(8);
    await audit.seal();
    return { audit, before };
  }

  it('are whole segments, the oldest, and the log says from which record on it is there', async () => {
    const { audit, before } = await pruned();
    const [all, gone] = [audit.verdict(), await audit.prune(before)];
    expect(gone.map(({ number }) => number)).toEqual([1, 2]);
    const last = gone.at(-1)!.last;
    for (const { number } of gone) {
      expect(existsSync(recordsPath(audit.dataDir, number))).toBe(false);
      expect(existsSync(headerPath(audit.dataDir, number))).toBe(true);
    }
    const verdict = audit.verdict();
    expect(verdict).toMatchObject({ intact: true, from: last + 1 });
    expect(verdict.records).toBe(all.records - last + 1);
    expect(JSON.parse(audit.repository.tail(1)[0]!.event)).toMatchObject({
      action: 'audit.prune',
      count: last,
      target: `2:${gone[1]!.name}`,
    });
    expect(await audit.prune(before)).toEqual([]);
    await fillSealed(audit, [6]);
    expect(audit.verdict()).toMatchObject({ intact: true, from: last + 1 });
    expect((await audit.prune()).length).toBeGreaterThan(1);
    expect(audit.verdict()).toMatchObject({ intact: true });
  });

  it('are missing when their removal was not signed', async () => {
    const { audit } = await pruned();
    rmSync(recordsPath(audit.dataDir, 1));
    expect(audit.verdict()).toMatchObject({ intact: false, brokenAt: 1, segment: 1 });
    const other = await pruned();
    await other.audit.prune(other.before);
    copyFileSync(headerPath(other.audit.dataDir, 1), headerPath(audit.dataDir, 1));
    expect(audit.verdict()).toMatchObject({ intact: false, brokenAt: 1, segment: 1 });
  });

  it('are missing when the line that says so is of another segment, or was changed', async () => {
    const { audit, before } = await pruned();
    await audit.prune(before);
    const [one, two] = [1, 2].map((number) => audit.folder.header(number)!);
    writeFileSync(headerPath(audit.dataDir, 1), `${one!.header}\n${two!.pruned}\n`);
    expect(audit.verdict()).toMatchObject({ intact: false, segment: 1 });
    const changed = one!.pruned!.replace(/"at":"2026/, '"at":"2025');
    writeFileSync(headerPath(audit.dataDir, 1), `${one!.header}\n${changed}\n`);
    expect(audit.verdict()).toMatchObject({ intact: false, segment: 1, brokenAt: 1 });
  });

  it('are missing when no record says that they were removed', async () => {
    const { audit, before } = await pruned();
    const commit = () => Promise.reject(new Error('the disk is full'));
    const by = { type: 'appliance', id: 'x' } as const;
    const failing = pruneSegments({ ...audit, commit }, { before, by });
    await expect(failing).rejects.toThrow('full');
    expect(audit.verdict()).toMatchObject({ intact: true });
    const signer = audit.file.signer();
    for (const number of [1, 2]) {
      const { header } = audit.folder.header(number)!;
      audit.folder.markPruned(number, signPruned(header, 't', signer));
      audit.folder.removeRecords(number);
    }
    expect(audit.verdict()).toMatchObject({ intact: false, segment: 2 });
  });
});
