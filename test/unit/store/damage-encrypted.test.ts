import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saysDamage } from '../../../src/store/damage.js';
import { makeEncryptionKey } from '../../../src/store/encryption/key.js';
import { type Database, openDatabase } from '../../../src/store/open.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const BASE = 'wardbox.sqlite';
const ROWS = 40;

const rowsOf = (database: Database) =>
  database.prepare<[], string>('SELECT text FROM notes ORDER BY rowid').pluck().all();

/** A base of some pages of text, closed, and what is in it. */
function makeEncrypted() {
  const folder = scratchFolder();
  const key = makeEncryptionKey(join(folder, 'key'));
  const dataDir = join(folder, 'sound');
  const database = openDatabase(dataDir, key);
  database.exec('CREATE TABLE notes (text TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO notes VALUES (?)');
  for (let nth = 0; nth < ROWS; nth += 1) insert.run(`${nth} `.repeat(700));
  const rows = rowsOf(database);
  database.close();
  return { folder, key, dataDir, rows };
}

/** All rows, or the error that came instead. */
function tryRead(dataDir: string, key: ReturnType<typeof makeEncryptionKey>): string[] | unknown {
  let database: Database | undefined;
  try {
    database = openDatabase(dataDir, key);
    return rowsOf(database);
  } catch (error) {
    return error;
  } finally {
    database?.close();
  }
}

describe('an encrypted database', () => {
  it('gives no row that was altered, whichever byte of it is', () => {
    const { folder, key, dataDir, rows } = makeEncrypted();
    const { size } = statSync(join(dataDir, BASE));
    let found = 0;
    let run = 0;
    fc.assert(
      fc.property(fc.nat({ max: size - 1 }), (at) => {
        run += 1;
        const copy = join(folder, `copy-${run}`);
        mkdirSync(copy);
        const bytes = readFileSync(join(dataDir, BASE));
        bytes[at] = (bytes[at] ?? 0) ^ 0x10;
        writeFileSync(join(copy, BASE), bytes);
        const told = tryRead(copy, key);
        if (Array.isArray(told)) expect(told.join() === rows.join()).toBe(true);
        else {
          found += 1;
          const { cause = told } = told as Error;
          expect(saysDamage(cause) || /the key .* does not open/.test(String(told))).toBe(true);
        }
      }),
      { numRuns: 60, examples: [[0], [17], [size - 1]] },
    );
    expect(found).toBeGreaterThan(run / 3);
  });
});
