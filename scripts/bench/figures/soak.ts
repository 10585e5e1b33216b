import { readFile, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy } from '../../../src/core/group.js';
import { DATABASE_FILE } from '../../../src/store/open.js';
import type { Draft } from '../../fuzz/draft.js';
import { encode } from '../../fuzz/encode.js';
import { makeSamples } from '../../fuzz/samples.js';
import { send, type Target } from '../../fuzz/send.js';
import { type Daemon, pidOf, startShipped } from '../daemon.js';
import type { Figure } from '../figure.js';
import { fileBytes } from '../file-bytes.js';
import { type Panel, plot } from '../plot.js';
import { childrenOf, residentBytes } from '../processes.js';
import { megabytes, milliseconds, quantile, slopeOf, trendOf } from '../statistics.js';

const MINUTES = 10;
const EVERY_MS = 100;
const SAMPLE_MS = 5_000;
const MINUTES_PER_DAY = 1_440;
const WARM_UP_MINUTES = 2;
/** Long computations occur once per round of the others. */
const DEAR = ['imaging', 'transcribe'];

interface Answered {
  readonly atMs: number;
  readonly tookMs: number;
  readonly name: string;
  readonly status: number;
}

interface Sampled {
  readonly atMs: number;
  readonly daemonBytes: number;
  readonly workerBytes: number;
  readonly storedBytes: number;
}

/** A round of work: of the dear ones one, of all others each. */
function* rounds(samples: readonly Draft[]): Generator<Draft> {
  const dear = samples.filter(({ name }) => DEAR.includes(name));
  const cheap = samples.filter(({ name }) => !DEAR.includes(name));
  for (let i = 0; ; i += 1) {
    yield* cheap;
    const one = dear[i % dear.length];
    if (one !== undefined) yield one;
  }
}

function sample(daemon: Daemon, dataDir: string, atMs: number): Sampled {
  const pid = pidOf(daemon);
  const workers = childrenOf(pid).map((child) => residentBytes(child) ?? 0);
  return {
    atMs,
    daemonBytes: residentBytes(pid) ?? 0,
    workerBytes: workers.reduce((sum, bytes) => sum + bytes, 0),
    storedBytes: fileBytes(join(dataDir, DATABASE_FILE)),
  };
}

/** Requests at a steady rate, whether or not those before have been answered. */
async function soakFor(daemon: Daemon, dataDir: string, forMs: number) {
  const { url, caFile = '' } = daemon;
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const target: Target = { url: new URL(url), ca: await readFile(caFile, 'utf8'), agent };
  const authorization = `Bearer ${await daemon.key()}`;
  const answered: Answered[] = [];
  const sampled: Sampled[] = [];
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;

  async function ask(draft: Draft): Promise<void> {
    const atMs = now();
    const headers = { ...draft.headers, authorization };
    const open = draft.name === 'open';
    const sent = await send(target, encode({ ...draft, headers }, open ? '' : '/v1'));
    const status = 'reply' in sent ? sent.reply.status : 0;
    answered.push({ atMs, tookMs: now() - atMs, name: draft.name, status });
  }

  let nextSampleMs = 0;
  for (const draft of rounds(await makeSamples())) {
    if (now() >= forMs) break;
    const one = ask(draft).finally(() => underWay.delete(one));
    underWay.add(one);
    if (now() >= nextSampleMs) {
      sampled.push(sample(daemon, dataDir, now()));
      nextSampleMs += SAMPLE_MS;
    }
    await sleep(EVERY_MS);
  }
  await Promise.all(underWay);
  agent.destroy();
  return { answered, sampled };
}

/** Per interval of 15 s. */
function latencies(answered: readonly Answered[], share: number): [number, number][] {
  const INTERVAL_MS = 15_000;
  const intervals = groupBy(answered, ({ atMs }) => Math.floor(atMs / INTERVAL_MS));
  return [...intervals]
    .sort(([a], [b]) => a - b)
    .map(([n, of]) => [
      ((n + 0.5) * INTERVAL_MS) / 60_000,
      quantile(
        of.map(({ tookMs }) => tookMs),
        share,
      ),
    ]);
}

