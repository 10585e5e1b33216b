import type { Logger } from '../core/logger.js';
import { createRestarts } from '../core/restarts.js';
import type { AnalysisThread } from './thread.js';

export interface CrewParts {
  readonly threads: number;
  /** Starts one; each time one is needed. */
  readonly make: () => AnalysisThread;
  /** What each must have open: what the appliance itself has. */
  readonly knowledge: Promise<readonly string[]>;
  /** One can be asked. */
  readonly onFree: () => void;
  readonly logger: Logger;
}

export interface CrewLoad {
  readonly up: number;
  readonly busy: number;
  /** Those that have ended, or were not like the others, and are not back yet. */
  readonly lost: number;
}

/** Threads that have the same knowledge open; one that ends is replaced. */
export interface Crew {
  /** Resolves when the first is up or has failed. */
  start(): Promise<void>;
  /** Starts the others too; resolves when all are up or have failed. */
  fill(): Promise<void>;
  /** Of those that may be given more the one with the least in hand. */
  free(): AnalysisThread | undefined;
  load(): CrewLoad;
  /** Whether every idle one that is up answers; one that does not is replaced. */
  alive(timeoutMs: number): Promise<boolean>;
  /** Ends each as soon as it has answered what it was asked. */
  retire(): Promise<void>;
  stop(): Promise<void>;
}

/** Questions in hand of one thread: while one waits for inference the other is looked into. */
const MOST_IN_HAND = 2;

interface Slot {
  readonly index: number;
  thread?: AnalysisThread;
  state: 'new' | 'starting' | 'up' | 'lost';
}

const sameWords = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((word, n) => word === b[n]);

export function createCrew({ make, knowledge, onFree, logger, ...parts }: CrewParts): Crew {
  const slots = Array.from({ length: parts.threads }, (_, index): Slot => {
    return { index, state: 'new' };
  });
  const restarts = createRestarts();
  let leaving = false;
  // Looked at when a thread has opened its own; without knowledge there is no appliance.
  knowledge.catch(() => undefined);

  /** Starts the thread of a slot and, whenever it ends, another one after a pause. */
  async function launch(slot: Slot): Promise<void> {
    if (leaving) return;
    const startedAt = performance.now();
    const thread = make();
    slot.thread = thread;
    if (slot.state === 'new') slot.state = 'starting';
    void thread.ended.then((reason) => {
      delete slot.thread;
      slot.state = 'lost';
      if (leaving) return;
      logger.error({ thread: slot.index, reason }, 'analysis thread ended');
      restarts.after(slot.index, performance.now() - startedAt, () => void launch(slot));
    });
    try {
      const found = await thread.opened;
      if (sameWords(found, await knowledge)) {
        slot.state = 'up';
        logger.info({ thread: slot.index }, 'analysis thread ready');
        onFree();
      } else thread.end('it has other knowledge open than the appliance');
    } catch {
      // Its end was logged above and brings the next start.
    }
  }

  const launchNew = (of: readonly Slot[]) =>
    Promise.all(of.filter(({ state }) => state === 'new').map(launch));
  const threads = () => slots.flatMap(({ thread }) => thread ?? []);
  const up = () =>
    slots.flatMap(({ state, thread }) => (state === 'up' && thread?.usable ? [thread] : []));

  async function answers(thread: AnalysisThread, timeoutMs: number): Promise<boolean> {
    // A busy one may hold on to itself until its deadline, which ends it.
    if (thread.inHand > 0 || (await thread.ping(timeoutMs))) return true;
    thread.end('it does not answer');
    return false;
  }

  function leave(): void {
    leaving = true;
    restarts.cancel();
  }

  return {
    start: async () => void (await launchNew(slots.slice(0, 1))),
    fill: async () => void (await launchNew(slots)),
    free() {
      const [first, ...others] = up();
      const least = others.reduce((a, b) => (a && b.inHand < a.inHand ? b : a), first);
      return least !== undefined && least.inHand < MOST_IN_HAND ? least : undefined;
    },
    load: () => ({
      up: up().length,
      busy: up().filter(({ inHand }) => inHand > 0).length,
      lost: slots.filter(({ state }) => state === 'lost').length,
    }),
    async alive(timeoutMs) {
      const told = await Promise.all(up().map((thread) => answers(thread, timeoutMs)));
      return told.every(Boolean);
    },
    async retire() {
      leave();
      const left = threads();
      for (const thread of left) thread.leave();
      await Promise.all(left.map(({ ended }) => ended));
    },
    async stop() {
      leave();
      const left = threads();
      for (const thread of left) thread.end('the appliance is stopping');
      await Promise.all(left.map(({ ended }) => ended));
    },
  };
}
