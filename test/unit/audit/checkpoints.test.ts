import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkHash } from '../../../src/audit/audit-chain.js';
import { verifyAudit } from '../../../src/audit/audit-verdict.js';
import { readCheckpoints } from '../../../src/audit/checkpoint-list.js';
import { readPublicKey } from '../../../src/audit/signing-key.js';
import { keyName } from '../../../src/core/key-name.js';
import SqliteDatabase from '../../../src/store/sqlite.js';
import { auditIn } from '../../support/audit-checkpoints.js';
import { rejectionOf, thrownBy } from '../../support/refusals.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { NOON } from '../../support/stopped-clock.js';

type Audit = ReturnType<typeof auditIn>;

const verdictOf = ({ repository, file }: Audit) => verifyAudit(repository, file.crossCheck());

const linesOf = ({ file }: Audit) => readFileSync(file.path, 'utf8').split('\n').slice(0, -1);
const rewrite = ({ file }: Audit, lines: readonly string[]) =>
  writeFileSync(file.path, lines.map((line) => `${line}\n`).join(''));

/** Three checkpoints: of 5 records; of 11, one of them about the first; of 14, two about the others. */
async function threeCheckpoints(folder = scratchFolder()): Promise<Audit> {
  const audit = auditIn(folder);
  await audit.record(5);
  await audit.checkpoint();
  await audit.record(5);
  await audit.checkpoint();
  await audit.record(2);
  await audit.checkpoint();
  return audit;
}

/** Rewrites the chain from a record on, hashes and all, as one does who has the whole file. */
function forgeFrom({ base, repository }: Audit, from: number): void {
  const rows = [...repository.each()];
  const raw = new SqliteDatabase(base);
  raw.exec('DROP TRIGGER audit_no_update');
  const update = raw.prepare('UPDATE audit SET event = ?, prev_hash = ?, hash = ? WHERE seq = ?');
  let prevHash = rows[from - 2]?.hash ?? Buffer.alloc(32);
  for (const row of rows.slice(from - 1)) {
    const event = row.seq === from ? row.event.replace('success', 'refused') : row.event;
    const hash = linkHash({ ...row, event, prevHash });
    update.run(event, prevHash, hash, row.seq);
    prevHash = hash;
  }
  raw.close();
}

