import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChecksumInput,
  checksumOf,
  countAltered,
  expectUnaltered,
} from '../../../../src/store/fhir/checksum.js';
import { openDatabase } from '../../../../src/store/open.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const row = fc.record({
  version: fc.nat(),
  updated: fc.nat(),
  method: fc.constantFrom('POST', 'PUT', 'PATCH'),
  deleted: fc.constantFrom(0, 1),
  body: fc.string({ unit: 'grapheme' }),
}) as fc.Arbitrary<ChecksumInput>;

describe('checksumOf', () => {
  it('is the CRC-32 of what stands in a row', () => {
    const empty = { version: 1, updated: 0, method: 'POST', deleted: 0, body: '' } as const;
    // By another implementation: zlib.crc32(b'1 0 POST 0\n') of Python.
    expect(checksumOf(empty)).toBe(4221591945);
  });

  it('is another one when any part of the row is', () => {
    fc.assert(
      fc.property(row, row, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(checksumOf(one) === checksumOf(other)).toBe(same);
      }),
    );
  });

  it('finds one bit that is another one in the text', () => {
    fc.assert(
      fc.property(row, fc.string({ minLength: 1 }), fc.nat(), fc.nat(7), (one, body, at, bit) => {
        const bytes = Buffer.from(body);
        const place = at % bytes.length;
        bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
        const before = checksumOf({ ...one, body });
        expect(checksumOf({ ...one, body: bytes.toString('latin1') })).not.toBe(before);
      }),
    );
  });
});

describe('a row', () => {
  it('that is not what was written is damage; one from before checksums is taken as it is', () => {
    const sound = { version: 1, updated: 5, method: 'PUT', deleted: 0, body: '{}' } as const;
    const checksum = checksumOf(sound);
    expectUnaltered({ ...sound, checksum });
    expectUnaltered({ ...sound, checksum: null });
    expect(() => expectUnaltered({ ...sound, body: '[]', checksum })).toThrow(
      expect.objectContaining({ code: 'SQLITE_CORRUPT' }),
    );
  });

  it('is counted among those that are altered', () => {
    const database = openDatabase(scratchFolder());
    database.exec("INSERT INTO fhir_term (kind, text) VALUES ('space', 'test/Patient')");
    const insert = database.prepare(
      `INSERT INTO fhir_resource (space, id, version, updated, method, deleted, body, checksum)
       VALUES (1, ?, 1, 5, 'PUT', 0, ?, ?)`,
    );
    const sound = { version: 1, updated: 5, method: 'PUT', deleted: 0, body: '{}' } as const;
    insert.run('a', '{}', checksumOf(sound));
    insert.run('b', '{ }', checksumOf(sound));
    insert.run('c', '{  }', null);
    expect(countAltered(database)).toBe(1);
    database.close();
  });
});
