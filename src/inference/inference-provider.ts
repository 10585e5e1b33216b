import { AppError } from '../core/errors.js';
import type { Engine } from './engine.js';
import type { ModelStatus } from './model-status.js';
import type { RunOptions } from './pool/worker-pool.js';
import type { InferenceCaller } from './remote-engine.js';

/** Inference for one call of a task. */
export interface InferenceAccess {
  /** Identifies the list of models in use: another list has another number. */
  readonly version: number;
  readonly caller: InferenceCaller;
}

/** Runs inference for tasks that cannot do so themselves. */
export class InferenceProvider {
  readonly #engine: Engine;
  #version = 0;
  #models: readonly ModelStatus[] = [];

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  accessFor(options: RunOptions): InferenceAccess {
    const version = this.#versionNow();
    const models = this.#models;
    return {
      version,
      caller: {
        listModels: async () => models,
        runModel: async ({ name, input }) => {
          if (this.#versionNow() !== version) {
            // The caller has used manifests of other packages than those in use now.
            throw new AppError('model_unavailable', 'The models have just been replaced.');
          }
          return this.#engine.run(name, input as never, options);
        },
      },
    };
  }

  /** Unchanged as long as the models in use are the same. */
  #versionNow(): number {
    const now = this.#engine.models().filter(({ state }) => state === 'ready');
    const models = this.#models;
    const same = now.length === models.length && now.every((model, n) => model === models[n]);
    if (!same) {
      this.#models = now;
      this.#version += 1;
    }
    return this.#version;
  }
}
