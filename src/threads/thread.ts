import { Worker } from 'node:worker_threads';
import { AppError } from '../core/errors.js';
import { errorOf, faultOf } from '../core/fault.js';
import type { ModelStatus, TaskName } from '../inference/engine.js';
import type { FromThread, ThreadSetup, ToThread } from './messages.js';
import { createSilenceWatch } from './silence-watch.js';
import type { AnswerOf, QuestionOf, WorkKind } from './work.js';

/** A question, and who does for it what a thread cannot. */
export interface Asked<Kind extends WorkKind = WorkKind> {
  readonly kind: Kind;
  readonly question: QuestionOf<Kind>;
  /** Parts of the question that are handed over instead of copied. */
  readonly transfer?: readonly ArrayBuffer[];
  /** Of what needs inference: the rest is done by the thread alone. */
  readonly inference?: {
    /** The models that serve; while they are the same ones it is the same list. */
    readonly models: readonly ModelStatus[];
    work(name: TaskName, input: unknown): Promise<unknown>;
  };
}

export interface ThreadLimits {
  /** How long it may be silent while it has something to do. */
  readonly timeoutMs: number;
  /** Of its heap, what stays when young garbage has been taken away. */
  readonly memoryMb: number;
}

/** A thread that analyses patients, and does other work that takes long. */
export interface AnalysisThread {
  /** Resolves with the knowledge that it has open; rejects when it ends before. */
  readonly opened: Promise<readonly string[]>;
  /** Resolves, with the reason, when it has ended for whatever cause. */
  readonly ended: Promise<string>;
  /** False as soon as it is to end, or is to be asked nothing more. */
  readonly usable: boolean;
  /** How many questions it has not answered. */
  readonly inHand: number;
  /** @throws AppError of the work; `overloaded` when the thread ends before its answer */
  ask<Kind extends WorkKind>(asked: Asked<Kind>): Promise<AnswerOf<Kind>>;
  /** False when it does not answer in time. */
  ping(timeoutMs: number): Promise<boolean>;
  /** Ends it when it has answered what it was asked; it is asked nothing more. */
  leave(): void;
  end(reason: string): void;
}

/** TypeScript needs a loader, which a thread does not take by its arguments. */
const loading = (url: URL): string =>
  `import("tsx/esm/api").then(({ register }) => (register(), import("${url.href}")))`;

function startWorker(setup: ThreadSetup, { memoryMb }: ThreadLimits): Worker {
  const source = import.meta.url.endsWith('.ts');
  const entry = new URL(source ? './analysis-thread.ts' : './analysis-thread.js', import.meta.url);
  return new Worker(source ? loading(entry) : entry, {
    eval: source,
    execArgv: [],
    name: 'analysis',
    workerData: setup,
    // It has no use for what the daemon was told by its environment.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
}

const gone = (reason: string): AppError =>
  new AppError('overloaded', `The request could not be finished: ${reason}.`, {
    retryAfterSeconds: 2,
  });

interface Waiting<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

interface Pending extends Waiting<AnswerOf<WorkKind>> {
  readonly asked: Asked;
}

export function startAnalysisThread(setup: ThreadSetup, limits: ThreadLimits): AnalysisThread {
  const worker = startWorker(setup, limits);
  const questions = new Map<number, Pending>();
  const pings = new Map<number, (alive: boolean) => void>();
  let opening: Waiting<readonly string[]> | undefined;
  let lastId = 0;
  let tasks = 0;
  let models: readonly ModelStatus[] | undefined;
  let leaving = false;
  let endReason: string | undefined;
  const send = (message: ToThread, transfer: readonly ArrayBuffer[] = []) =>
    worker.postMessage(message, transfer);
  const end = (reason: string) => {
    endReason ??= reason;
    void worker.terminate();
  };
  const endIfDone = () => {
    if (leaving && questions.size === 0) end('others have taken its place');
  };
  const silence = createSilenceWatch(
    limits.timeoutMs,
    () => questions.size > 0 && tasks === 0,
    () => end('it took longer than allowed'),
  );

  function settle(id: number, act: (waiting: Pending) => void): void {
    const waiting = questions.get(id);
    questions.delete(id);
    if (waiting !== undefined) act(waiting);
  }

  async function perform({ id, task, name, input }: Extract<FromThread, { type: 'task' }>) {
    tasks += 1;
    try {
      const output = await questions.get(id)?.asked.inference?.work(name, input);
      send({ type: 'told', task, output });
    } catch (error) {
      send({ type: 'refused', task, fault: faultOf(error) });
    } finally {
      tasks -= 1;
      silence.note(true);
    }
  }

  const opened = new Promise<readonly string[]>((resolve, reject) => {
    opening = { resolve, reject };
  });
  // Its end is told by `ended` too.
  opened.catch(() => undefined);
  worker.on('message', (message: FromThread) => {
    if (message.type === 'answer') settle(message.id, ({ resolve }) => resolve(message.answer));
    else if (message.type === 'fault') {
      settle(message.id, ({ reject }) => reject(errorOf(message.fault)));
    } else if (message.type === 'task') void perform(message);
    else if (message.type === 'pong') pings.get(message.id)?.(true);
    else opening?.resolve(message.knowledge);
    silence.note(true);
    endIfDone();
  });

  const ended = new Promise<string>((resolve) => {
    // Of what was thrown only the kind: its words may be those of a patient.
    worker.on('error', (error: NodeJS.ErrnoException) => {
      endReason ??= `its thread failed (${error.code ?? error.name})`;
    });
    worker.once('exit', () => {
      const reason = endReason ?? 'its thread ended unexpectedly';
      endReason = reason;
      silence.stop();
      for (const { reject } of questions.values()) reject(gone(reason));
      questions.clear();
      for (const settlePing of pings.values()) settlePing(false);
      opening?.reject(gone(reason));
      resolve(reason);
    });
  });

  return {
    opened,
    ended,
    get usable() {
      return endReason === undefined && !leaving;
    },
    get inHand() {
      return questions.size;
    },
    ask<Kind extends WorkKind>(asked: Asked<Kind>) {
      return new Promise<AnswerOf<Kind>>((resolve, reject) => {
        if (endReason !== undefined) return reject(gone(endReason));
        const serving = asked.inference?.models;
        if (serving !== undefined && models !== serving) send({ type: 'models', models: serving });
        models = serving ?? models;
        lastId += 1;
        const { kind, question, transfer } = asked;
        send({ type: 'question', id: lastId, kind, question }, transfer);
        // The kind says what comes back; the compiler cannot see that across the threads.
        questions.set(lastId, {
          asked,
          resolve: (answer) => resolve(answer as AnswerOf<Kind>),
          reject,
        });
        silence.note(false);
      });
    },
    ping(timeoutMs) {
      if (endReason !== undefined) return Promise.resolve(false);
      lastId += 1;
      const id = lastId;
      return new Promise<boolean>((resolve) => {
        const settlePing = (alive: boolean) => {
          clearTimeout(timer);
          pings.delete(id);
          resolve(alive);
        };
        const timer = setTimeout(() => settlePing(false), timeoutMs);
        pings.set(id, settlePing);
        send({ type: 'ping', id });
      });
    },
    leave() {
      leaving = true;
      endIfDone();
    },
    end,
  };
}
