import { type Clock, isoTime } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import type { AuditRepository, AuditRow } from '../store/audit-repository.js';
import type { CommitQueue } from '../store/commit-queue.js';
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
  readonly repository: Pick<AuditRepository, 'find' | 'highestEver' | 'tail'>;
  readonly queue: Pick<CommitQueue<AuditEvent>, 'run' | 'sync'>;
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

/**
 * Checkpoints of an audit log: each is signed, names the one before it, is stored outside the database,
 * and is named by a record of the chain.
 */
export class Checkpoints {
  readonly #file: CheckpointsParts['file'];
  readonly #repository: CheckpointsParts['repository'];
  readonly #queue: CheckpointsParts['queue'];
  readonly #clock: Clock;

  constructor({ file, repository, queue, clock }: CheckpointsParts) {
    this.#file = file;
    this.#repository = repository;
    this.#queue = queue;
    this.#clock = clock;
  }

  /**
   * Signs the current end of the chain. Makes no checkpoint (`isNew` is false) when nothing but a
   * checkpoint, or nothing, was recorded since the last one.
   *
   * @throws AppError `conflict` when the chain contradicts the last checkpoint: signing a manipulated
   * chain would make it credible.
   */
  async make(by: Actor): Promise<CheckpointResult> {
    const head = this.#durableHead();
    // The write lock keeps other processes from making one meanwhile.
    return this.#queue.run<CheckpointResult>(
      () => {
        const last = this.#lastCheckpoint();
        if (head === undefined || isCovered(head.row, last)) {
          return { value: { isNew: false, ...(last && { checkpoint: last }) }, records: [] };
        }
        const checkpoint = this.#file.append(this.#factsOf(head));
        return { value: { isNew: true, checkpoint }, records: [recordOf(checkpoint, by)] };
      },
      { wait: 'synced' },
    );
  }

  /**
   * Makes a new signing key, signed by the old one: the last checkpoints of both.
   *
   * @throws AppError `conflict` as above, and of an empty log
   */
  async rotateKey(by: Actor): Promise<KeptCheckpoint> {
    const head = this.#durableHead();
    if (head === undefined) {
      throw new AppError('conflict', 'The audit log is empty: there is nothing to sign yet.');
    }
    return this.#queue.run<KeptCheckpoint>(
      () => {
        const last = this.#lastCheckpoint();
        if (last !== undefined && last.seq > head.row.seq) {
          throw new AppError('conflict', 'Another process signs the audit log: try again.');
        }
        const [handover, first] = this.#file.handOver(this.#factsOf(head));
        const event = { action: ROTATE_ACTION, outcome: 'success', actor: by } as const;
        const rotation: AuditEvent = { ...event, target: `key:${first.key}` };
        return { value: first, records: [recordOf(handover, by), recordOf(first, by), rotation] };
      },
      { wait: 'synced' },
    );
  }

  /** The newest record that survives a power cut: only such a record is signed. */
  #durableHead(): Head | undefined {
    const [row] = this.#repository.tail(1);
    if (row === undefined) return undefined;
    const highest = this.#repository.highestEver();
    this.#queue.sync();
    return { row, highest };
  }

  /**
   * The last checkpoint.
   *
   * @throws AppError `conflict` when the chain contradicts it
   */
  #lastCheckpoint(): KeptCheckpoint | undefined {
    const last = this.#file.newest();
    if (last === undefined) return undefined;
    const { number, seq, head, at } = last;
    if (this.#repository.find(seq)?.hash.toString('hex') === head) return last;
    const message = `The audit log is not the one of checkpoint ${number} (record ${seq}, ${at}).`;
    throw new AppError('conflict', `${message} See: wardbox audit verify.`);
  }

  #factsOf({ row, highest }: Head): CheckpointFacts {
    const head = row.hash.toString('hex');
    return { seq: row.seq, head, highest, at: isoTime(this.#clock()) };
  }
}
