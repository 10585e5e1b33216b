import type { Engine, TaskName } from './engine.js';
import type { ModelStatus } from './model-status.js';

/** A task for a model, as sent to another process. */
export interface ModelCall {
  readonly name: TaskName;
  readonly input: unknown;
}

/** The functions that a task with models calls in its caller. */
export interface InferenceCaller {
  /** The models that serve the task. */
  listModels(): Promise<readonly ModelStatus[]>;
  runModel(call: ModelCall): Promise<unknown>;
}

/**
 * Inference for a task in another process: its caller runs the models. The list of models is requested
 * once, for as long as it stays the same.
 */
export class RemoteModels {
  #known: { readonly version: number; readonly models: readonly ModelStatus[] } | undefined;

  /** @param version names the list of models that serve the task */
  async engineFor(version: number, caller: InferenceCaller): Promise<Engine> {
    const models =
      this.#known?.version === version ? this.#known.models : await caller.listModels();
    this.#known = { version, models };
    return {
      models: () => models,
      // The name determines the type of the result, which the compiler cannot check across the channel.
      run: async (name, input) => (await caller.runModel({ name, input })) as never,
    };
  }
}
