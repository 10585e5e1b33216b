import { carryOutSteps } from './carry-out-steps.js';
import type { Database } from './sqlite.js';

type SnapshotReads = <S, T>(
  decision: Generator<S, T, unknown>,
  carryOut: (step: S) => unknown,
) => T;

/**
 * Carries out reads in one read transaction, so that they see one state whatever other processes commit;
 * this process does nothing in between.
 */
export function createSnapshotReads(database: Database): SnapshotReads {
  const begin = database.prepare('BEGIN');
  const end = database.prepare('COMMIT');
  return (decision, carryOut) => {
    begin.run();
    try {
      return carryOutSteps(decision, carryOut);
    } finally {
      if (database.inTransaction) end.run();
    }
  };
}
