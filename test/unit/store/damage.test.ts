import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/core/errors.js';
import { createSilentLogger } from '../../../src/core/logger.js';
import { createDamageWatch } from '../../../src/store/damage.js';
import SqliteDatabase from '../../../src/store/sqlite.js';

const failure = (code: string) => new SqliteDatabase.SqliteError('no text of a patient', code);

describe('createDamageWatch', () => {
  it.each(['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB', 'SQLITE_IOERR_READ'])(
    'remembers %s, however it is wrapped, and refuses from then on',
    (code) => {
      const watch = createDamageWatch(createSilentLogger());
      expect(watch.sound()).toBe(true);
      const wrapped = new AppError('overloaded', 'Not recorded.', { cause: failure(code) });
      watch.note(new Error('outer', { cause: wrapped }));
      expect(watch.sound()).toBe(false);
      expect(() => watch.admit()).toThrow(expect.objectContaining({ code: 'overloaded' }));
    },
  );

  it.each(['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_IOERR_WRITE', 'SQLITE_CONSTRAINT_UNIQUE'])(
    'does not take %s for damage',
    (code) => {
      const watch = createDamageWatch(createSilentLogger());
      watch.note(failure(code));
      watch.note(new Error('SQLITE_CORRUPT'));
      watch.note(undefined);
      expect(watch.sound()).toBe(true);
      expect(() => watch.admit()).not.toThrow();
    },
  );
});
