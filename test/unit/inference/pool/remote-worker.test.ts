import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../../src/core/errors.js';
import { defineTask, type TaskContext } from '../../../../src/core/task.js';
import type { FromWorker, ToWorker } from '../../../../src/inference/pool/messages.js';
import { RemoteWorker, type TaskCall } from '../../../../src/inference/pool/remote-worker.js';
import { serveTasks } from '../../../../src/inference/pool/task-server.js';
import { type FakeWorkers, fakeWorkers, settled } from '../../../support/fake-workers.js';
import { rejectionOf } from '../../../support/refusals.js';

const LIMITS = { timeoutMs: 1_000, memoryBytes: 100 };
const call = (more: Partial<TaskCall> = {}): TaskCall => ({
  name: 'sum',
  input: 1,
  now: 7,
  ...more,
});

describe('a worker, as its owner sees it', () => {
  let made: FakeWorkers;
  let remote: RemoteWorker;
  beforeEach(() => {
    vi.useFakeTimers();
    made = fakeWorkers();
    const { transport } = made;
    remote = new RemoteWorker({ transport, setup: 'all', limits: LIMITS, lostCode: 'overloaded' });
  });
  afterEach(() => vi.useRealTimers());
  const fake = () => made.workers[0]!;
  const given = () => fake().inHand[0]!.id;

  it('receives its setup at the start, and is ready once it has opened it', async () => {
    expect(fake().sent).toEqual([{ type: 'setup', setup: 'all' }]);
    fake().ready('opened', [['sum', 'quick']]);
    const { lanes, report } = await remote.ready;
    expect([report, lanes.get('sum')]).toEqual(['opened', 'quick']);
  });

  it('answers and refuses, each task its own', async () => {
    const [one, two] = [remote.run(call()), remote.run(call({ input: 2 }))];
    expect(fake().inHand).toMatchObject([
      { name: 'sum', input: 1, now: 7 },
      { name: 'sum', input: 2 },
    ]);
    const fault = { code: 'validation_error', message: 'No.', issues: [] } as const;
    fake().say({ type: 'failed', id: fake().inHand[1]!.id, fault });
    fake().answer('one');
    expect(await one).toBe('one');
    expect((await rejectionOf(two)).code).toBe('validation_error');
  });

  it('hands parts of an input over', () => {
    const transfer = [new ArrayBuffer(8)];
    void remote.run(call({ transfer }));
    expect(fake().transferred.at(-1)).toBe(transfer);
  });

  it('is ended when a task is silent for too long; progress renews its time', async () => {
    const fractions: number[] = [];
    const slow = rejectionOf(remote.run(call({ onProgress: (part) => void fractions.push(part) })));
    vi.advanceTimersByTime(900);
    fake().say({ type: 'progress', id: given(), fraction: 0.5 });
    vi.advanceTimersByTime(900);
    expect(remote.usable).toBe(true);
    vi.advanceTimersByTime(100);
    const { code, message, retryAfterSeconds } = await slow;
    expect([code, retryAfterSeconds]).toEqual(['overloaded', 2]);
    expect(message).toContain('it took longer than allowed');
    expect(fractions).toEqual([0.5]);
    expect(await remote.ended).toBe('it took longer than allowed');
    expect((await rejectionOf(remote.run(call()))).code).toBe('overloaded');
    expect(await remote.ping(1_000)).toBe(false);
  });

  it('is ended when it holds more memory than it may, while it works', async () => {
    fake().bytes = 101;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(remote.usable).toBe(true);
    const greedy = rejectionOf(remote.run(call()));
    await vi.advanceTimersByTimeAsync(200);
    expect((await greedy).message).toContain('it needed too much memory');
  });

  it('is notified when a call is aborted', async () => {
    const client = new AbortController();
    const answer = remote.run(call({ signal: client.signal }));
    client.abort();
    expect(fake().sent.at(-1)).toEqual({ type: 'cancel', id: given() });
    fake().answer('late');
    expect(await answer).toBe('late');
  });

  it('has its requests answered by the caller, its time standing still', async () => {
    let tell = (_: string) => {};
    const caller = {
      find: (name: unknown) =>
        new Promise<string>((resolve) => {
          tell = (what) => resolve(`${name} is ${what}`);
        }),
    };
    const answer = remote.run(call({ caller }));
    fake().say({ type: 'request', id: given(), request: 4, name: 'find', input: 'it' });
    vi.advanceTimersByTime(60_000);
    expect(remote.usable).toBe(true);
    tell('here');
    await settled();
    expect(fake().sent.at(-1)).toEqual({ type: 'response', request: 4, output: 'it is here' });
    fake().answer('done');
    expect(await answer).toBe('done');
  });

  it.each(['steal', 'toString', 'constructor'])(
    'is refused a request that its caller does not answer: %s',
    async (name) => {
      void remote.run(call({ caller: { find: () => 1 } }));
      fake().say({ type: 'request', id: given(), request: 4, name, input: undefined });
      await settled();
      expect(fake().sent.at(-1)).toMatchObject({ type: 'refusal', request: 4 });
    },
  );

  it('fails all that it has in hand when it ends, whatever for', async () => {
    const both = [remote.run(call()), remote.run(call())].map(rejectionOf);
    fake().answersPings = false;
    const ping = remote.ping(1_000);
    fake().end('it fell over');
    expect((await Promise.all(both)).map(({ code }) => code)).toEqual(['overloaded', 'overloaded']);
    expect(await remote.ended).toBe('it fell over');
    expect((await rejectionOf(remote.ready)).message).toContain('it fell over');
    expect(await ping).toBe(false);
  });

  it('that answers no ping in time is not alive', async () => {
    expect(await remote.ping(10)).toBe(true);
    fake().answersPings = false;
    const ping = remote.ping(10);
    vi.advanceTimersByTime(10);
    expect(await ping).toBe(false);
  });
});

