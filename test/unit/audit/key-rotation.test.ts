import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../src/audit/audit-verdict.js';
import { signCheckpoint } from '../../../src/audit/checkpoint.js';
import { readCheckpoints } from '../../../src/audit/checkpoint-list.js';
import { readPublicKey } from '../../../src/audit/signing-key.js';
import { keyName } from '../../../src/core/key-name.js';
import { APPLIANCE, auditIn } from '../../support/audit-checkpoints.js';
import { rejectionOf } from '../../support/refusals.js';
import { scratchFolder } from '../../support/scratch-folder.js';

type Audit = ReturnType<typeof auditIn>;

const textOf = ({ file }: Audit) => readFileSync(file.path, 'utf8');
const verdictOf = ({ repository, file }: Audit) => verifyAudit(repository, file.crossCheck());
const readWith = (audit: Audit, key: KeyObject) => readCheckpoints(textOf(audit), key);

/** A log with checkpoints of three keys, oldest first. */
async function rotatedTwice(folder = scratchFolder()) {
  const audit = auditIn(folder);
  const keys: KeyObject[] = [];
  await audit.record(3);
  await audit.checkpoint();
  for (let round = 0; round < 2; round += 1) {
    keys.push(readPublicKey(audit.file.keyPath));
    await audit.checkpoints.rotateKey(APPLIANCE);
    await audit.record(2);
    await audit.checkpoint();
  }
  keys.push(readPublicKey(audit.file.keyPath));
  return { audit, keys };
}

describe('a signing key that was rotated', () => {
  it('has signed the next one, which has signed since; the log names all of it', async () => {
    const { audit, keys } = await rotatedTwice();
    const { checkpoints, fault } = audit.file.read();
    expect(fault).toBeUndefined();
    const [one, two, three] = keys.map(keyName);
    expect(checkpoints.map(({ key }) => key)).toEqual([one, one, two, two, two, three, three]);
    expect(verdictOf(audit)).toMatchObject({ intact: true, checkpoints: 7 });
    const events = [...audit.repository.each()].map(({ event }) => JSON.parse(event));
    const rotations = events.filter(({ action }) => action === 'audit.rotate_key');
    expect(rotations.map(({ target }) => target)).toEqual([`key:${two}`, `key:${three}`]);
    expect(statSync(audit.file.keyPath).mode & 0o777).toBe(0o600);
    expect(existsSync(join(audit.file.path, '..', 'signing-key.next.pem'))).toBe(false);
  });

  it.each([0, 1, 2])('is enough to verify all checkpoints: the key %d', async (index) => {
    const { audit, keys } = await rotatedTwice();
    const read = readWith(audit, keys[index]!);
    expect(read.fault).toBeUndefined();
    expect(read.checkpoints).toHaveLength(7);
    expect([...read.keys.keys()].sort()).toEqual(keys.map(keyName).sort());
  });

  it('cannot sign after it has handed over', async () => {
    const audit = auditIn(scratchFolder());
    await audit.record(3);
    await audit.checkpoint();
    const old = readFileSync(audit.file.keyPath);
    await audit.checkpoints.rotateKey(APPLIANCE);
    const next = readFileSync(audit.file.keyPath);
    writeFileSync(audit.file.keyPath, old);
    await audit.record(1);
    expect((await rejectionOf(audit.checkpoint())).code).toBe('conflict');
    writeFileSync(audit.file.keyPath, next);
    expect(verdictOf(audit)).toMatchObject({ intact: true });
  });

  it('is not followed by a forged key', async () => {
    const { audit, keys } = await rotatedTwice();
    const [own, foreign] = [1, 2].map(() => generateKeyPairSync('ed25519'));
    const facts = { seq: 3, head: 'a'.repeat(64), highest: 3, at: 't' };
    // A file that begins with his own key, and hands over to ours.
    const one = signCheckpoint(facts, undefined, {
      privateKey: own!.privateKey,
      next: keys[2]!,
    });
    const text = `${one.line}\n`;
    expect(readCheckpoints(text, keys[2]!).fault).toMatchObject({
      checkpoint: 1,
      reason: 'it was signed with a foreign key',
    });
    // His key behind ours, which names it nowhere.
    const last = audit.file.read().checkpoints.at(-1)!;
    const two = signCheckpoint({ ...facts, seq: last.seq }, last, {
      privateKey: foreign!.privateKey,
    });
    appendFileSync(audit.file.path, `${two.line}\n`);
    expect(verdictOf(audit)).toMatchObject({ intact: false, checkpoint: 8 });
  });

  it.each(['public', 'next', 'signature', 'key'])(
    'has the %s of its end covered',
    async (field) => {
      const { audit, keys } = await rotatedTwice();
      const lines = textOf(audit).split('\n');
      const read = JSON.parse(lines[1]!);
      const other = createPublicKey(generateKeyPairSync('ed25519').privateKey);
      const der = other.export({ type: 'spki', format: 'der' }).toString('base64');
      read[field] = field === 'key' ? keyName(keys[1]!) : der;
      lines[1] = JSON.stringify(read);
      // Who has not kept the first key knows it by this line alone.
      const places = keys.map((key) => readCheckpoints(lines.join('\n'), key).fault?.checkpoint);
      const unknown = field === 'public' ? 1 : 2;
      expect(places).toEqual([2, unknown, unknown]);
    },
  );

  it('cannot be rotated in a log that has nothing to sign, or that contradicts itself', async () => {
    const audit = auditIn(scratchFolder());
    expect((await rejectionOf(audit.checkpoints.rotateKey(APPLIANCE))).code).toBe('conflict');
    const { audit: one } = await rotatedTwice();
    const { audit: two } = await rotatedTwice();
    copyFileSync(one.file.path, two.file.path);
    expect((await rejectionOf(two.checkpoints.rotateKey(APPLIANCE))).code).toBe('conflict');
  });
});

