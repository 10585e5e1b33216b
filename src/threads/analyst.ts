import type { FindReading } from '../analyze/evidence/pictures.js';
import type { Analyst } from '../analyze/written.js';
import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import type { Engine, ModelStatus, TaskName } from '../inference/engine.js';
import type { ThreadPool } from './pool.js';

export interface ThreadAnalystParts {
  readonly pool: Pick<ThreadPool, 'analyze'>;
  readonly engine: Engine;
  readonly findReading: FindReading;
  readonly clock: Clock;
}

/** Of the models that serve the same list for as long as they are the same ones. */
function createModelList({ models }: Engine): () => readonly ModelStatus[] {
  let last: readonly ModelStatus[] = [];
  return () => {
    const now = models().filter(({ state }) => state === 'ready');
    const same = now.length === last.length && now.every((model, n) => model === last[n]);
    if (!same) last = now;
    return last;
  };
}

/** Has threads analyse: they are given what they cannot fetch, and their work for inference is done. */
export function createThreadAnalyst({ engine, ...parts }: ThreadAnalystParts): Analyst {
  const modelsNow = createModelList(engine);
  return {
    analyze(request, { mode, signal, background = false }) {
      const ids = request.imaging_analysis_ids ?? [];
      const pictures = new Map(ids.map((id) => [id, parts.findReading(id, mode)]));
      const models = modelsNow();
      const work = (name: TaskName, input: unknown): Promise<unknown> => {
        if (modelsNow() !== models) {
          // The thread has looked at the manifests of others than those that would answer.
          throw new AppError('model_unavailable', 'The models have just been replaced.');
        }
        return engine.run(name, input as never, { signal, background });
      };
      const question = { request, mode, pictures, now: parts.clock() };
      return parts.pool.analyze({ question, models, work }, { signal, background });
    },
  };
}