interface Finder {
  find(name: string): Promise<number>;
}

const TASKS = [
  defineTask({
    name: 'double',
    lane: 'quick',
    run: (input: number, { now }: TaskContext, resources: { factor: number }) => [
      input * resources.factor,
      now,
    ],
  }),
  defineTask({
    name: 'look',
    lane: 'usual',
    run: async (name: string, { caller }: TaskContext<Finder>) => (await caller.find(name)) + 1,
  }),
  defineTask({
    name: 'wait',
    lane: 'long',
    run: (_: null, { signal, onProgress }: TaskContext) => {
      onProgress(0.1);
      return new Promise<string>((resolve) =>
        signal.addEventListener('abort', () => resolve('stopped')),
      );
    },
  }),
] as const;

/** A worker in this thread: what goes to and fro is copied as between processes. */
function worker(): RemoteWorker {
  return new RemoteWorker({
    transport({ onMessage }) {
      let toWorker = (_: ToWorker) => {};
      const port = {
        send: (message: FromWorker) => onMessage(structuredClone(message)),
        onMessage(listener: typeof toWorker) {
          toWorker = listener;
        },
      };
      serveTasks(port, TASKS, async (factor: number) => ({
        resources: { factor },
        report: `times ${factor}`,
      }));
      return { send: (message) => toWorker(structuredClone(message)), kill: () => {} };
    },
    setup: 2,
    limits: LIMITS,
    lostCode: 'overloaded',
  });
}

describe('both sides of a worker', () => {
  it('agree on what was opened, and on the tasks there are', async () => {
    const { report, lanes } = await worker().ready;
    expect(report).toBe('times 2');
    expect([...lanes]).toEqual([
      ['double', 'quick'],
      ['look', 'usual'],
      ['wait', 'long'],
    ]);
  });

  it('run a task with its resources and its time', async () => {
    const remote = worker();
    await remote.ready;
    expect(await remote.run({ name: 'double', input: 21, now: 5 })).toEqual([42, 5]);
    const unknown = await rejectionOf(remote.run({ name: 'treble', input: 1, now: 5 }));
    expect([unknown.code, String(unknown.cause)]).toEqual([
      'internal_error',
      expect.stringContaining('no worker of this kind does treble'),
    ]);
  });

  it('let a task ask its caller, and take a refusal as it is', async () => {
    const remote = worker();
    await remote.ready;
    const look = (caller: Finder) => remote.run({ name: 'look', input: 'x', now: 5, caller });
    expect(await look({ find: async (name) => name.length })).toBe(2);
    const refused = await rejectionOf(
      look({ find: () => Promise.reject(new AppError('not_found', 'There is none.')) }),
    );
    expect([refused.code, refused.message]).toEqual(['not_found', 'There is none.']);
  });

  it('report progress, and stop when aborted', async () => {
    const remote = worker();
    await remote.ready;
    const client = new AbortController();
    const fractions: number[] = [];
    const answer = remote.run({
      name: 'wait',
      input: null,
      now: 5,
      signal: client.signal,
      onProgress: (fraction) => void fractions.push(fraction),
    });
    client.abort();
    expect(await answer).toBe('stopped');
    expect(fractions).toEqual([0.1]);
  });
});
