import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectDatabase } from '../../../src/storage/inspect.js';
import { type Database, openDatabase } from '../../../src/storage/open.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const BASE = 'wardbox.sqlite';
const LOG = `${BASE}-wal`;
const INDEX = `${BASE}-shm`;
const COMMITS = 12;
const HEADER_BYTES = 32;
const FRAME_BYTES = 24 + 4_096;

const countOf = (database: Database) =>
  database.prepare<[], number>('SELECT count(*) FROM notes').pluck().get();

function copyFiles(from: string, to: string, names: readonly string[]): void {
  mkdirSync(to, { recursive: true });
  for (const name of names) copyFileSync(join(from, name), join(to, name));
}

/** Some commits of several pages each in a log, as a killed process leaves it. */
function crashed(folder = scratchFolder(), names = [BASE, LOG]): string {
  const database = openDatabase(join(folder, 'living'));
  database.exec('CREATE TABLE notes (text TEXT NOT NULL)');
  database.pragma('wal_checkpoint(TRUNCATE)');
  const insert = database.prepare('INSERT INTO notes VALUES (?)');
  for (let nth = 0; nth < COMMITS; nth += 1) insert.run(String(nth).repeat(9_000));
  const left = join(folder, 'left');
  copyFiles(join(folder, 'living'), left, names);
  database.close();
  return left;
}

/** The same files in a folder of their own, their log changed. */
function copyOf(left: string, name: string, change: (log: Buffer) => Buffer): string {
  const folder = join(left, '..', name);
  copyFiles(left, folder, [BASE]);
  writeFileSync(join(folder, LOG), change(readFileSync(join(left, LOG))));
  return folder;
}

const flipped = (at: number) => (log: Buffer) => {
  log[at] = (log[at] ?? 0) ^ 0xff;
  return log;
};

describe('a log that a crash has left', () => {
  it('is taken over whole', () => {
    const database = openDatabase(crashed());
    expect(countOf(database)).toBe(COMMITS);
    database.close();
  });

  it('is never taken over in part without a word, whichever byte of it is damaged', () => {
    const left = crashed();
    const { size } = statSync(join(left, LOG));
    let run = 0;
    fc.assert(
      fc.property(fc.nat({ max: size - 1 }), (at) => {
        run += 1;
        const folder = copyOf(left, `copy-${run}`, flipped(at));
        expect(() => openDatabase(folder)).toThrow(
          /its log is damaged, and \d+ commits behind the damage would be lost/,
        );
        const before = flipped(at)(readFileSync(join(left, LOG)));
        expect(readFileSync(join(folder, LOG)).equals(before)).toBe(true);
      }),
      { numRuns: 60, examples: [[0], [9], [17], [25], [33], [HEADER_BYTES + 5], [size - 1]] },
    );
  });

  it('may end in the middle of a commit, which nobody was promised', () => {
    const left = crashed();
    const cut = copyOf(left, 'cut', (log) => log.subarray(0, log.length - FRAME_BYTES - 7));
    const database = openDatabase(cut);
    expect(countOf(database)).toBe(COMMITS - 1);
    database.close();
  });

  it('is taken over without what is lost once it is cut off where it says', () => {
    const left = crashed();
    const folder = copyOf(left, 'damaged', flipped(HEADER_BYTES + 10 * FRAME_BYTES + 200));
    const refusal = (() => {
      try {
        openDatabase(folder).close();
      } catch (error) {
        return String(error);
      }
      return '';
    })();
    const [, commits, bytes] = /and (\d+) commits .* truncate -s (\d+) .*-wal/.exec(refusal) ?? [];
    truncateSync(join(folder, LOG), Number(bytes));
    const database = openDatabase(folder);
    expect(countOf(database)).toBe(COMMITS - Number(commits));
    database.close();
  });

  it('may have a hole where the power failed since', () => {
    const left = crashed();
    const folder = copyOf(left, 'powerless', flipped(HEADER_BYTES + 10 * FRAME_BYTES + 200));
    const longAgo = new Date(2020, 0, 1);
    utimesSync(join(folder, LOG), longAgo, longAgo);
    const database = openDatabase(folder);
    expect(countOf(database)).toBeLessThan(COMMITS);
    database.close();
  });

  it('that was used before may end in a commit whose last page was not written', () => {
    const folder = scratchFolder();
    const database = openDatabase(join(folder, 'living'));
    database.exec('CREATE TABLE notes (text TEXT NOT NULL)');
    const insert = database.prepare('INSERT INTO notes VALUES (?)');
    for (let nth = 0; nth < 20; nth += 1) insert.run('before '.repeat(2_000));
    database.pragma('wal_checkpoint(RESTART)');
    for (let nth = 0; nth < 3; nth += 1) insert.run('x');
    // One page each: the table's last one.
    const [{ log: frames = 0 } = {}] = database.pragma('wal_checkpoint(NOOP)') as { log: number }[];
    const left = join(folder, 'left');
    copyFiles(join(folder, 'living'), left, [BASE, LOG]);
    database.close();
    expect(statSync(join(left, LOG)).size).toBeGreaterThan(HEADER_BYTES + 2 * frames * FRAME_BYTES);
    const pageOf = (nth: number) => HEADER_BYTES + nth * FRAME_BYTES + 24;
    const half = copyOf(left, 'half', flipped(pageOf(frames - 1) + 100));
    const taken = openDatabase(half);
    expect(countOf(taken)).toBe(22);
    taken.close();
    const damaged = copyOf(left, 'damaged', flipped(pageOf(frames - 2) + 100));
    expect(() => openDatabase(damaged)).toThrow(/2 commits behind the damage would be lost/);
  });

  it('is never taken over in part where its index is left with it', () => {
    const left = crashed(scratchFolder(), [BASE, LOG, INDEX]);
    const { size } = statSync(join(left, LOG));
    for (const at of [HEADER_BYTES + 5, size / 2, size - 1].map(Math.floor)) {
      const folder = copyOf(left, `copy-${at}`, flipped(at));
      copyFiles(left, folder, [INDEX]);
      // The first look makes the index anew, out of what is whole.
      for (const look of ['first', 'second']) {
        expect(() => openDatabase(folder), look).toThrow(/its log is damaged/);
      }
    }
    const whole = openDatabase(left);
    expect(countOf(whole)).toBe(COMMITS);
    whole.close();
  });

  it('of a daemon that is running is no loss', () => {
    const folder = scratchFolder();
    const living = openDatabase(folder);
    living.exec('CREATE TABLE notes (text TEXT NOT NULL)');
    const insert = living.prepare('INSERT INTO notes VALUES (?)');
    for (let nth = 0; nth < 40; nth += 1) {
      insert.run(String(nth).repeat(9_000));
      if (nth % 7 === 3) living.pragma('wal_checkpoint(RESTART)');
      insert.run('once more');
      const other = openDatabase(folder);
      expect(countOf(other)).toBe(2 * (nth + 1));
      other.close();
    }
    living.close();
  });
});

