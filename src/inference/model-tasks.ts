import type { ReadTableInput, ReadTableOutput } from './tables/read-table-contract.js';

/** Input and output of a task of a model worker. */
export interface ModelTask<Input, Output> {
  readonly input: Input;
  readonly output: Output;
  readonly caller: object;
}

/**
 * The tasks of model workers by name. A module that owns one declares it with the types of its
 * input and output, so that inference does not depend on capabilities.
 */
export interface ModelTasks {
  readonly 'read-table': ModelTask<ReadTableInput, ReadTableOutput>;
}