function panels(answered: readonly Answered[], sampled: readonly Sampled[]): Panel[] {
  const over = (pick: (one: Sampled) => number) =>
    sampled.map((one) => [one.atMs / 60_000, pick(one) / 1e6] as const);
  const dear = answered.filter(({ name }) => DEAR.includes(name));
  const cheap = answered.filter(({ name }) => !DEAR.includes(name));
  return [
    {
      title: 'Resident memory',
      unit: 'MB',
      curves: [
        { label: 'daemon', colour: '#0b6', points: over(({ daemonBytes }) => daemonBytes) },
        { label: 'workers', colour: '#06c', points: over(({ workerBytes }) => workerBytes) },
      ],
    },
    {
      title: 'Time to the answer, all but images and recordings',
      unit: 'ms',
      curves: [
        { label: 'median', colour: '#0b6', points: latencies(cheap, 0.5) },
        { label: '95 %', colour: '#c50', points: latencies(cheap, 0.95) },
      ],
    },
    {
      title: 'Time to the answer, images and recordings',
      unit: 'ms',
      curves: [
        { label: 'median', colour: '#0b6', points: latencies(dear, 0.5) },
        { label: '95 %', colour: '#c50', points: latencies(dear, 0.95) },
      ],
    },
  ];
}

/**
 * Memory when garbage has just been taken away: the lowest of each minute, without the first ones, in
 * which all is warming up. By the day and in bytes.
 */
function lows(sampled: readonly Sampled[]): [number, number][] {
  const minutes = groupBy(sampled, ({ atMs }) => Math.floor(atMs / 60_000));
  return [...minutes]
    .filter(([minute]) => minute >= WARM_UP_MINUTES)
    .map(([minute, of]) => [
      minute / MINUTES_PER_DAY,
      Math.min(...of.map(({ daemonBytes }) => daemonBytes)),
    ]);
}

/** The total of a day at this rate. */
function extrapolate(
  answered: readonly Answered[],
  sampled: readonly Sampled[],
  floor: ReturnType<typeof lows>,
) {
  const half = sampled.slice(Math.floor(sampled.length / 2));
  const lastMs = half.at(-1)?.atMs ?? Number.NaN;
  const { slope, error } = trendOf(floor);
  return {
    requestsADay: Math.round((answered.length / lastMs) * 86_400_000),
    growthBytesADay: slope,
    /** Half the width of its 95 % interval. */
    growthErrorBytes: 1.96 * error,
    storedBytesADay: slopeOf(
      half.map(({ atMs, storedBytes }) => [atMs / 86_400_000, storedBytes] as const),
    ),
  };
}

/** Ten minutes of all kinds of work, ten requests a second; only when it is named. */
export const soak: Figure = {
  id: 'soak',
  title: `${MINUTES} minutes of every kind of work, ten requests a second`,
  onlyWhenNamed: true,
  async measure({ folder, models, plotFile }) {
    const dataDir = folder('soak');
    const daemon = await startShipped(dataDir, models.modelsDir);
    try {
      const { answered, sampled } = await soakFor(daemon, dataDir, MINUTES * 60_000);
      const failed = answered.filter(({ status }) => status === 0 || status >= 500).length;
      const floor = lows(sampled);
      const day = extrapolate(answered, sampled, floor);
      const title = `${answered.length} requests in ${MINUTES} minutes`;
      if (plotFile !== undefined) await writeFile(plotFile, plot(title, panels(answered, sampled)));
      const halves = [0, 1].map((half) => {
        const size = Math.floor(answered.length / 2);
        return quantile(
          answered.slice(half * size, (half + 1) * size).map(({ tookMs }) => tookMs),
          0.5,
        );
      });
      const [before = Number.NaN, after = Number.NaN] = halves;
      const lowest = floor.map(([, bytes]) => bytes);
      return {
        rows: [
          { what: 'answers with 5xx, or none', value: `${failed} of ${answered.length}` },
          {
            what: 'median, first half and second',
            value: `${milliseconds(before)}, ${milliseconds(after)}`,
          },
          {
            what: 'daemon, the lowest of each minute',
            value: `${megabytes(Math.min(...lowest))} to ${megabytes(Math.max(...lowest))}`,
          },
          {
            what: 'its growth in a day, extrapolated from these',
            value: `${megabytes(day.growthBytesADay)} ± ${megabytes(day.growthErrorBytes)}`,
          },
          { what: 'stored in a day at this rate', value: megabytes(day.storedBytesADay) },
        ],
        data: { ...day, failed, sampled, medians: halves },
      };
    } finally {
      await daemon.stop();
    }
  },
};
