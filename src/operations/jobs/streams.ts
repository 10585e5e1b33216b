import type { Feed, StreamEvent } from '../../calls/feed.js';
import { AppError } from '../../core/errors.js';
import type { JobEvent, JobRepository } from '../../store/job.js';
import { describeEvent } from './describe.js';
import { hasEnded } from './states.js';

export interface StreamParts {
  readonly repository: Pick<JobRepository, 'eventsAfter'>;
  /** Whether a key may still be used, or a person is still signed in. */
  readonly inForce: (ownerId: string) => boolean;
  readonly limits: { readonly all: number; readonly perKey: number };
}

/** The owner of a feed, its job, and the last event already sent. */
interface FeedOrigin {
  readonly jobId: string;
  readonly ownerId: string;
  readonly after: number;
}

const tooManyStreams = (): AppError =>
  new AppError('overloaded', 'Too many streams are open; poll the job instead.', {
    retryAfterSeconds: 5,
  });

/** Whether nothing follows this event. */
const isLast = ({ status }: JobEvent): boolean => status !== null && hasEnded(status);

const streamEvent = (jobId: string, event: JobEvent): StreamEvent => ({
  id: event.seq,
  event: event.status === null ? 'progress' : 'status',
  data: describeEvent(jobId, event),
});

/** The events of one job, as sent to one client. */
class JobFeed implements Feed {
  readonly jobId: string;
  readonly ownerId: string;
  readonly #streams: JobStreams;
  readonly #repository: StreamParts['repository'];
  #last: number;
  #ended = false;
  #wake: () => void = () => undefined;

  constructor(
    { jobId, ownerId, after }: FeedOrigin,
    streams: JobStreams,
    repository: StreamParts['repository'],
  ) {
    this.jobId = jobId;
    this.ownerId = ownerId;
    this.#last = after;
    this.#streams = streams;
    this.#repository = repository;
  }

  take(): StreamEvent[] {
    if (this.#ended) return [];
    const events = this.#repository.eventsAfter(this.jobId, this.#last);
    this.#last = events.at(-1)?.seq ?? this.#last;
    this.#ended = events.some(isLast);
    return events.map((event) => streamEvent(this.jobId, event));
  }

  ended(): boolean {
    return this.#ended;
  }

  watch(wake: () => void): void {
    this.#wake = wake;
    this.#streams.enter(this);
  }

  close(): void {
    this.#streams.leave(this);
  }

  wake(): void {
    this.#wake();
  }

  /** Ends the stream. */
  cut(): void {
    this.#ended = true;
  }
}

/** Streams that send clients the events of their jobs. */
export class JobStreams {
  readonly #parts: StreamParts;
  readonly #feeds = new Set<JobFeed>();
  #closing = false;

  constructor(parts: StreamParts) {
    this.#parts = parts;
  }

  /**
   * Streams the events of a job that follow an event.
   *
   * @returns undefined when the job has ended and all its events were sent
   * @throws AppError `overloaded` when too many are listening
   */
  open(jobId: string, ownerId: string, after: number): Feed | undefined {
    this.#ensureRoom(ownerId);
    const { repository } = this.#parts;
    const end = repository.eventsAfter(jobId, -1).findLast(isLast);
    if (end !== undefined && end.seq <= after) return undefined;
    return new JobFeed({ jobId, ownerId, after }, this, repository);
  }

  /** Adds a listening client. */
  enter(feed: JobFeed): void {
    if (this.#closing) feed.cut();
    this.#feeds.add(feed);
  }

  leave(feed: JobFeed): void {
    this.#feeds.delete(feed);
  }

  /** Sends the new events of a job. */
  announce(jobId: string): void {
    for (const feed of [...this.#feeds]) if (feed.jobId === jobId) feed.wake();
  }

  /** Once a second: sends what other processes have written, and ends feeds of keys that are no longer valid and of people who have signed out. */
  tick(): void {
    const inForce = new Map<string, boolean>();
    for (const feed of [...this.#feeds]) {
      const { ownerId } = feed;
      const valid = inForce.get(ownerId) ?? this.#parts.inForce(ownerId);
      inForce.set(ownerId, valid);
      if (!valid) feed.cut();
      feed.wake();
    }
  }

  /** Ends all streams: the clients reconnect to another process, or later. */
  closeAll(): void {
    this.#closing = true;
    for (const feed of [...this.#feeds]) {
      feed.cut();
      feed.wake();
    }
  }

  #ensureRoom(ownerId: string): void {
    const { limits } = this.#parts;
    const own = [...this.#feeds].filter((feed) => feed.ownerId === ownerId).length;
    if (this.#feeds.size >= limits.all || own >= limits.perKey) throw tooManyStreams();
  }
}
