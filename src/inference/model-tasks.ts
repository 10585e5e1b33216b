import type { ReadTableInput, ReadTableOutput } from './tables/read-table-contract.js';

/** What goes into a task of a model worker and comes out of it. */
export interface ModelTask<Input, Output> {
  readonly input: Input;
  readonly output: Output;
  readonly caller: object;
}

/**
 * The tasks of model workers by name. A module that owns one declares it here, beside the types of its input and
 * output, so that inference itself knows no capability.
 */
export interface ModelTasks {
  readonly 'read-table': ModelTask<ReadTableInput, ReadTableOutput>;
}
