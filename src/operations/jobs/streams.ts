import type { Feed } from '../../calls/feed.js';
import { AppError } from '../../core/errors.js';
import type { JobRepository } from '../../store/job.js';
import { describeEvent } from './describe.js';
import { hasEnded } from './states.js';

export interface StreamParts {
  readonly repository: Pick<JobRepository, 'eventsAfter'>;
  /** Whether a key may still be used. */
  readonly inForce: (keyId: string) => boolean;
  readonly limits: { readonly all: number; readonly perKey: number };
}

export interface Streams {
  /**
   * What happens to a job, from after an event on.
   *
   * @returns undefined when the job has ended and all its events were sent
   * @throws AppError `overloaded` when too many are listening
   */
  open(jobId: string, keyId: string, after: number): Feed | undefined;
  /** Something has happened to a job. */
  tell(jobId: string): void;
  /** Once a second: what other processes have written; lines of keys that are no longer in force. */
  tick(): void;
  /** Ends all streams: the clients reconnect to another process, or later. */
  closeAll(): void;
}

interface StreamConnection {
  readonly jobId: string;
  readonly keyId: string;
  /** No more events are sent. */
  cut: boolean;
  wake(): void;
}

const crowded = (): AppError =>
  new AppError('overloaded', 'Too many streams are open; poll the job instead.', {
    retryAfterSeconds: 5,
  });

/** Streams that send clients the events of their jobs. */
export function createStreams({ repository, inForce, limits }: StreamParts): Streams {
  const lines = new Set<StreamConnection>();
  let closing = false;

  function ensureRoom(keyId: string): void {
    const own = [...lines].filter((line) => line.keyId === keyId).length;
    if (lines.size >= limits.all || own >= limits.perKey) throw crowded();
  }

  function feedOf(line: StreamConnection, after: number): Feed {
    let last = after;
    let over = false;
    return {
      take() {
        const events = line.cut || over ? [] : repository.eventsAfter(line.jobId, last);
        return events.map((event) => {
          last = event.seq;
          over ||= event.status !== null && hasEnded(event.status);
          const type = event.status === null ? 'progress' : 'status';
          return { id: event.seq, event: type, data: describeEvent(line.jobId, event) };
        });
      },
      ended: () => line.cut || over,
      watch(wake) {
        line.wake = wake;
        line.cut = closing;
        lines.add(line);
      },
      close: () => void lines.delete(line),
    };
  }

  return {
    open(jobId, keyId, after) {
      ensureRoom(keyId);
      const ended = repository
        .eventsAfter(jobId, -1)
        .findLast(({ status }) => status !== null && hasEnded(status));
      if (ended !== undefined && ended.seq <= after) return undefined;
      return feedOf({ jobId, keyId, cut: false, wake: () => undefined }, after);
    },
    tell(jobId) {
      for (const line of [...lines]) if (line.jobId === jobId) line.wake();
    },
    tick() {
      const asked = new Map<string, boolean>();
      for (const line of [...lines]) {
        const good = asked.get(line.keyId) ?? inForce(line.keyId);
        asked.set(line.keyId, good);
        if (!good) line.cut = true;
        line.wake();
      }
    },
    closeAll() {
      closing = true;
      for (const line of [...lines]) {
        line.cut = true;
        line.wake();
      }
    },
  };
}
