import { type Clock, isoTime } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import type { AuditRepository } from '../storage/audit-repository.js';
import { type ChainLink, nextLink } from './audit-chain.js';

/**
 * Who acted: an API key, the administrator at the command line, the appliance by itself, or somebody
 * without a key.
 */
export type Actor =
  | { readonly type: 'api_key'; readonly id: string; readonly mode: string }
  | { readonly type: 'administrator' | 'appliance' | 'unknown'; readonly id: string };

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
  readonly models?: ReadonlyArray<{ id: string; version: string; backend: string }>;
  readonly target?: string;
  /** What was searched by: the type and the names of the parameters, never a value. */
  readonly query?: string;
  /** How many alike this record stands for. */
  readonly count?: number;
}

export interface AuditLog {
  /** Resolves when the record is on disk; the caller replies only then. */
  append(event: AuditEvent): Promise<void>;
  /** Writes what still waits. */
  flush(): void;
}

interface Waiting {
  at: string;
  event: string;
  resolve(): void;
  reject(error: Error): void;
}

/**
 * Appends by group commit: all that arrives in one turn of the event loop shares one transaction
 * and so one sync of the disk.
 */
export function createAuditLog(repository: AuditRepository, clock: Clock): AuditLog {
  let waiting: Waiting[] = [];

  function flush(): void {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      repository.appendAll((last) => {
        const links: ChainLink[] = [];
        for (const { at, event } of batch) links.push(nextLink(links.at(-1) ?? last, at, event));
        return links;
      });
    } catch (cause) {
      const message = 'The audit record could not be written, so no answer can be given.';
      const error = new AppError('overloaded', message, { cause, retryAfterSeconds: 30 });
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { resolve } of batch) resolve();
  }

  return {
    append(event) {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ at: isoTime(clock()), event: JSON.stringify(event), resolve, reject });
      });
    },
    flush,
  };
}
