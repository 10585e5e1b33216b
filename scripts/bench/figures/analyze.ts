import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { BREATHLESS_PATIENT } from '../../samples/invented-breathless-patient.js';
import type { BareSetup } from '../children/bare-answer.js';
import type { KnowledgeCost } from '../children/knowledge.js';
import type { LoadAnswer } from '../children/load.js';
import { type Client, openClient } from '../client.js';
import { type Daemon, pidOf, startShipped } from '../daemon.js';
import type { Figure, Row } from '../figure.js';
import { type Child, childrenOf, processorMs, startChild } from '../processes.js';
import { median, megabytes, milliseconds, perSecond } from '../statistics.js';

const CLIENTS = 8;
const ALONE = 40;
/** The JIT compiles hot code: after half a minute the engine is as fast as in daily use. */
const WARM_UP_S = 30;
const ROUND_S = 4;
const ROUNDS = 3;
const OPENINGS = 5;
const POLL_MS = 20;
/** The maximum of `analyze.workers` `auto`. */
const MAX_THREADS = 4;
const TARGET_P50_MS = 15;
const TARGET_PER_SECOND = 200;
const TARGET_LOAD_MS = 500;

const BODY = JSON.stringify({ patient_data: BREATHLESS_PATIENT });

interface Target {
  readonly url: string;
  readonly key: string;
  /** Whose processor time is counted. */
  readonly pid: number;
}

interface Loaded extends LoadAnswer {
  /** Processor time a request of the server, all its threads, and of its workers. */
  readonly processorMs: number;
}

/** Processor time of a server and of its workers. */
const allProcessorMs = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + processorMs(one), 0);

/** All sides in turns, so that a busy machine slows all of them. */
async function loadInTurns(load: Child, sides: readonly Target[]): Promise<Loaded[]> {
  const rounds: Loaded[][] = sides.map(() => []);
  const ask = async ({ pid, ...side }: Target, seconds: number): Promise<Loaded> => {
    const before = allProcessorMs(pid);
    const question = { ...side, body: BODY, connections: CLIENTS, seconds };
    const answer = await load.ask<LoadAnswer>(question);
    return { ...answer, processorMs: (allProcessorMs(pid) - before) / answer.requests };
  };
  for (const side of sides) await ask(side, WARM_UP_S);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, side] of sides.entries()) rounds[at]?.push(await ask(side, ROUND_S));
  }
  return rounds.map((answers) => ({
    perSecond: median(answers.map((one) => one.perSecond)),
    requests: answers.reduce((sum, { requests }) => sum + requests, 0),
    p50Ms: median(answers.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(answers.map(({ p99Ms }) => p99Ms)),
    processorMs: median(answers.map((one) => one.processorMs)),
  }));
}

async function openings(modelsDir: string): Promise<KnowledgeCost[]> {
  const costs: KnowledgeCost[] = [];
  for (let round = 0; round < OPENINGS; round += 1) {
    const child = startChild('diseases');
    try {
      costs.push(await child.ask<KnowledgeCost>({ modelsDir }));
    } finally {
      await child.end();
    }
  }
  return costs;
}

function openingRows(costs: readonly KnowledgeCost[]): Row[] {
  const tookMs = median(costs.map((cost) => cost.tookMs));
  return [
    {
      what: 'opening the knowledge in a fresh process',
      value: milliseconds(tookMs),
      target: `≤ ${milliseconds(TARGET_LOAD_MS)}`,
      met: tookMs <= TARGET_LOAD_MS,
    },
    {
      what: 'memory that it keeps on the heap',
      value: megabytes(median(costs.map(({ heapBytes }) => heapBytes))),
    },
  ];
}

const NONE: Loaded = {
  perSecond: 0,
  requests: 0,
  p50Ms: Number.NaN,
  p99Ms: Number.NaN,
  processorMs: Number.NaN,
};

async function oneByOne(client: Client): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < ALONE; n += 1) took.push(await client.read(Buffer.from(BODY)));
  return took;
}

function report(
  { first, alone }: { readonly first: readonly number[]; readonly alone: readonly number[] },
  [whole = NONE, single = NONE, bare = NONE]: readonly Loaded[],
  bytes: number,
): Row[] {
  const p50 = median(alone);
  const times = ({ p50Ms, p99Ms, processorMs: used }: Loaded) =>
    `p50 ${milliseconds(p50Ms)}, p99 ${milliseconds(p99Ms)}, processor ${milliseconds(used)}`;
  const rate = { target: `≥ ${TARGET_PER_SECOND}/s`, met: whole.perSecond >= TARGET_PER_SECOND };
  return [
    {
      what: 'one client, audit record on disk',
      value: `p50 ${milliseconds(p50)}`,
      target: `p50 ≤ ${milliseconds(TARGET_P50_MS)}`,
      met: p50 <= TARGET_P50_MS,
    },
    {
      what: `the same, the first ${ALONE} of a daemon that has just started`,
      value: `p50 ${milliseconds(median(first))}`,
    },
    { what: `${CLIENTS} clients`, value: perSecond(whole.perSecond), ...rate },
    { what: `${CLIENTS} clients, each request`, value: times(whole) },
    {
      what: 'what two processors carry where the clients have their own: 2 s ÷ processor time',
      value: perSecond(2_000 / whole.processorMs),
    },
    {
      what: 'the same without threads (analyze.workers 0)',
      value: `${perSecond(single.perSecond)}, ${times(single)}`,
    },
    {
      what: `a bare answer of ${(bytes / 1000).toFixed(0)} kB, ${CLIENTS} clients`,
      value: `${perSecond(bare.perSecond)}, ${times(bare)}`,
    },
  ];
}

/** Until all threads that analyse are up: the last ones start when the daemon is ready. */
async function allUp(daemon: Daemon): Promise<void> {
  await daemon.log(({ msg }) => msg === 'ready');
  const threads = Math.min(availableParallelism(), MAX_THREADS);
  const up = () => daemon.logs.filter(({ msg }) => msg === 'analysis thread ready').length;
  while (up() < threads) await sleep(POLL_MS);
}

async function targetOf(daemon: Daemon): Promise<Target> {
  return { url: `${daemon.url}/v1/analyze`, key: await daemon.key(), pid: pidOf(daemon) };
}

export const analyze: Figure = {
  id: 'analyze',
  title: 'A patient through /v1/analyze',
  async measure({ folder, models: { modelsDir } }) {
    const costs = await openings(modelsDir);
    const daemon = await startShipped(folder('analyze'), modelsDir);
    const other = { analyze: { workers: 0 } };
    const single = await startShipped(folder('analyze-single'), modelsDir, {}, other);
    const [load, bare] = [startChild('load'), startChild('bare-answer')];
    const client = await openClient(daemon, '/v1/analyze');
    try {
      const { status, text } = await client.send(Buffer.from(BODY));
      if (status !== 200) throw new Error(`${status}: ${text}`);
      const first = await oneByOne(client);
      await allUp(daemon);
      const setup: BareSetup = { folder: folder('bare-answer'), answer: text };
      const { url } = await bare.ask<{ readonly url: string }>(setup);
      const sides = await loadInTurns(load, [
        await targetOf(daemon),
        await targetOf(single),
        { url, key: 'none', pid: bare.pid },
      ]);
      const alone = await oneByOne(client);
      const bytes = Buffer.byteLength(text);
      const rows = [...report({ first, alone }, sides, bytes), ...openingRows(costs)];
      return { rows, data: { clients: CLIENTS, bytes, first, alone, sides, costs } };
    } finally {
      client.close();
      await load.end();
      await bare.end();
      await single.stop();
      await daemon.stop();
    }
  },
};