describe('a checkpoint', () => {
  it('is signed, names head, time and number, and the chain names it in turn', async () => {
    const audit = await threeCheckpoints();
    const { checkpoints, fault } = audit.file.read();
    expect(fault).toBeUndefined();
    expect(checkpoints.map(({ number, seq, highest }) => [number, seq, highest])).toEqual([
      [1, 5, 5],
      [2, 11, 11],
      [3, 14, 14],
    ]);
    expect(checkpoints[1]).toMatchObject({
      head: audit.repository.find(11)!.hash.toString('hex'),
      at: new Date(NOON + 2 * 3_600_000).toISOString(),
      previous: checkpoints[0]!.hash,
      key: keyName(readPublicKey(audit.file.keyPath)),
    });
    expect(JSON.parse(audit.repository.find(12)!.event)).toMatchObject({
      action: 'audit.checkpoint',
      target: `2:${checkpoints[1]!.hash}`,
      actor: { type: 'appliance' },
    });
    expect(verdictOf(audit)).toMatchObject({ intact: true, checkpoints: 3, signedTo: 14 });
  });

  it('is not made of an empty log, nor again when nothing happened since', async () => {
    const audit = auditIn(scratchFolder());
    expect(await audit.checkpoint()).toEqual({ isNew: false });
    expect(existsSync(audit.file.keyPath)).toBe(false);
    await audit.record(1);
    expect(await audit.checkpoint()).toMatchObject({ isNew: true, checkpoint: { number: 1 } });
    expect(await audit.checkpoint()).toMatchObject({ isNew: false, checkpoint: { number: 1 } });
    await audit.record(1);
    expect(await audit.checkpoint()).toMatchObject({ isNew: true, checkpoint: { number: 2 } });
  });

  it("lies, like its key, where the owner alone can read it; another's key is not its own", async () => {
    const audit = await threeCheckpoints();
    for (const path of [audit.file.keyPath, audit.file.path]) {
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    expect(statSync(join(audit.file.path, '..')).mode & 0o777).toBe(0o700);
    const other = auditIn(scratchFolder());
    expect(other.file.publicKey()).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(other.file.publicKey()).not.toBe(audit.file.publicKey());
  });

  it('continues after an incomplete line left by a crash', async () => {
    const audit = await threeCheckpoints();
    appendFileSync(audit.file.path, linesOf(audit)[2]!.slice(0, 70));
    expect(verdictOf(audit)).toMatchObject({ intact: true, checkpoints: 3 });
    await audit.record(1);
    await audit.checkpoint();
    expect(linesOf(audit)).toHaveLength(4);
    expect(verdictOf(audit)).toMatchObject({ intact: true, checkpoints: 4, signedTo: 16 });
  });

  it('may be written without its record, when the process ends in between', async () => {
    const audit = await threeCheckpoints();
    await audit.record(3);
    const head = audit.repository.tail(1)[0]!;
    audit.file.append({
      seq: head.seq,
      head: head.hash.toString('hex'),
      highest: head.seq,
      at: 't',
    });
    expect(verdictOf(audit)).toMatchObject({ intact: true, checkpoints: 4 });
    expect(await audit.checkpoint()).toMatchObject({ isNew: false, checkpoint: { number: 4 } });
  });

  it('is made by two processes on one folder in one order', async () => {
    const folder = scratchFolder();
    const [one, two] = [auditIn(folder), auditIn(folder)];
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([one.record(2), two.record(2)]);
      await Promise.all([one.checkpoint(), two.checkpoint()]);
    }
    const { checkpoints, fault } = one.file.read();
    expect(fault).toBeUndefined();
    expect(checkpoints.length).toBeGreaterThanOrEqual(5);
    expect(verdictOf(two)).toMatchObject({ intact: true, checkpoints: checkpoints.length });
  });
});

describe('a database that contradicts its checkpoints', () => {
  it('was set back to an older state, counter and all', async () => {
    const folder = scratchFolder();
    const older = join(scratchFolder(), 'copy.sqlite');
    const audit = auditIn(folder);
    await audit.record(4);
    audit.database.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(audit.base, older);
    await audit.record(4);
    await audit.checkpoint();
    audit.database.close();
    for (const suffix of ['-wal', '-shm']) rmSync(`${audit.base}${suffix}`, { force: true });
    copyFileSync(older, audit.base);
    const restored = auditIn(folder);
    expect(verdictOf(restored)).toMatchObject({ intact: false, brokenAt: 5, checkpoint: 1 });
    restored.clock.pass(60_000);
    await restored.record(9);
    expect(verdictOf(restored)).toMatchObject({ intact: false, brokenAt: 1, checkpoint: 1 });
    const error = await rejectionOf(restored.checkpoint());
    expect(error.code).toBe('conflict');
    expect(linesOf(restored)).toHaveLength(1);
  });

  it('lost its newest records, and its counter was set back with them', async () => {
    const audit = await threeCheckpoints();
    const raw = new SqliteDatabase(audit.base);
    raw.exec('DROP TRIGGER audit_no_delete; DELETE FROM audit WHERE seq > 13');
    raw.exec("UPDATE sqlite_sequence SET seq = 13 WHERE name = 'audit'");
    raw.close();
    expect(verdictOf(audit)).toMatchObject({ intact: false, brokenAt: 14, checkpoint: 3 });
  });

  it.each([
    [3, 1, 1],
    [5, 1, 1],
    [7, 6, 2],
    [13, 12, 3],
  ])('was rewritten from record %d on', async (from, brokenAt, checkpoint) => {
    const audit = await threeCheckpoints();
    forgeFrom(audit, from);
    expect(verdictOf(audit)).toMatchObject({ intact: false, brokenAt, checkpoint });
  });

  it('reports a break in the chain first', async () => {
    const audit = await threeCheckpoints();
    const raw = new SqliteDatabase(audit.base);
    raw.exec("DROP TRIGGER audit_no_update; UPDATE audit SET event = '{}' WHERE seq = 7");
    raw.close();
    expect(verdictOf(audit)).toEqual({
      intact: false,
      records: 6,
      brokenAt: 7,
      reason: 'the record was changed',
    });
  });
});