/** Writes the whole of a commit behind the log, as one who is killed before its end is known. */
function killedWriter(folder: string, living: Database): void {
  const apart = scratchFolder();
  copyFiles(folder, apart, [BASE, LOG]);
  const before = statSync(join(folder, LOG)).size;
  const killed = openDatabase(apart);
  killed.prepare('INSERT INTO notes VALUES (?)').run('nobody was told '.repeat(2_000));
  const written = readFileSync(join(apart, LOG)).subarray(before);
  killed.close();
  expect(written.length).toBeGreaterThan(4 * FRAME_BYTES);
  appendFileSync(join(folder, LOG), written);
  expect(countOf(living)).toBe(COMMITS);
}

describe('a commit whose writer was killed before its end was known', () => {
  const livingIn = (folder: string) => {
    const living = openDatabase(folder);
    living.exec('CREATE TABLE notes (text TEXT NOT NULL)');
    const insert = living.prepare('INSERT INTO notes VALUES (?)');
    for (let nth = 0; nth < COMMITS; nth += 1) insert.run(`${nth}`);
    killedWriter(folder, living);
    return living;
  };
  const takenBy = (folder: string) => {
    const other = openDatabase(folder);
    const count = countOf(other);
    other.close();
    return count;
  };

  it('is no loss to those who go on, nor is what is left of it under their commits', () => {
    const folder = scratchFolder();
    const living = livingIn(folder);
    expect(takenBy(folder)).toBe(COMMITS);
    living.prepare('INSERT INTO notes VALUES (?)').run('over its beginning');
    expect(takenBy(folder)).toBe(COMMITS + 1);
    const inspection = inspectDatabase(folder);
    expect(inspection.damage()).toEqual([]);
    inspection.close();
    living.close();
  });

  it('is no loss to whoever starts after the others were killed too', () => {
    const folder = scratchFolder();
    const living = livingIn(folder);
    living.prepare('INSERT INTO notes VALUES (?)').run('over its beginning');
    const left = scratchFolder();
    copyFiles(folder, left, [BASE, LOG, INDEX]);
    living.close();
    expect(takenBy(left)).toBe(COMMITS + 1);
  });
});
