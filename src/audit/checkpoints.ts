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

export interface Checkpoints {
  /**
   * Signs the current end of the chain. Makes no checkpoint (`isNew` is false) when nothing but a
   * checkpoint was recorded since the last one, or nothing at all.
   *
   * @throws AppError `conflict` when the chain contradicts the last checkpoint: signing a manipulated
   * chain would make it credible.
   */
  make(by: Actor): Promise<CheckpointResult>;
  /**
   * Makes a new signing key, signed by the old one: the last checkpoints of both.
   *
   * @throws AppError `conflict` as above, and of an empty log
   */
  rotateKey(by: Actor): Promise<KeptCheckpoint>;
}

export interface CheckpointsParts {
  readonly file: Pick<CheckpointFile, 'newest' | 'append' | 'handOver'>;
  readonly repository: Pick<AuditRepository, 'find' | 'highestEver' | 'tail'>;
  readonly queue: Pick<CommitQueue<AuditEvent>, 'run' | 'sync'>;
  readonly clock: Clock;
}

/** Whether a record only reports that a checkpoint was made. */
const tellsOf = (row: AuditRow, checkpoint: KeptCheckpoint): boolean =>
  (JSON.parse(row.event) as AuditEvent).target === checkpointTarget(checkpoint);

/** Whether nothing but the last checkpoint itself was recorded since. */
function isCovered(head: AuditRow, last: KeptCheckpoint | undefined): boolean {
  if (last === undefined) return false;
  return head.seq <= last.seq || (head.seq === last.seq + 1 && tellsOf(head, last));
}

/** The newest record, and the database's counter. */
interface Head {
  readonly row: AuditRow;
  readonly highest: number;
}

/**
 * Checkpoints of an audit log: each is signed, names the one before it, lies outside the database,
 * and is named by a record of the chain.
 */
export function createCheckpoints(parts: CheckpointsParts): Checkpoints {
  const { file, repository, queue, clock } = parts;

  function agree({ number, seq, head, at }: KeptCheckpoint): void {
    if (repository.find(seq)?.hash.toString('hex') === head) return;
    const message = `The audit log is not the one of checkpoint ${number} (record ${seq}, ${at}).`;
    throw new AppError('conflict', `${message} See: wardbox audit verify.`);
  }

  /** The newest record that survives a power cut: only such a record is signed. */
  function durableHead(): Head | undefined {
    const [row] = repository.tail(1);
    if (row === undefined) return undefined;
    const highest = repository.highestEver();
    queue.sync();
    return { row, highest };
  }

  /** The last checkpoint, which the chain matches. */
  function lastCheckpoint(): KeptCheckpoint | undefined {
    const last = file.newest();
    if (last !== undefined) agree(last);
    return last;
  }

  const factsOf = ({ row, highest }: Head): CheckpointFacts => ({
    seq: row.seq,
    head: row.hash.toString('hex'),
    highest,
    at: isoTime(clock()),
  });

  const recordOf = (checkpoint: KeptCheckpoint, actor: Actor): AuditEvent => ({
    action: CHECKPOINT_ACTION,
    outcome: 'success',
    actor,
    target: checkpointTarget(checkpoint),
  });

  return {
    async make(actor) {
      const head = durableHead();
      // The write lock keeps other processes from making one meanwhile.
      return queue.run<CheckpointResult>(
        () => {
          const last = lastCheckpoint();
          if (head === undefined || isCovered(head.row, last)) {
            return { value: { isNew: false, ...(last && { checkpoint: last }) }, records: [] };
          }
          const checkpoint = file.append(factsOf(head));
          return { value: { isNew: true, checkpoint }, records: [recordOf(checkpoint, actor)] };
        },
        { wait: 'synced' },
      );
    },
    async rotateKey(actor) {
      const head = durableHead();
      if (head === undefined) {
        throw new AppError('conflict', 'The audit log is empty: there is nothing to sign yet.');
      }
      return queue.run<KeptCheckpoint>(
        () => {
          const last = lastCheckpoint();
          if (last !== undefined && last.seq > head.row.seq) {
            throw new AppError('conflict', 'Another process signs the audit log: try again.');
          }
          const [handover, first] = file.handOver(factsOf(head));
          const event = { action: ROTATE_ACTION, outcome: 'success', actor } as const;
          const rotated = { ...event, target: `key:${first.key}` };
          const made = [handover, first].map((checkpoint) => recordOf(checkpoint, actor));
          return { value: first, records: [...made, rotated] };
        },
        { wait: 'synced' },
      );
    },
  };
}