describe('a rotation that was cut short', () => {
  /** The files of `audit/` in their states during a rotation, by how far it has come. */
  async function states() {
    const folder = scratchFolder();
    const audit = auditIn(folder);
    await audit.record(3);
    await audit.checkpoint();
    const inAudit = (name: string) => join(folder, 'audit', name);
    const old = readFileSync(inAudit('signing-key.pem'));
    const before = textOf(audit);
    const base = join(scratchFolder(), 'copy.sqlite');
    audit.database.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(audit.base, base);
    await audit.checkpoints.rotateKey(APPLIANCE);
    const next = readFileSync(inAudit('signing-key.pem'));
    const [handover, first] = textOf(audit).slice(before.length).split('\n');
    audit.database.close();
    return { folder, base, old, next, before, handover: handover!, first: first! };
  }

  it.each([
    ['before the old key has signed', 0, false],
    ['in the middle of the line', 0.5, false],
    ['before the new key has signed', 1, true],
    ['before the new key has its place', 2, true],
  ])('%s is undone, or goes on', async (_, lines, isDone) => {
    const state = await states();
    const copy = scratchFolder();
    cpSync(state.folder, copy, { recursive: true });
    // The base as it was: the records of the rotation are not there.
    for (const name of ['wardbox.sqlite-wal', 'wardbox.sqlite-shm']) {
      rmSync(join(copy, name), { force: true });
    }
    copyFileSync(state.base, join(copy, 'wardbox.sqlite'));
    const audit = auditIn(copy);
    const folder = join(copy, 'audit');
    const { handover, first, before } = state;
    const text =
      lines === 0.5
        ? before + handover.slice(0, 99)
        : before +
          [handover, first]
            .slice(0, lines)
            .map((line) => `${line}\n`)
            .join('');
    writeFileSync(join(folder, 'checkpoints.jsonl'), text);
    writeFileSync(join(folder, 'signing-key.pem'), state.old);
    writeFileSync(join(folder, 'signing-key.next.pem'), state.next, { mode: 0o600 });
    expect(audit.file.read().fault).toBeUndefined();
    await audit.record(2);
    expect(await audit.checkpoint()).toMatchObject({ isNew: true });
    expect(existsSync(join(folder, 'signing-key.next.pem'))).toBe(false);
    expect(readFileSync(join(folder, 'signing-key.pem'))).toEqual(isDone ? state.next : state.old);
    const { checkpoints, fault } = audit.file.read();
    expect([fault, checkpoints.length]).toEqual([undefined, isDone ? 4 : 2]);
    expect(verdictOf(audit)).toMatchObject({ intact: true });
  });
});
