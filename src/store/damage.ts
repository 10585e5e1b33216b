import { AppError, messageOf } from '../core/errors.js';
import type { Logger } from '../core/logger.js';

/** What an administrator can do about it, as a part of a sentence. */
export const RESTORE =
  'restore the last backup into a new data folder (wardbox restore FILE --data-dir FOLDER)';

const RETRY_SECONDS = 600;

/** SQLite's codes for pages that are corrupt, are not a database, or cannot be read from the disk. */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|DATA|CORRUPTFS)$)/;

/** A row that is readable but not what was written: as bad as an unreadable page. */
export class AlteredRowError extends Error {
  readonly code = 'SQLITE_CORRUPT';
  override readonly name = 'AlteredRowError';
}

/** How many times an error may be wrapped. */
const DEPTH = 5;

/** Whether an SQLite error means that the database is damaged. */
export function saysDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DAMAGE.test(String(error.code));
}

/** Whether an error or one of its causes means that the database is damaged. */
function damageIn(error: unknown): Error | undefined {
  let one: unknown = error;
  for (let depth = 0; depth < DEPTH && one instanceof Error; depth += 1) {
    if (saysDamage(one)) return one;
    one = one.cause;
  }
  return undefined;
}

export interface DamageWatch {
  /** Reports an error of any kind. */
  note(error: unknown): void;
  /** False once the database was found damaged: its contents cannot be trusted any more. */
  sound(): boolean;
  /** @throws AppError `overloaded` when it is damaged */
  admit(): void;
}

/**
 * Remembers that the database was found damaged. SQLite finds damage only in the pages that it reads:
 * later queries of other pages would return answers from incomplete tables.
 */
export function createDamageWatch(logger: Logger): DamageWatch {
  let damage: Error | undefined;
  return {
    note(error) {
      if (damage !== undefined) return;
      damage = damageIn(error);
      if (damage === undefined) return;
      const remedy = `stop the appliance, keep a copy of the data folder, ${RESTORE}`;
      logger.fatal({ reason: messageOf(damage), remedy }, 'the database is damaged');
    },
    sound: () => damage === undefined,
    admit() {
      if (damage === undefined) return;
      const message = 'The database is damaged; nothing is answered until it has been restored.';
      throw new AppError('overloaded', message, { retryAfterSeconds: RETRY_SECONDS });
    },
  };
}
