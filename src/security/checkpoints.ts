import { type Clock, isoTime } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import type { AuditRepository, AuditRow } from '../storage/audit-repository.js';
import type { CommitQueue } from '../storage/commit-queue.js';
import type { Actor, AuditEvent } from './audit-log.js';
import { CHECKPOINT_ACTION, checkpointTarget } from './audit-testimony.js';
import type { CheckpointFacts, KeptCheckpoint } from './checkpoint.js';
import type { CheckpointFile } from './checkpoint-file.js';

const ROTATE_ACTION = 'audit.rotate_key';

interface Made {
  readonly isNew: boolean;
  readonly checkpoint?: KeptCheckpoint;
}

export interface Checkpoints {
  /**
   * Signs where the chain stands. Nothing is made (`isNew` is false) when nothing but a checkpoint
   * was recorded since the last one, or nothing at all.
   *
   * @throws AppError `conflict` when the chain contradicts the last checkpoint: to sign what was
   * tampered with would lend it credit.
   */
  make(by: Actor): Promise<Made>;
  /**
   * Has a new key sign from now on, which the old one signs: the last checkpoints of both.
   *
   * @throws AppError `conflict` as above, and of an empty log
   */
  rotateKey(by: Actor): Promise<KeptCheckpoint>;
}

export interface CheckpointsParts {
  readonly file: Pick<CheckpointFile, 'newest' | 'append' | 'handOver'>;
  readonly repository: Pick<AuditRepository, 'find' | 'highestEver' | 'sync' | 'tail'>;
  readonly queue: Pick<CommitQueue<AuditEvent>, 'run'>;
  readonly clock: Clock;
}

/** Whether a record says of a checkpoint that it was made, and nothing else. */
const tellsOf = (row: AuditRow, checkpoint: KeptCheckpoint): boolean =>
  (JSON.parse(row.event) as AuditEvent).target === checkpointTarget(checkpoint);

function unchanged(head: AuditRow, last: KeptCheckpoint | undefined): boolean {
  if (last === undefined) return false;
  return head.seq === last.seq || (head.seq === last.seq + 1 && tellsOf(head, last));
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

  /** Where the chain stands; undefined where there is nothing to sign. */
  function stand(): { head: AuditRow | undefined; last: KeptCheckpoint | undefined } {
    const [head] = repository.tail(1);
    const last = file.newest();
    if (last !== undefined) agree(last);
    return { head, last };
  }

  function factsOf(head: AuditRow): CheckpointFacts {
    // What a power cut could still take away must not be vouched for.
    repository.sync();
    const highest = repository.highestEver();
    return { seq: head.seq, head: head.hash.toString('hex'), highest, at: isoTime(clock()) };
  }

  const recordOf = (checkpoint: KeptCheckpoint, actor: Actor): AuditEvent => ({
    ...{ action: CHECKPOINT_ACTION, outcome: 'success', actor },
    target: checkpointTarget(checkpoint),
  });

  return {
    make: (actor) =>
      // The write lock keeps any other process from making one meanwhile.
      queue.run<Made>(
        () => {
          const { head, last } = stand();
          if (head === undefined || unchanged(head, last)) {
            return { value: { isNew: false, ...(last && { checkpoint: last }) }, records: [] };
          }
          const checkpoint = file.append(factsOf(head));
          return { value: { isNew: true, checkpoint }, records: [recordOf(checkpoint, actor)] };
        },
        { wait: 'synced' },
      ),
    rotateKey: (actor) =>
      queue.run<KeptCheckpoint>(
        () => {
          const { head } = stand();
          if (head === undefined) {
            throw new AppError('conflict', 'The audit log is empty: there is nothing to sign yet.');
          }
          const [handover, first] = file.handOver(factsOf(head));
          const event = { action: ROTATE_ACTION, outcome: 'success', actor } as const;
          const rotated = { ...event, target: `key:${first.key}` };
          const made = [handover, first].map((checkpoint) => recordOf(checkpoint, actor));
          return { value: first, records: [...made, rotated] };
        },
        { wait: 'synced' },
      ),
  };
}
