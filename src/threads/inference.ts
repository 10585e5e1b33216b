import { AppError } from '../core/errors.js';
import type { Engine, ModelStatus, TaskName } from '../inference/engine.js';
import type { Watch } from './pool.js';
import type { Asked } from './thread.js';

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

/** Does for questions to threads what a thread cannot: inference. */
export function createInference(engine: Engine) {
  const modelsNow = createModelList(engine);
  return (watch: Watch): NonNullable<Asked['inference']> => {
    const models = modelsNow();
    const work = (name: TaskName, input: unknown): Promise<unknown> => {
      if (modelsNow() !== models) {
        // The thread has looked at the manifests of others than those that would answer.
        throw new AppError('model_unavailable', 'The models have just been replaced.');
      }
      return engine.run(name, input as never, watch);
    };
    return { models, work };
  };
}
