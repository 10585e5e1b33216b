import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '../core/errors.js';
import { errorOf } from '../core/fault.js';
import { inferenceEnvironment } from './backends/gpu-adapter.js';
import type { ModelStatus, RunOptions, TaskName } from './engine.js';
import type { FromWorker, ToWorker, WorkerSetup } from './messages.js';

const PAGE_BYTES = 4_096;
const MEMORY_CHECK_MS = 200;
const WORKER_NICENESS = 5;

/** One forked child that does one task at a time. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Resolves with the models once the child is warm; rejects when it ends before. */
  readonly ready: Promise<readonly ModelStatus[]>;
  /** Resolves, with the reason, when the child has ended for whatever cause. */
  readonly ended: Promise<string>;
  run(task: TaskName, input: unknown, limits: TaskLimits, watch: RunOptions): Promise<unknown>;
  /** False when the child does not answer in time. */
  ping(timeoutMs: number): Promise<boolean>;
  kill(reason: string): void;
}

export interface TaskLimits {
  /** From the start of the task, or from the last sign of progress, to the end. */
  readonly timeoutMs: number;
  readonly memoryBytes: number;
}

/** The entry beside this file: TypeScript needs a loader, compiled JavaScript does not. */
function entry(): { path: string; execArgv: string[] } {
  const source = import.meta.url.endsWith('.ts');
  return {
    path: fileURLToPath(new URL(source ? './worker.ts' : './worker.js', import.meta.url)),
    execArgv: source ? ['--import', 'tsx'] : [],
  };
}

async function residentBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES;
}

const gone = (reason: string): AppError =>
  new AppError('model_unavailable', `The request could not be finished: ${reason}.`, {
    retryAfterSeconds: 2,
  });

/** The daemon answers health checks and other clients meanwhile: it goes first on a busy box. */
function yieldToDaemon(pid: number): void {
  try {
    // A daemon that was made nicer than that itself may not lift its children above it.
    setPriority(pid, Math.max(WORKER_NICENESS, getPriority()));
  } catch {
    // Gone already, which its end tells, or kept from it by a sandbox: then it runs as it is.
  }
}

/** What the children inherit from the daemon. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface Pending {
  onProgress?(fraction: number): void;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Reports a child whose resident memory passes the limit; returns how to stop watching. */
function watchMemory(child: ChildProcess, limitBytes: number, onExcess: () => void): () => void {
  const timer = setInterval(async () => {
    if (child.pid !== undefined && (await residentBytes(child.pid)) > limitBytes) onExcess();
  }, MEMORY_CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

export function startWorkerProcess(setup: WorkerSetup, environment: Environment): WorkerProcess {
  const { path, execArgv } = entry();
  const { allowSoftwareGpu } = setup;
  const child = fork(path, [], {
    execArgv,
    serialization: 'advanced',
    env: { ...environment, ...inferenceEnvironment({ allowSoftwareGpu }) },
  });
  if (child.pid !== undefined) yieldToDaemon(child.pid);
  const pending = new Map<number, Pending>();
  let nextId = 0;
  let endReason: string | undefined;

  const send = (message: ToWorker) => {
    // A child that has just died is told nothing; its end settles all that is pending.
    if (child.connected) child.send(message, () => undefined);
  };
  const request = (
    message: (id: number) => ToWorker,
    onProgress?: (fraction: number) => void,
  ): { id: number; answer: Promise<unknown> } => {
    nextId += 1;
    const id = nextId;
    const answer = new Promise((resolve, reject) => {
      if (endReason !== undefined) reject(gone(endReason));
      else pending.set(id, { resolve, reject, ...(onProgress && { onProgress }) });
    });
    send(message(id));
    return { id, answer };
  };
  const settle = (id: number, act: (waiting: Pending) => void) => {
    const waiting = pending.get(id);
    pending.delete(id);
    if (waiting) act(waiting);
  };

  const ready = new Promise<readonly ModelStatus[]>((resolve, reject) => {
    pending.set(0, { resolve: (models) => resolve(models as readonly ModelStatus[]), reject });
  });
  ready.catch(() => undefined);
  child.on('message', (message: FromWorker) => {
    if (message.type === 'ready') settle(0, ({ resolve }) => resolve(message.models));
    else if (message.type === 'done') settle(message.id, ({ resolve }) => resolve(message.output));
    else if (message.type === 'pong') settle(message.id, ({ resolve }) => resolve(true));
    else if (message.type === 'progress') pending.get(message.id)?.onProgress?.(message.fraction);
    else settle(message.id, ({ reject }) => reject(errorOf(message.fault)));
  });

  const ended = new Promise<string>((resolve) => {
    const finish = (reason: string) => {
      endReason ??= reason;
      for (const { reject } of pending.values()) reject(gone(endReason));
      pending.clear();
      resolve(endReason);
    };
    child.on('error', () => finish('its worker could not be started'));
    child.once('exit', () => finish('its worker ended unexpectedly'));
  });
  const kill = (reason: string) => {
    endReason ??= reason;
    child.kill('SIGKILL');
  };
  send({ type: 'setup', setup });

  return {
    pid: child.pid,
    ready,
    ended,
    async run(task, input, { timeoutMs, memoryBytes }, { signal, onProgress }) {
      const deadline = setTimeout(() => kill('it took longer than allowed'), timeoutMs);
      const { id, answer } = request(
        (taskId) => ({ type: 'task', id: taskId, task, input }),
        (fraction) => {
          deadline.refresh();
          onProgress?.(fraction);
        },
      );
      const cancel = () => send({ type: 'cancel', id });
      signal?.addEventListener('abort', cancel, { once: true });
      const unwatch = watchMemory(child, memoryBytes, () => kill('it needed too much memory'));
      try {
        return await answer;
      } finally {
        clearTimeout(deadline);
        signal?.removeEventListener('abort', cancel);
        unwatch();
      }
    },
    async ping(timeoutMs) {
      const { id, answer } = request((pingId) => ({ type: 'ping', id: pingId }));
      const timer = setTimeout(() => settle(id, ({ resolve }) => resolve(false)), timeoutMs);
      try {
        return (await answer) === true;
      } catch {
        return false;
      } finally {
        clearTimeout(timer);
      }
    },
    kill,
  };
}
