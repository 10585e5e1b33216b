import { BREATHLESS_PATIENT } from '../../samples/invented-breathless-patient.js';
import type { BareSetup } from '../children/bare-answer.js';
import type { KnowledgeCost } from '../children/knowledge.js';
import type { LoadAnswer } from '../children/load.js';
import { type Client, openClient } from '../client.js';
import { startShipped } from '../daemon.js';
import type { Figure, Row } from '../figure.js';
import { type Child, startChild } from '../processes.js';
import { median, megabytes, milliseconds, perSecond } from '../statistics.js';

const CLIENTS = 8;
const ALONE = 40;
const WARM_UP_S = 2;
const ROUND_S = 4;
const ROUNDS = 3;
const OPENINGS = 5;
const TARGET_P50_MS = 15;
const TARGET_PER_SECOND = 200;
const TARGET_LOAD_MS = 500;

const BODY = JSON.stringify({ patient_data: BREATHLESS_PATIENT });

interface Target {
  readonly url: string;
  readonly key: string;
}

/** Both sides in turns, so that a busy machine slows both. */
async function loadInTurns(load: Child, sides: readonly Target[]): Promise<LoadAnswer[]> {
  const rounds: LoadAnswer[][] = sides.map(() => []);
  const ask = (side: Target, seconds: number) =>
    load.ask<LoadAnswer>({ ...side, body: BODY, connections: CLIENTS, seconds });
  for (const side of sides) await ask(side, WARM_UP_S);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, side] of sides.entries()) rounds[at]?.push(await ask(side, ROUND_S));
  }
  return rounds.map((answers) => ({
    perSecond: median(answers.map((one) => one.perSecond)),
    requests: answers.reduce((sum, { requests }) => sum + requests, 0),
    p50Ms: median(answers.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(answers.map(({ p99Ms }) => p99Ms)),
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

const NONE: LoadAnswer = { perSecond: 0, requests: 0, p50Ms: Number.NaN, p99Ms: Number.NaN };

async function oneByOne(client: Client): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < ALONE; n += 1) took.push(await client.read(Buffer.from(BODY)));
  return took;
}

function report(
  { first, alone }: { readonly first: readonly number[]; readonly alone: readonly number[] },
  [whole = NONE, bare = NONE]: readonly LoadAnswer[],
  bytes: number,
): Row[] {
  const p50 = median(alone);
  const times = ({ p50Ms, p99Ms }: LoadAnswer) =>
    `p50 ${milliseconds(p50Ms)}, p99 ${milliseconds(p99Ms)}`;
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
      what: `a bare answer of ${(bytes / 1000).toFixed(0)} kB, ${CLIENTS} clients`,
      value: `${perSecond(bare.perSecond)}, ${times(bare)}`,
    },
  ];
}

export const analyze: Figure = {
  id: 'analyze',
  title: 'A patient through /v1/analyze',
  async measure({ folder, models: { modelsDir } }) {
    const costs = await openings(modelsDir);
    const place = folder('analyze');
    const daemon = await startShipped(place, modelsDir);
    const [load, bare] = [startChild('load'), startChild('bare-answer')];
    const client = await openClient(daemon, '/v1/analyze');
    try {
      const { status, text } = await client.send(Buffer.from(BODY));
      if (status !== 200) throw new Error(`${status}: ${text}`);
      const first = await oneByOne(client);
      const setup: BareSetup = { folder: folder('bare-answer'), answer: text };
      const { url } = await bare.ask<{ readonly url: string }>(setup);
      const sides = await loadInTurns(load, [
        { url: `${daemon.url}/v1/analyze`, key: await daemon.key() },
        { url, key: 'none' },
      ]);
      const alone = await oneByOne(client);
      const bytes = Buffer.byteLength(text);
      const rows = [...report({ first, alone }, sides, bytes), ...openingRows(costs)];
      return { rows, data: { clients: CLIENTS, bytes, first, alone, sides, costs } };
    } finally {
      client.close();
      await load.end();
      await bare.end();
      await daemon.stop();
    }
  },
};
