import type { AlertSeverity } from '../../core/alert-severity.js';
import type { Analyst } from '../../differential/analyst.js';
import type { FindReading } from '../../differential/evidence/pictures.js';
import type { InferenceProvider } from '../../inference/inference-provider.js';
import type { ThreadPool } from './thread-pool.js';

export interface ThreadAnalystParts {
  readonly pool: Pick<ThreadPool, 'run'>;
  readonly inference: InferenceProvider;
  readonly findReading: FindReading;
  /** The severity from which an alert keeps a medicine from being recommended. */
  readonly blockAt: AlertSeverity;
}

/** Runs analyses in threads, and provides what they lack: earlier images and inference. */
export function createThreadAnalyst({
  pool,
  inference,
  findReading,
  blockAt,
}: ThreadAnalystParts): Analyst {
  return {
    analyze(request, { mode, signal, background = false }) {
      const options = { signal, background };
      const { version, caller } = inference.accessFor(options);
      const findReadings = async (ids: readonly string[]) =>
        new Map(
          await Promise.all(ids.map(async (id) => [id, await findReading(id, mode)] as const)),
        );
      const input = { request, mode, models: version, blockAt };
      return pool.run('analyze', input, { ...options, caller: { ...caller, findReadings } });
    },
  };
}
