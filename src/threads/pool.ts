import { type BoundedQueue, createBoundedQueue } from '../core/bounded-queue.js';
import type { AppError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import { givenUp, overloaded, stopping } from '../core/refusals.js';
import type { PackageSources } from '../packages/sources.js';
import { type Crew, type CrewLoad, createCrew } from './crew.js';
import type { AnalysisThread, Asked } from './thread.js';
import type { AnswerOf, WorkKind } from './work.js';

/** The words for the knowledge that the appliance itself has open. */
export type Knowledge = Promise<readonly string[]>;

export interface ThreadPoolLoad extends CrewLoad {
  readonly queued: number;
}

/** Threads that analyse patients and do other long work, and the questions that wait for one. */
export interface ThreadPool {
  /** Resolves when the first thread can be asked, or has failed. */
  start(packages: PackageSources, knowledge: Knowledge): Promise<void>;
  /** Starts the others; resolves when they can be asked or have failed. */
  fill(): Promise<void>;
  /**
   * Opens packages in threads of their own and has these answer whatever is asked from then on.
   *
   * @throws Error when none of them could be started; those of before go on
   */
  reopen(packages: PackageSources, knowledge: Knowledge): Promise<void>;
  /**
   * @throws AppError of the work; `overloaded` when too much waits, it waited too long or
   *   its thread ended, `client_closed_request` when it was given up before it was begun
   */
  ask<Kind extends WorkKind>(asked: Asked<Kind>, watch: Watch): Promise<AnswerOf<Kind>>;
  load(): ThreadPoolLoad;
  /** Whether every idle thread that is up answers; those that have ended come back by themselves. */
  alive(timeoutMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

export interface Watch {
  readonly signal: AbortSignal;
  /** Nobody holds the line for it: others go first. */
  readonly background: boolean;
}

export interface ThreadPoolParts {
  readonly threads: number;
  readonly queueLimit: number;
  /** How long a question waits for a thread. */
  readonly patienceMs: number;
  readonly make: (packages: PackageSources) => AnalysisThread;
  readonly logger: Logger;
}

interface Job {
  readonly asked: Asked;
  /** Undoes what watches over it while it waits. */
  unwatch: () => void;
  resolve(answer: AnswerOf<WorkKind>): void;
  reject(error: unknown): void;
}

/** So many of those somebody waits for, and then one of the others. */
const FIRST_IN_A_ROW = 16;

export function createThreadPool({ make, logger, ...parts }: ThreadPoolParts): ThreadPool {
  const waiting = {
    first: createBoundedQueue<Job>(parts.queueLimit),
    // Whoever puts work into the background keeps count of it himself.
    later: createBoundedQueue<Job>(Number.MAX_SAFE_INTEGER),
  };
  let inARow = 0;
  let current: Crew | undefined;
  const others = new Set<Crew>();
  let stopped = false;

  function take(): Job | undefined {
    const isTurnOfOthers = inARow >= FIRST_IN_A_ROW && waiting.later.size > 0;
    const first = isTurnOfOthers ? undefined : waiting.first.take();
    inARow = first === undefined ? 0 : inARow + 1;
    return first ?? waiting.later.take();
  }

  function dispatch(): void {
    for (let free = current?.free(); free !== undefined; free = current?.free()) {
      const job = take();
      if (job === undefined) return;
      job.unwatch();
      void free.ask(job.asked).then(job.resolve, job.reject).finally(dispatch);
    }
  }

  const crewOf = (packages: PackageSources, knowledge: Knowledge): Crew =>
    createCrew({
      threads: parts.threads,
      make: () => make(packages),
      ...{ knowledge, logger, onFree: dispatch },
    });

  /** Has a job leave the queue when its signal or its time says so. */
  function watchOver(job: Job, queue: BoundedQueue<Job>, { signal, background }: Watch): void {
    const leave = (error: AppError) => {
      job.unwatch();
      if (queue.remove(job)) job.reject(error);
    };
    const giveUp = () => leave(givenUp());
    const patience = background
      ? undefined
      : setTimeout(() => leave(overloaded()), parts.patienceMs).unref();
    signal.addEventListener('abort', giveUp, { once: true });
    job.unwatch = () => {
      clearTimeout(patience);
      signal.removeEventListener('abort', giveUp);
    };
  }

  function enqueue(job: Job, watch: Watch): void {
    const queue = watch.background ? waiting.later : waiting.first;
    if (!queue.offer(job)) job.reject(overloaded());
    else {
      watchOver(job, queue, watch);
      dispatch();
    }
  }

  return {
    start(packages, knowledge) {
      current = crewOf(packages, knowledge);
      return current.start();
    },
    async fill() {
      await current?.fill();
    },
    async reopen(packages, knowledge) {
      if (stopped) return;
      const next = crewOf(packages, knowledge);
      others.add(next);
      await next.fill();
      others.delete(next);
      if (stopped) return;
      if (next.load().up === 0) {
        await next.stop();
        throw new Error('no analysis thread could be started');
      }
      const before = current;
      current = next;
      dispatch();
      if (before === undefined) return;
      others.add(before);
      await before.retire();
      others.delete(before);
    },
    ask<Kind extends WorkKind>(asked: Asked<Kind>, watch: Watch) {
      return new Promise<AnswerOf<Kind>>((resolve, reject) => {
        if (stopped) return reject(stopping());
        if (watch.signal.aborted) return reject(givenUp());
        const take: Job['resolve'] = (answer) => resolve(answer as AnswerOf<Kind>);
        enqueue({ asked, resolve: take, reject, unwatch: () => {} }, watch);
      });
    },
    load: () => ({
      ...(current?.load() ?? { up: 0, busy: 0, lost: 0 }),
      queued: waiting.first.size + waiting.later.size,
    }),
    alive: async (timeoutMs) => (await current?.alive(timeoutMs)) ?? true,
    async stop() {
      stopped = true;
      for (const job of [...waiting.first.drain(), ...waiting.later.drain()]) {
        job.unwatch();
        job.reject(stopping());
      }
      const crews = [...others, ...(current ? [current] : [])];
      await Promise.all(crews.map((crew) => crew.stop()));
    },
  };
}
