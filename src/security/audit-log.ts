import { type Clock, isoTime } from '../core/clock.js';
import type { AuditNames } from '../storage/audit-names.js';
import type { AuditRepository } from '../storage/audit-repository.js';
import type { CommitQueue, Wait } from '../storage/commit-queue.js';
import { type ChainLink, nextLink } from './audit-chain.js';

/**
 * Who acted: an API key, the administrator at the command line, the appliance by itself, or somebody
 * without a key.
 */
export type Actor =
  | { readonly type: 'api_key'; readonly id: string; readonly mode: string }
  | { readonly type: 'administrator' | 'appliance' | 'unknown'; readonly id: string };

export interface ModelUse {
  readonly id: string;
  readonly version: string;
  readonly backend: string;
  /** Of its manifest, hex: told where a package is opened. */
  readonly sha256?: string;
}

/** What happened. Never a body, a name or a value of a patient: digests stand for content. */
export interface AuditEvent {
  /** `imaging.create`, `key.create`, … */
  readonly action: string;
  readonly outcome: 'success' | 'refused' | 'failed';
  readonly actor: Actor;
  readonly request_id?: string;
  readonly remote_address?: string;
  readonly status?: number;
  readonly error_code?: string;
  readonly result_id?: string;
  /** SHA-256 of the body sent and of the body answered, hex. */
  readonly request_sha256?: string;
  readonly response_sha256?: string;
  readonly models?: readonly ModelUse[];
  /** A resource (`Patient/1`) is recorded by its hidden name, here and in `result_id`. */
  readonly target?: string;
  /** Of what is, or was, answered later. */
  readonly job_id?: string;
  /** What was searched by: the type and the names of the parameters, never a value. */
  readonly query?: string;
  /** How many alike this record stands for. */
  readonly count?: number;
  /** Nothing was done: the answer that an earlier request of the same key got was given again. */
  readonly replayed?: true;
}

export interface AuditLog {
  /**
   * Resolves when the record is on disk (or as `wait` says). What belongs to a call is recorded with
   * all else that follows from it: see `commitCall`.
   */
  append(event: AuditEvent, wait?: Wait): Promise<void>;
  /** Writes what still waits. */
  flush(): void;
}

/** Characters that JSON leaves as they are and many readers take for the end of a line. */
const LINE_ENDS = /[\u2028\u2029]/g;

/** On one line, whoever reads it. */
const textOf = (event: AuditEvent): string =>
  JSON.stringify(event).replace(LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16)}`);

/** As it is recorded: resources are named by keyed hashes, wherever they are named. */
function withHiddenNames(event: AuditEvent, { hidden }: AuditNames): AuditEvent {
  const { target, result_id: result } = event;
  if (target === undefined && result === undefined) return event;
  return {
    ...event,
    ...(target !== undefined && { target: hidden(target) }),
    ...(result !== undefined && { result_id: hidden(result) }),
  };
}

/**
 * Links records to the chain: what a commit queue does with the records of a group. All of a group
 * bear the time at which it was committed.
 */
export function createAuditWriter(
  { appendAll, names }: Pick<AuditRepository, 'appendAll' | 'names'>,
  clock: Clock,
): (events: readonly AuditEvent[]) => void {
  return (events) => {
    const at = isoTime(clock());
    appendAll((last) => {
      let newest: ChainLink | undefined = last;
      return events.map((event) => {
        const told = withHiddenNames(event, names);
        newest = nextLink(newest, at, textOf(told));
        return { ...newest, target: told.target };
      });
    });
  };
}

/** Appends by group commit, together with all else that is written in the same turn. */
export function createAuditLog(queue: CommitQueue<AuditEvent>): AuditLog {
  return {
    append: (event, wait = 'synced') => queue.record([event], wait),
    flush: queue.flush,
  };
}
