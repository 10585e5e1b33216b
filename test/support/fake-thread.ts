import { AppError } from '../../src/core/errors.js';
import type { AnalysisThread, Asked } from '../../src/threads/thread.js';
import type { AnswerOf, WorkKind } from '../../src/threads/work.js';

interface Held {
  readonly asked: Asked;
  resolve(answer: AnswerOf<WorkKind>): void;
  reject(error: Error): void;
}

/** A thread whose answers and end a test decides. */
export interface FakeThread extends AnalysisThread {
  readonly held: readonly Held[];
  open(knowledge: readonly string[]): void;
  /** Answers the oldest question in its hand. */
  answer(id: string): void;
  /** Its end, as it is told by its `ended`. */
  readonly reason: string | undefined;
  /** What it says to a ping. */
  answersPings: boolean;
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

function deferred<T>(): Deferred<T> {
  let settle: Omit<Deferred<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle! };
}

export function fakeThread(): FakeThread {
  const held: Held[] = [];
  const opening = deferred<readonly string[]>();
  opening.promise.catch(() => undefined);
  const ending = deferred<string>();
  let leaving = false;
  let reason: string | undefined;
  const end = (why: string) => {
    reason ??= why;
    for (const { reject } of held.splice(0)) reject(new AppError('overloaded', why));
    opening.reject(new Error(why));
    ending.resolve(reason);
  };
  const endIfDone = () => {
    if (leaving && held.length === 0) end('left');
  };
  return {
    held,
    opened: opening.promise,
    ended: ending.promise,
    answersPings: true,
    get reason() {
      return reason;
    },
    get usable() {
      return reason === undefined && !leaving;
    },
    get inHand() {
      return held.length;
    },
    open: opening.resolve,
    answer(id) {
      held.shift()?.resolve({ id, json: `{"analysis_id":"${id}"}`, models: [] });
      endIfDone();
    },
    ask: <Kind extends WorkKind>(asked: Asked<Kind>) =>
      new Promise<AnswerOf<Kind>>((resolve, reject) =>
        held.push({ asked, resolve: (answer) => resolve(answer as AnswerOf<Kind>), reject }),
      ),
    async ping() {
      return this.answersPings;
    },
    leave() {
      leaving = true;
      endIfDone();
    },
    end,
  };
}