describe('checkpoints that were tampered with', () => {
  it.each([
    ['seq', 2],
    ['head', 1],
    ['highest', 3],
    ['at', 2],
    ['key', 2],
    ['previous', 3],
    ['number', 1],
    ['signature', 2],
  ])('had the %s of checkpoint %d changed', async (field, number) => {
    const audit = await threeCheckpoints();
    const lines = linesOf(audit);
    const read = JSON.parse(lines[number - 1]!);
    const old = String(read[field]);
    const flip = (digit: string) => (digit === '1' ? '2' : '1');
    const changed = old.replace(/[0-9a-zA-Z]/, flip);
    read[field] = typeof read[field] === 'number' ? Number(changed) : changed;
    lines[number - 1] = JSON.stringify(read);
    rewrite(audit, lines);
    expect(audit.file.read().fault?.checkpoint).toBe(number);
    expect(verdictOf(audit)).toMatchObject({ intact: false, checkpoint: number });
  });

  it.each([
    [[1, 2], 1],
    [[0, 2], 2],
    [[1, 0, 2], 1],
    [[0, 1, 1, 2], 3],
    [[0, 1], 3],
    [[], 1],
  ])('are now only %j of 0, 1, 2', async (left, checkpoint) => {
    const audit = await threeCheckpoints();
    await audit.record(1);
    const lines = linesOf(audit);
    rewrite(
      audit,
      left.map((index) => lines[index]!),
    );
    expect(verdictOf(audit)).toMatchObject({ intact: false, checkpoint });
  });

  it('are missing, or were restarted with the same key', async () => {
    const audit = await threeCheckpoints();
    rmSync(audit.file.path);
    expect(verdictOf(audit)).toMatchObject({ intact: false, checkpoint: 1 });
    await audit.record(1);
    await audit.checkpoint();
    expect(verdictOf(audit)).toMatchObject({
      intact: false,
      checkpoint: 1,
      reason: expect.stringContaining('a different one'),
    });
  });

  it('are of another appliance', async () => {
    const [audit, other] = [await threeCheckpoints(), await threeCheckpoints()];
    copyFileSync(other.file.path, audit.file.path);
    expect(verdictOf(audit)).toMatchObject({
      intact: false,
      checkpoint: 1,
      reason: 'it was signed with a foreign key',
    });
    await audit.record(1);
    expect((await rejectionOf(audit.checkpoint())).code).toBe('conflict');
  });

  it('hold what is no checkpoint at all', async () => {
    const audit = await threeCheckpoints();
    for (const line of ['', 'null', '[]', '7', '{"format":"wardbox-checkpoint-2"}', '{', '"x"']) {
      const { fault, checkpoints } = readCheckpoints(
        `${linesOf(audit)[0]}\n${line}\n`,
        readPublicKey(audit.file.keyPath),
      );
      expect([fault, checkpoints.length]).toEqual([
        { checkpoint: 2, reason: 'it cannot be read' },
        1,
      ]);
    }
  });
});

describe('the signing key', () => {
  it('is not created again when it was lost: that would hide what it signed', async () => {
    const audit = await threeCheckpoints();
    rmSync(audit.file.keyPath);
    expect(thrownBy(() => audit.file.publicKey()).message).toContain('is missing');
    await audit.record(1);
    await rejectionOf(audit.checkpoint());
    expect(existsSync(audit.file.keyPath)).toBe(false);
  });

  it('must be an Ed25519 key', async () => {
    const audit = await threeCheckpoints();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(audit.file.keyPath, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(thrownBy(() => audit.file.read()).message).toContain('Ed25519');
    truncateSync(audit.file.keyPath, 0);
    expect(thrownBy(() => audit.file.read()).code).toBe('internal_error');
  });

  it('stands in SubjectPublicKeyInfo, which other tools can read', () => {
    const audit = auditIn(scratchFolder());
    const key = createPublicKey(audit.file.publicKey());
    expect(key.asymmetricKeyType).toBe('ed25519');
  });
});
