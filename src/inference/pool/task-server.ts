import { errorOf, faultOf } from '../../core/fault.js';
import type { AnyTask, Lane, Task } from '../../core/task.js';
import type { FromWorker, ToWorker } from './messages.js';

/** The channel from a worker to its parent. */
export interface ParentPort {
  send(message: FromWorker): void;
  onMessage(listener: (message: ToWorker) => void): void;
}

/** The packages that a worker opened at its start. */
export interface OpenedWorker<Resources> {
  readonly resources: Resources;
  /** Their description for the parent, as plain data. */
  readonly report: unknown;
}

interface PendingRequest {
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** The tasks of a list that can be run with some resources. */
export type TasksWith<Resources> = ReadonlyArray<AnyTask & { run: RunWith<Resources> }>;
type RunWith<Resources> = Task<string, never, unknown, Resources, never>['run'];

/** The worker's side of every transport: runs tasks and forwards their requests to their callers. */
class TaskServer<Resources> {
  readonly #port: ParentPort;
  readonly #tasks: ReadonlyMap<string, TasksWith<Resources>[number]>;
  readonly #resources: Resources;
  readonly #running = new Map<number, AbortController>();
  readonly #requests = new Map<number, PendingRequest>();
  #lastRequest = 0;

  constructor(port: ParentPort, tasks: TasksWith<Resources>, resources: Resources) {
    this.#port = port;
    this.#tasks = new Map(tasks.map((task) => [task.name, task]));
    this.#resources = resources;
  }

  take(message: ToWorker): void {
    if (message.type === 'task') void this.#answer(message);
    else if (message.type === 'cancel') this.#running.get(message.id)?.abort();
    else if (message.type === 'ping') this.#port.send({ type: 'pong', id: message.id });
    else if (message.type === 'response') {
      this.#settle(message.request, ({ resolve }) => resolve(message.output));
    } else if (message.type === 'refusal') {
      this.#settle(message.request, ({ reject }) => reject(errorOf(message.fault)));
    }
  }

  async #answer({ id, ...call }: Extract<ToWorker, { type: 'task' }>): Promise<void> {
    try {
      this.#port.send({ type: 'done', id, output: await this.#run(id, call) });
    } catch (error) {
      this.#port.send({ type: 'failed', id, fault: faultOf(error) });
    }
  }

  async #run(
    id: number,
    { name, input, now }: Pick<Extract<ToWorker, { type: 'task' }>, 'name' | 'input' | 'now'>,
  ): Promise<unknown> {
    const task = this.#tasks.get(name);
    if (task === undefined) throw new TypeError(`no worker of this kind does ${name}`);
    const controller = new AbortController();
    this.#running.set(id, controller);
    const context = {
      now,
      signal: controller.signal,
      onProgress: (fraction: number) => this.#port.send({ type: 'progress', id, fraction }),
      caller: this.#callerOf(id),
    };
    try {
      // The parent pairs names with inputs; the compiler cannot see that across the channel.
      return await task.run(input as never, context, this.#resources);
    } finally {
      this.#running.delete(id);
    }
  }

  /** Each of its functions sends a request of that name to the caller of the task. */
  #callerOf(id: number): never {
    const ask = (name: string) => (input: unknown) => this.#request(id, name, input);
    return new Proxy({}, { get: (_, name) => ask(String(name)) }) as never;
  }

  #request(id: number, name: string, input: unknown): Promise<unknown> {
    this.#lastRequest += 1;
    const request = this.#lastRequest;
    return new Promise((resolve, reject) => {
      this.#requests.set(request, { resolve, reject });
      this.#port.send({ type: 'request', id, request, name, input });
    });
  }

  #settle(request: number, act: (pending: PendingRequest) => void): void {
    const pending = this.#requests.get(request);
    this.#requests.delete(request);
    if (pending !== undefined) act(pending);
  }
}

const lanesOf = (tasks: readonly AnyTask[]): ReadonlyMap<string, Lane> =>
  new Map(tasks.map(({ name, lane }) => [name, lane]));

/**
 * Serves tasks for the parent of this process or thread.
 *
 * @param open opens the context of the tasks, from the worker's setup; an error
 *   of it ends the worker
 */
export function serveTasks<Setup, Resources>(
  port: ParentPort,
  tasks: TasksWith<Resources>,
  open: (setup: Setup) => Promise<OpenedWorker<Resources>>,
): void {
  let server: TaskServer<Resources> | undefined;
  async function start(setup: unknown): Promise<void> {
    const { resources, report } = await open(setup as Setup);
    server = new TaskServer(port, tasks, resources);
    port.send({ type: 'ready', lanes: lanesOf(tasks), report });
  }
  port.onMessage((message) => {
    if (message.type === 'setup') void start(message.setup);
    else server?.take(message);
  });
}
