import type { AuditRepository } from '../store/audit-repository.js';
import type { ChainLink } from './audit-chain.js';
import { createAuditHistory, isAbout } from './audit-history.js';
import type { AuditCrossCheck } from './audit-verdict.js';
import { namesOf } from './subject.js';

/** Which records are wanted; times are those of records. */
export interface RecordSelection {
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** `Patient/123`, `123`, or the pseudonym that records use for it. */
  readonly patient: string | undefined;
}

/**
 * Returns the records of an interval, about one patient or all, of the database and of sealed
 * segments, oldest first.
 *
 * @throws AppError `validation_error`; `conflict` when a segment is missing or damaged
 */
export function* selectRecords(
  repository: AuditRepository,
  crossCheck: Pick<AuditCrossCheck, 'keys' | 'segments'>,
  { since, until, patient }: RecordSelection,
): Generator<ChainLink> {
  const history = createAuditHistory(repository, crossCheck);
  const names = patient === undefined ? undefined : namesOf(patient, repository);
  for (const row of history.each(history.stretch(since, until))) {
    if (names === undefined || isAbout(row, names)) yield row;
  }
}
