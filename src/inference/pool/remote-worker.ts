import { AppError, type ErrorCode } from '../../core/errors.js';
import { errorOf, faultOf } from '../../core/fault.js';
import type { Lane } from '../../core/task.js';
import { Deadline } from './deadline.js';
import { type Deferred, deferred } from './deferred.js';
import type { FromWorker } from './messages.js';
import type { Transport, WorkerChannel } from './transport.js';

const MEMORY_CHECK_MS = 200;

export interface WorkerLimits {
  /** From the start of a task, or from its last sign of life, to its end. */
  readonly timeoutMs: number;
  readonly memoryBytes: number;
}

/** One task for a worker. */
export interface TaskCall {
  readonly name: string;
  readonly input: unknown;
  /** ms since 1970. */
  readonly now: number;
  /** Aborted when the output is no longer needed. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((fraction: number) => void) | undefined;
  /** Answers requests of the running task, by the names of its functions. */
  readonly caller?: object | undefined;
  /** Parts of the input that are transferred instead of copied. */
  readonly transfer?: readonly ArrayBuffer[] | undefined;
}

/** A worker that can be given tasks. */
export interface ReadyWorker {
  /** Names of its tasks. */
  readonly lanes: ReadonlyMap<string, Lane>;
  /** What it has opened. */
  readonly report: unknown;
}

export interface RemoteWorkerOptions {
  readonly transport: Transport;
  readonly setup: unknown;
  readonly limits: WorkerLimits;
  /** Of requests whose worker has ended. */
  readonly lostCode: ErrorCode;
}

interface TaskInHand {
  readonly call: TaskCall;
  readonly deadline: Deadline;
  readonly outcome: Deferred<unknown>;
}

/** The refusal of a request whose worker has ended. */
export const lost = (code: ErrorCode, reason: string): AppError =>
  new AppError(code, `The request could not be finished: ${reason}.`, { retryAfterSeconds: 2 });

/** The caller's answer to a request of its task. */
async function askCaller({ caller = {} }: TaskCall, name: string, input: unknown) {
  const answer: unknown = Object.hasOwn(caller, name) ? Reflect.get(caller, name) : undefined;
  if (typeof answer !== 'function') throw new TypeError(`the caller of a task has no ${name}`);
  return answer.call(caller, input);
}

/**
 * One worker as its owner sees it, process or thread: tasks with their deadlines, its memory, whether
 * it answers, and its end, which fails all its tasks.
 */
export class RemoteWorker {
  /** Resolves when it can be given tasks; rejects when it ends before. */
  readonly ready: Promise<ReadyWorker>;
  /** Resolves, with the reason, when it has ended for any cause. */
  readonly ended: Promise<string>;
  readonly #ready = deferred<ReadyWorker>();
  readonly #ended = deferred<string>();
  readonly #options: RemoteWorkerOptions;
  readonly #channel: WorkerChannel;
  readonly #tasks = new Map<number, TaskInHand>();
  readonly #pings = new Map<number, (answered: boolean) => void>();
  #lastId = 0;
  #endReason: string | undefined;
  #memoryTimer: NodeJS.Timeout | undefined;

  constructor(options: RemoteWorkerOptions) {
    this.#options = options;
    this.ready = this.#ready.promise;
    this.ended = this.#ended.promise;
    // `ended` reports its end too.
    this.ready.catch(() => undefined);
    this.#channel = options.transport(
      {
        onMessage: (message) => this.#take(message),
        onEnd: (reason) => this.#finish(reason),
      },
      options.limits,
    );
    this.#channel.send({ type: 'setup', setup: options.setup });
  }

  get pid(): number | undefined {
    return this.#channel.pid;
  }

  /** False as soon as its end has begun. */
  get usable(): boolean {
    return this.#endReason === undefined;
  }

  /** @throws AppError of the task; `lostCode` when the worker ends before its output */
  async run(call: TaskCall): Promise<unknown> {
    if (this.#endReason !== undefined) throw lost(this.#options.lostCode, this.#endReason);
    const id = this.#nextId();
    const { timeoutMs } = this.#options.limits;
    const deadline = new Deadline(timeoutMs, () => this.end('it took longer than allowed'));
    const task = { call, deadline, outcome: deferred<unknown>() };
    const cancel = () => this.#channel.send({ type: 'cancel', id });
    this.#tasks.set(id, task);
    const { name, input, now, signal, transfer } = call;
    try {
      this.#channel.send({ type: 'task', id, name, input, now }, transfer);
      deadline.renew(this.#tasks.size);
      signal?.addEventListener('abort', cancel, { once: true });
      this.#watchMemory();
      return await task.outcome.promise;
    } finally {
      this.#tasks.delete(id);
      deadline.stop();
      signal?.removeEventListener('abort', cancel);
      this.#watchMemory();
    }
  }

  /** False when it does not answer in time. */
  ping(timeoutMs: number): Promise<boolean> {
    if (this.#endReason !== undefined) return Promise.resolve(false);
    const id = this.#nextId();
    return new Promise((resolve) => {
      const settle = (answered: boolean) => {
        clearTimeout(timer);
        this.#pings.delete(id);
        resolve(answered);
      };
      const timer = setTimeout(() => settle(false), timeoutMs);
      this.#pings.set(id, settle);
      this.#channel.send({ type: 'ping', id });
    });
  }

  /** Ends the worker at once, with all its tasks. */
  end(reason: string): void {
    this.#endReason ??= reason;
    this.#channel.kill();
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #take(message: FromWorker): void {
    if (message.type === 'ready') this.#ready.resolve(message);
    else if (message.type === 'pong') this.#pings.get(message.id)?.(true);
    else {
      const task = this.#tasks.get(message.id);
      if (task !== undefined) this.#hear(task, message);
    }
  }

  /** A sign of life of a task. */
  #hear(task: TaskInHand, message: Exclude<FromWorker, { type: 'ready' | 'pong' }>): void {
    if (message.type === 'done') task.outcome.resolve(message.output);
    else if (message.type === 'failed') task.outcome.reject(errorOf(message.fault));
    else if (message.type === 'request') void this.#answer(task, message);
    else {
      task.deadline.renew(this.#tasks.size);
      task.call.onProgress?.(message.fraction);
    }
  }

  /** Passes requests of a task to its caller. */
  async #answer(
    { call, deadline }: TaskInHand,
    { request, name, input }: Extract<FromWorker, { type: 'request' }>,
  ): Promise<void> {
    deadline.pause();
    try {
      const output = await askCaller(call, name, input);
      this.#channel.send({ type: 'response', request, output });
    } catch (error) {
      this.#channel.send({ type: 'refusal', request, fault: faultOf(error) });
    } finally {
      deadline.resume(this.#tasks.size);
    }
  }

  /** Monitors its memory while it has tasks. */
  #watchMemory(): void {
    const { memoryBytes } = this.#channel;
    if (this.#tasks.size === 0 || memoryBytes === undefined) {
      clearInterval(this.#memoryTimer);
      this.#memoryTimer = undefined;
      return;
    }
    this.#memoryTimer ??= setInterval(async () => {
      const held = await memoryBytes();
      if (held > this.#options.limits.memoryBytes) this.end('it needed too much memory');
    }, MEMORY_CHECK_MS).unref();
  }

  #finish(reason: string): void {
    this.#endReason ??= reason;
    const error = lost(this.#options.lostCode, this.#endReason);
    for (const { outcome } of this.#tasks.values()) outcome.reject(error);
    for (const settle of [...this.#pings.values()]) settle(false);
    this.#ready.reject(error);
    this.#ended.resolve(this.#endReason);
  }
}
