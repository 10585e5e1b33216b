/** How long a kind of work takes: a thousandth of a second, about a second, minutes. */
export type Lane = 'quick' | 'usual' | 'long';

/** What a task gets besides its input. */
export interface TaskContext<Caller = object> {
  /** ms since 1970, by the clock of the appliance, when the task was submitted. */
  readonly now: number;
  /** Aborted when the output is no longer needed. */
  readonly signal: AbortSignal;
  /** Reports how much of a long task is done, 0..1; each report renews the task's deadline. */
  onProgress(fraction: number): void;
  /** Requests from the task to its caller while it runs; its deadline is paused meanwhile. */
  readonly caller: Caller;
}

/**
 * A kind of work that workers do, registered by the module that owns it. Its input and output are plain
 * data: they are copied between processes or threads. Inputs are validated where requests arrive and
 * not again here.
 */
export interface Task<Name extends string, Input, Output, Resources, Caller> {
  readonly name: Name;
  readonly lane: Lane;
  /** @param resources what the worker has opened at its start */
  run(input: Input, context: TaskContext<Caller>, resources: Resources): Output | Promise<Output>;
}

/** A definition whose input type is not known here. */
export type AnyTask = Task<string, never, unknown, never, never>;

/** Registers a task; `More` is further data that the worker needs. */
export const defineTask = <
  const Name extends string,
  Input,
  Output,
  Resources,
  Caller,
  More extends object,
>(
  task: Task<Name, Input, Output, Resources, Caller> & More,
): Task<Name, Input, Output, Resources, Caller> & More => task;

/** The input and output of each task of a list, by its name. */
export type TaskTypes<List extends readonly AnyTask[]> = {
  readonly [One in List[number] as One['name']]: {
    readonly input: Parameters<One['run']>[0];
    readonly output: Awaited<ReturnType<One['run']>>;
    readonly caller: Parameters<One['run']>[1]['caller'];
  };
};
