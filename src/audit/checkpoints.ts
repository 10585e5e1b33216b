import { type Clock, isoTime } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import type { AuditRow } from '../store/audit-repository.js';
import type { AuditStore } from '../store/audit-store.js';
import { perform } from '../store/steps.js';
import type { AuditDecision, Commit, Conclusion, Decision } from '../store/unit-of-work.js';
import { CHECKPOINT_ACTION, checkpointTarget } from './audit-cross-check.js';
import type { Actor, AuditEvent } from './audit-log.js';
import type { CheckpointFacts, KeptCheckpoint } from './checkpoint.js';
import type { CheckpointFile } from './checkpoint-file.js';

const ROTATE_ACTION = 'audit.rotate_key';

interface CheckpointResult {
  readonly isNew: boolean;
  readonly checkpoint?: KeptCheckpoint;
}

export interface CheckpointsParts {
  readonly file: Pick<CheckpointFile, 'newest' | 'append' | 'handOver'>;
  readonly store: AuditStore;
  readonly commit: Commit<AuditEvent>;
  readonly clock: Clock;
}

/** Whether a record only reports that a checkpoint was made. */
const isRecordOf = (row: AuditRow, checkpoint: KeptCheckpoint): boolean =>
  (JSON.parse(row.event) as AuditEvent).target === checkpointTarget(checkpoint);

/** Whether nothing but the last checkpoint itself was recorded since. */
function isCovered(head: AuditRow, last: KeptCheckpoint | undefined): boolean {
  if (last === undefined) return false;
  return head.seq <= last.seq || (head.seq === last.seq + 1 && isRecordOf(head, last));
}

/** The newest record, and the database's counter. */
interface Head {
  readonly row: AuditRow;
  readonly highest: number;
}

const recordOf = (checkpoint: KeptCheckpoint, actor: Actor): AuditEvent => ({
  action: CHECKPOINT_ACTION,
  outcome: 'success',
  actor,
  target: checkpointTarget(checkpoint),
});

function* readHead(): AuditDecision<Head | undefined> {
  const row = yield* perform({ kind: 'audit.newest' });
  if (row === undefined) return undefined;
  return { row, highest: yield* perform({ kind: 'audit.highest-number' }) };
}

/** What the decisions about a checkpoint depend on. */
interface Signing extends Pick<CheckpointsParts, 'file' | 'clock'> {
  readonly by: Actor;
}

const factsOf = ({ row, highest }: Head, clock: Clock): CheckpointFacts => ({
  seq: row.seq,
  head: row.hash.toString('hex'),
  highest,
  at: isoTime(clock()),
});

/**
 * The last checkpoint.
 *
 * @throws AppError `conflict` when the chain contradicts it
 */
function* checkedLast({ file }: Pick<Signing, 'file'>): AuditDecision<KeptCheckpoint | undefined> {
  const last = file.newest();
  if (last === undefined) return undefined;
  const { number, seq, head, at } = last;
  const row = yield* perform({ kind: 'audit.record', seq });
  if (row?.hash.toString('hex') === head) return last;
  const message = `The audit log is not the one of checkpoint ${number} (record ${seq}, ${at}).`;
  throw new AppError('conflict', `${message} See: wardbox audit verify.`);
}

function* decideCheckpoint(
  head: Head | undefined,
  signing: Signing,
): Decision<Conclusion<CheckpointResult, AuditEvent>> {
  yield* perform({ kind: 'audit.lock' });
  const last = yield* checkedLast(signing);
  if (head === undefined || isCovered(head.row, last)) {
    return { value: { isNew: false, ...(last && { checkpoint: last }) }, records: [] };
  }
  const { file, clock, by } = signing;
  const checkpoint = file.append(factsOf(head, clock));
  return { value: { isNew: true, checkpoint }, records: [recordOf(checkpoint, by)] };
}

function* decideRotation(
  head: Head,
  signing: Signing,
): Decision<Conclusion<KeptCheckpoint, AuditEvent>> {
  yield* perform({ kind: 'audit.lock' });
  const last = yield* checkedLast(signing);
  if (last !== undefined && last.seq > head.row.seq) {
    throw new AppError('conflict', 'Another process signs the audit log: try again.');
  }
  const { file, clock, by } = signing;
  const [handover, first] = file.handOver(factsOf(head, clock));
  const event = { action: ROTATE_ACTION, outcome: 'success', actor: by } as const;
  const rotation: AuditEvent = { ...event, target: `key:${first.key}` };
  return { value: first, records: [recordOf(handover, by), recordOf(first, by), rotation] };
}

/**
 * Checkpoints of an audit log: each is signed, names the one before it, is stored outside the database,
 * and is named by a record of the chain.
 */
export class Checkpoints {
  readonly #parts: CheckpointsParts;

  constructor(parts: CheckpointsParts) {
    this.#parts = parts;
  }

  /**
   * Signs the current end of the chain. Makes no checkpoint (`isNew` is false) when nothing but a
   * checkpoint, or nothing, was recorded since the last one.
   *
   * @throws AppError `conflict` when the chain contradicts the last checkpoint: signing a manipulated
   * chain would make it credible.
   */
  async make(by: Actor): Promise<CheckpointResult> {
    const head = await this.#durableHead();
    const signing = { ...this.#parts, by };
    return this.#parts.commit({ work: () => decideCheckpoint(head, signing), wait: 'synced' });
  }

  /**
   * Makes a new signing key, signed by the old one: the last checkpoints of both.
   *
   * @throws AppError `conflict` as above, and of an empty log
   */
  async rotateKey(by: Actor): Promise<KeptCheckpoint> {
    const head = await this.#durableHead();
    if (head === undefined) {
      throw new AppError('conflict', 'The audit log is empty: there is nothing to sign yet.');
    }
    const signing = { ...this.#parts, by };
    return this.#parts.commit({ work: () => decideRotation(head, signing), wait: 'synced' });
  }

  /** The newest record that survives a power cut: only such a record is signed. */
  async #durableHead(): Promise<Head | undefined> {
    const { store } = this.#parts;
    const head = await store.decide(readHead());
    if (head !== undefined) await store.sync();
    return head;
  }
}
