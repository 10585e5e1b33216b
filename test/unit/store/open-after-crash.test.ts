import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAuditRepository } from '../../../src/store/audit-repository.js';
import { type EncryptionKey, makeEncryptionKey } from '../../../src/store/encryption/key.js';
import { type Database, openDatabase, type SignedRecord } from '../../../src/store/open.js';
import { chainOf, fillAudit } from '../../support/audit-records.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const BASE = 'wardbox.sqlite';
const LOG = `${BASE}-wal`;
const RECORDS = 12;
const HEADER_BYTES = 32;
const SIGNED: SignedRecord = { seq: 8, number: 3, at: '2026-03-14T12:00:00.000Z' };
const REFUSED =
  /write-ahead log is damaged: audit record (\d+) is the newest in it, and checkpoint 3 has signed record 8 /;

const newestIn = (database: Database) =>
  database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM audit').pluck().get() ?? 0;

/** The number of the newest record, once it was opened. */
function newestOpened(folder: string, signed?: SignedRecord, key?: EncryptionKey): number {
  const database = openDatabase(folder, key, signed);
  try {
    return newestIn(database);
  } finally {
    database.close();
  }
}

/** Records in a log, each a commit of its own, as a killed process leaves them. */
function crashed(key?: EncryptionKey): string {
  const folder = scratchFolder();
  const database = openDatabase(join(folder, 'living'), key);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const audit = createAuditRepository(database);
  for (const link of chainOf(RECORDS)) audit.appendAll(() => [link]);
  const left = join(folder, 'left');
  mkdirSync(left);
  for (const name of [BASE, LOG]) copyFileSync(join(folder, 'living', name), join(left, name));
  database.close();
  return left;
}

let copies = 0;
/** The same files in a folder of their own, their log changed. */
function copyOf(left: string, change: (log: Buffer) => Buffer): string {
  copies += 1;
  const folder = join(left, '..', `copy-${copies}`);
  mkdirSync(folder);
  copyFileSync(join(left, BASE), join(folder, BASE));
  writeFileSync(join(folder, LOG), change(readFileSync(join(left, LOG))));
  return folder;
}

const flipped = (at: number) => (log: Buffer) => {
  log[at] = (log[at] ?? 0) ^ 0x10;
  return log;
};

/** How much of a log is written when its records up to this one are. */
function bytesUpTo(left: string, seq: number): number {
  const { size } = statSync(join(left, LOG));
  for (let end = size; ; end -= 4_096 + 24) {
    const cut = copyOf(left, (log) => log.subarray(0, end));
    if (newestOpened(cut) < seq) return end + 4_096 + 24;
  }
}

describe.each(['plain', 'encrypted'])('a database that a crash has left, %s', (form) => {
  const keyIn = () =>
    form === 'plain' ? undefined : makeEncryptionKey(join(scratchFolder(), 'key'));

  it('is taken over whole', () => {
    const key = keyIn();
    expect(newestOpened(crashed(key), { ...SIGNED, seq: RECORDS }, key)).toBe(RECORDS);
  });

  it('is never taken over without a record that was signed, whichever byte of its log is damaged', () => {
    const key = keyIn();
    const left = crashed(key);
    const { size } = statSync(join(left, LOG));
    let refused = 0;
    fc.assert(
      fc.property(fc.nat({ max: size - 1 }), (at) => {
        const folder = copyOf(left, flipped(at));
        try {
          expect(newestOpened(folder, SIGNED, key)).toBeGreaterThanOrEqual(SIGNED.seq);
        } catch (error) {
          expect(String(error)).toMatch(REFUSED);
          refused += 1;
          const before = flipped(at)(readFileSync(join(left, LOG)));
          expect(readFileSync(join(folder, LOG)).equals(before)).toBe(true);
          const base = readFileSync(join(left, BASE));
          expect(readFileSync(join(folder, BASE)).equals(base)).toBe(true);
        }
      }),
      { numRuns: 40, examples: [[0], [9], [17], [25], [HEADER_BYTES + 5], [size - 1]] },
    );
    expect(refused).toBeGreaterThan(5);
  });
});

describe('a database that a crash has left', () => {
  it('is refused again and again, and says how far it goes', () => {
    const left = crashed();
    const folder = copyOf(left, flipped(bytesUpTo(left, 5) - 100));
    for (const look of ['first', 'second']) {
      expect(() => newestOpened(folder, SIGNED), look).toThrow(
        /audit record 4 is the newest in it/,
      );
    }
    expect(() => newestOpened(folder, SIGNED)).toThrow(/restore the last backup/);
    // Whoever decides to go on without what is lost has the rest.
    expect(newestOpened(folder)).toBe(4);
  });

  it('is recovered up to damage after what was signed, which looks like a crash', () => {
    const left = crashed();
    const folder = copyOf(left, flipped(bytesUpTo(left, 10) - 100));
    expect(newestOpened(folder, SIGNED)).toBe(9);
  });

  it('may end in the middle of a commit', () => {
    const left = crashed();
    const folder = copyOf(left, (log) => log.subarray(0, log.length - 7));
    expect(newestOpened(folder, SIGNED)).toBe(RECORDS - 1);
  });

  it('before its tables were made is refused where records were signed', () => {
    const folder = copyOf(crashed(), () => Buffer.alloc(100));
    writeFileSync(join(folder, BASE), '');
    expect(() => newestOpened(folder, SIGNED)).toThrow(/audit record 0 is the newest/);
    expect(newestOpened(folder)).toBe(0);
  });

  it('is not looked at where it was closed: a database set back is for the audit to find', () => {
    const folder = scratchFolder();
    const database = openDatabase(folder);
    fillAudit(database, 3);
    database.close();
    expect(existsSync(join(folder, LOG))).toBe(false);
    expect(newestOpened(folder, SIGNED)).toBe(3);
  });

  it('is opened while others continue to write to it', () => {
    const folder = scratchFolder();
    const living = openDatabase(folder);
    fillAudit(living, RECORDS);
    expect(newestOpened(folder, SIGNED)).toBe(RECORDS);
    living.close();
  });
});
