import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { errorOf, faultOf } from '../core/fault.js';
import { knowledgeWords, openShelf } from '../knowledge.js';
import { createAskedEngine } from './asked-engine.js';
import type { FromThread, ThreadSetup, ToThread } from './messages.js';
import { createPerformers } from './perform.js';
import type { QuestionOf, WorkKind } from './work.js';

// The entry of a thread that analyses patients and does other work that would hold up whoever serves. It reads the packages itself, because what is made of
// them cannot be sent; it has neither database nor network, and whatever needs one is asked for.

/** As workers of inference have it. */
const NICENESS = 5;

/** Whoever serves everybody goes first on a busy box. Only on Linux a thread has a priority of its own. */
function yieldToDaemon(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.max(NICENESS, getPriority()));
  } catch {
    // Kept from it by a sandbox: then it runs as it is.
  }
}

yieldToDaemon();
const port = parentPort;
if (port === null) throw new Error('this is the entry of a thread');
const send = (message: FromThread) => port.postMessage(message);

/** Whose tasks are asked for under a signal. */
const questionOf = new WeakMap<AbortSignal, number>();
const engine = createAskedEngine(({ signal, ...asked }) => {
  const id = signal && questionOf.get(signal);
  if (id === undefined) throw new TypeError('a task of no question');
  send({ type: 'task', id, ...asked });
});

const { packages }: ThreadSetup = workerData;
const shelf = await openShelf(packages);

const performers = createPerformers(shelf, engine);

async function answer<Kind extends WorkKind>(
  id: number,
  kind: Kind,
  question: QuestionOf<Kind>,
): Promise<void> {
  const { signal } = new AbortController();
  questionOf.set(signal, id);
  try {
    send({ type: 'answer', id, answer: await performers[kind](question, signal) });
  } catch (error) {
    send({ type: 'fault', id, fault: faultOf(error) });
  }
}

port.on('message', (message: ToThread) => {
  if (message.type === 'question') void answer(message.id, message.kind, message.question);
  else if (message.type === 'models') engine.take(message.models);
  else if (message.type === 'told') {
    engine.settle(message.task, ({ resolve }) => resolve(message.output));
  } else if (message.type === 'refused') {
    engine.settle(message.task, ({ reject }) => reject(errorOf(message.fault)));
  } else send({ type: 'pong', id: message.id });
});
send({ type: 'open', knowledge: knowledgeWords(shelf.statuses) });
