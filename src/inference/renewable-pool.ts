import type { Logger } from '../core/logger.js';
import type { PackageSources } from '../packages/sources.js';
import type { WorkerPool } from './pool.js';

/** Workers that can be given other packages while they serve. */
export interface RenewablePool extends WorkerPool {
  /**
   * Opens packages in workers of their own and has these answer whatever is asked from then on. What
   * was asked before ends on the workers of before, which then end too.
   *
   * @returns false when no worker could be started: those of before go on
   */
  renew(packages: PackageSources): Promise<boolean>;
}

/** Workers that have the same packages open, and how much is asked of them. */
interface Generation {
  readonly pool: WorkerPool;
  asked: number;
}

/** @param make workers for packages, not yet started */
export function createRenewablePool(
  make: (packages: PackageSources) => WorkerPool,
  packages: PackageSources,
  logger: Logger,
): RenewablePool {
  let current: Generation = { pool: make(packages), asked: 0 };
  const leaving = new Set<Generation>();
  let opening: WorkerPool | undefined;
  let renewal: Promise<unknown> = Promise.resolve();
  let stopped = false;

  async function leave(generation: Generation): Promise<void> {
    if (generation.asked > 0 || !leaving.delete(generation)) return;
    await generation.pool.stop();
    logger.info('the workers of before have ended');
  }

  async function replace(wanted: PackageSources): Promise<boolean> {
    if (stopped) return false;
    const pool = make(wanted);
    opening = pool;
    await pool.start();
    opening = undefined;
    if (stopped || pool.load().up === 0) {
      await pool.stop();
      return false;
    }
    const before = current;
    current = { pool, asked: 0 };
    leaving.add(before);
    await leave(before);
    return true;
  }

  const all = () => [current, ...leaving].map(({ pool }) => pool);
  return {
    start: () => current.pool.start(),
    // A service looks at the models and asks in the same turn: it cannot see one and ask another.
    models: () => current.pool.models(),
    async run(task, input, options) {
      const generation = current;
      generation.asked += 1;
      try {
        return await generation.pool.run(task, input, options);
      } finally {
        generation.asked -= 1;
        void leave(generation);
      }
    },
    renew(wanted) {
      const done = renewal.then(() => replace(wanted));
      renewal = done.catch(() => undefined);
      return done;
    },
    alive: (timeoutMs) => current.pool.alive(timeoutMs),
    load() {
      const { workers, up } = current.pool.load();
      const loads = all().map((pool) => pool.load());
      const sum = (of: 'busy' | 'queued') => loads.reduce((total, load) => total + load[of], 0);
      return { workers, up, busy: sum('busy'), queued: sum('queued') };
    },
    async stop() {
      stopped = true;
      await Promise.all([...all(), ...(opening ? [opening] : [])].map((pool) => pool.stop()));
      await renewal;
    },
  };
}
