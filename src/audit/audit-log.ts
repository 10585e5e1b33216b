import { APPLIANCE_ID } from '../core/appliance-id.js';
import { type Clock, isoTime } from '../core/clock.js';
import type { AuditNames } from '../store/audit-names.js';
import type { AuditRepository } from '../store/audit-repository.js';
import type { CommitQueue, CommitWait } from '../store/commit-queue.js';
import { type ChainLink, nextLink } from './audit-chain.js';

/**
 * Who acted: an API key, a person or the appliance by itself (without a mode where neither test nor live data
 * are concerned), a program with a token, a DICOM node by its AE title, the administrator at the command
 * line, or an unknown client.
 */
export type Actor =
  | { readonly type: 'api_key'; readonly id: string; readonly mode: string }
  | { readonly type: 'user'; readonly id: string; readonly mode?: string }
  | ClientActor
  | { readonly type: 'dicom_node'; readonly id: string; readonly mode: string }
  | { readonly type: 'appliance'; readonly id: string; readonly mode?: string }
  | { readonly type: 'administrator' | 'unknown'; readonly id: string };

/** A program, with a token. */
export interface ClientActor {
  readonly type: 'client';
  readonly id: string;
  readonly mode: string;
  /** Who issued its token; absent where that is the appliance itself. */
  readonly issuer?: string;
  /** For whom it acts: the issuer's name for a person. */
  readonly user?: string;
}

/** The appliance where neither test nor live data are concerned. */
export const APPLIANCE: Actor = { type: 'appliance', id: APPLIANCE_ID };

/** A DICOM node, by its AE title. */
export const nodeActor = (id: string, mode: string): Actor => ({ type: 'dicom_node', id, mode });

function actorType(id: string): 'appliance' | 'user' | 'api_key' {
  if (id === APPLIANCE_ID) return 'appliance';
  return id.startsWith('user_') ? 'user' : 'api_key';
}

/** The actor with an id, which says whether it is that of a person or of the appliance. */
export const actorWith = (id: string, mode: string): Actor => ({ type: actorType(id), id, mode });

/** An actor in one line: a program with the person for whom it acts. */
export const actorText = (actor: Actor): string =>
  actor.type === 'client' && actor.user !== undefined ? `${actor.id} for ${actor.user}` : actor.id;

export interface ModelUse {
  readonly id: string;
  readonly version: string;
  readonly backend: string;
  /** SHA-256 of its manifest, hex: recorded where a package is opened. */
  readonly sha256?: string;
}

/** An action. Never a body, a name or a value of a patient: digests represent content. */
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
  /** SHA-256 of the request body and of the response body, hex. */
  readonly request_sha256?: string;
  readonly response_sha256?: string;
  readonly models?: readonly ModelUse[];
  /** A resource (`Patient/1`) is recorded by its pseudonym, here and in `result_id`. */
  readonly target?: string;
  /** Id of the job, for asynchronous work. */
  readonly job_id?: string;
  /** The search: the type and the names of the parameters, never a value. */
  readonly query?: string;
  /** The number of equal events that this record represents. */
  readonly count?: number;
  /** The other node that something was sent to, by its name in the configuration. */
  readonly destination?: string;
  /** Nothing was done: the answer to an earlier request of the same key was repeated. */
  readonly replayed?: true;
}

export interface AuditLog {
  /**
   * Resolves when the record is on disk (or as `wait` says). What belongs to a call is recorded with
   * all its other changes: see `commitCall`.
   */
  append(event: AuditEvent, wait?: CommitWait): Promise<void>;
  /** Writes pending records. */
  flush(): void;
}

/** Characters that JSON leaves unescaped and many readers treat as line ends. */
const LINE_ENDS = /[\u2028\u2029]/g;

/** Serializes to one line for every reader. */
const textOf = (event: AuditEvent): string =>
  JSON.stringify(event).replace(LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16)}`);

/** Replaces resource ids by keyed hashes, wherever they occur. */
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
 * Links records to the chain, as a step of the commit queue. All records of a group have the time of
 * their commit.
 */
export function createAuditWriter(
  repository: Pick<AuditRepository, 'appendAll' | 'names'>,
  clock: Clock,
): (events: readonly AuditEvent[]) => void {
  return (events) => {
    const at = isoTime(clock());
    repository.appendAll((last) => {
      let newest: ChainLink | undefined = last;
      return events.map((event) => {
        const hidden = withHiddenNames(event, repository.names);
        newest = nextLink(newest, at, textOf(hidden));
        return { ...newest, target: hidden.target };
      });
    });
  };
}

/** Appends by group commit, together with everything else that is written in the same turn. */
export function createAuditLog(queue: CommitQueue<AuditEvent>): AuditLog {
  return {
    append: (event, wait = 'synced') => queue.record([event], wait),
    flush: () => queue.flush(),
  };
}
