import { type Clock, isoTime } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import type { AuditRepository, AuditRow } from '../storage/audit-repository.js';
import type { CommitQueue } from '../storage/commit-queue.js';
import type { Actor, AuditEvent } from './audit-log.js';
import { CHECKPOINT_ACTION, checkpointTarget } from './audit-verdict.js';
import type { KeptCheckpoint } from './checkpoint.js';
import type { CheckpointFile } from './checkpoint-file.js';

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
}

export interface CheckpointsParts {
  readonly file: Pick<CheckpointFile, 'newest' | 'append'>;
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

  function sign(head: AuditRow): KeptCheckpoint {
    // What a power cut could still take away must not be vouched for.
    repository.sync();
    const highest = repository.highestEver();
    const at = isoTime(clock());
    return file.append({ seq: head.seq, head: head.hash.toString('hex'), highest, at });
  }

  return {
    make: (actor) =>
      // The write lock keeps any other process from making one meanwhile.
      queue.run<Made>(
        () => {
          const [head] = repository.tail(1);
          const last = file.newest();
          if (last !== undefined) agree(last);
          if (head === undefined || unchanged(head, last)) {
            return { value: { isNew: false, ...(last && { checkpoint: last }) }, records: [] };
          }
          const checkpoint = sign(head);
          const target = checkpointTarget(checkpoint);
          const event = { action: CHECKPOINT_ACTION, outcome: 'success', actor, target } as const;
          return { value: { isNew: true, checkpoint }, records: [event] };
        },
        { wait: 'synced' },
      ),
  };
}
