import { availableParallelism } from 'node:os';
import { configSchema } from '../../src/appliance/config/schema.js';
import { encodeForm } from '../../test/support/form.js';
import type { InferenceSetup, InferenceTimes } from './children/inference.js';
import { filmForm, imagingBody, openClient } from './client.js';
import { type Daemon, startShipped } from './daemon.js';
import type { Bench, Row } from './figure.js';
import type { Models } from './models.js';
import { startChild } from './processes.js';
import { median, milliseconds, quantile, spreadOf } from './statistics.js';

const WARM_UP = 3;
const ROUNDS = 30;
const BUDGET_MS = 20_000;
const TARGET = 1.5;
/** Of a form, which needs no base64. */
const FORM_TARGET = 1.3;

export interface NamedFilm {
  readonly name: string;
  readonly film: Buffer;
}

interface Sample {
  readonly wholeMs: number;
  readonly formMs: number;
  readonly bare: InferenceTimes;
}

/** One request as JSON and one as a form, then the same film read barely, and so on: what slows one slows all. */
async function compare(
  daemon: Daemon,
  setup: InferenceSetup,
  { film, models }: { readonly film: Buffer; readonly models: Models },
): Promise<Sample[]> {
  const body = imagingBody(film, models);
  const { imageType, modality } = models;
  const form = await encodeForm(
    filmForm(film, { image_type: imageType, modality }, { measure_structures: true }),
  );
  const child = startChild('inference');
  const client = await openClient(daemon);
  const samples: Sample[] = [];
  try {
    await child.ask({ setup });
    const until = performance.now() + BUDGET_MS;
    for (let i = 0; i < WARM_UP + ROUNDS && performance.now() < until; i += 1) {
      const wholeMs = await client.read(body);
      const formMs = await client.read(form);
      samples.push({ wholeMs, formMs, bare: await child.ask<InferenceTimes>({ read: true }) });
    }
  } finally {
    client.close();
    await child.end();
  }
  return samples.slice(WARM_UP);
}

const total = ({ decodeMs, segmenterMs, readerMs }: InferenceTimes) =>
  decodeMs + segmenterMs + readerMs;

function summarise({ name, film }: NamedFilm, samples: readonly Sample[]) {
  const whole = spreadOf(samples.map(({ wholeMs }) => wholeMs));
  const bareTimes = samples.map(({ bare }) => total(bare));
  const bare = spreadOf(bareTimes);
  const ratio = { p50: whole.p50 / bare.p50, p95: whole.p95 / bare.p95 };
  const part = (of: keyof InferenceTimes) => median(samples.map((sample) => sample.bare[of]));
  const parts = {
    decodeMs: part('decodeMs'),
    segmenterMs: part('segmenterMs'),
    readerMs: part('readerMs'),
  };
  // A slow spell of the machine meets both halves of a pair, so pairs are steadier than quantiles.
  const pairedOf = (of: 'wholeMs' | 'formMs') =>
    quantile(
      samples.map((sample, i) => sample[of] / (bareTimes[i] ?? Number.NaN)),
      0.5,
    );
  const paired = pairedOf('wholeMs');
  const pairedForm = pairedOf('formMs');
  const form = spreadOf(samples.map(({ formMs }) => formMs));
  const times = (spread: typeof whole) =>
    `${milliseconds(spread.p50)} / ${milliseconds(spread.p95)}`;
  const rows: Row[] = [
    {
      what: `${name}: whole ${times(whole)}, bare ${times(bare)} (p50 / p95)`,
      value: `${ratio.p50.toFixed(2)}× / ${ratio.p95.toFixed(2)}×`,
      target: `≤ ${TARGET}×`,
      met: ratio.p50 <= TARGET,
    },
    {
      what: `${name}: whole as a form ${times(form)}, median of ${samples.length} pairs`,
      value: `${pairedForm.toFixed(2)}×`,
      target: `≤ ${FORM_TARGET}×`,
      met: pairedForm <= FORM_TARGET,
    },
    {
      what: `${name}: bare decode, segmenter, reader (p50)`,
      value: [parts.decodeMs, parts.segmenterMs, parts.readerMs].map(milliseconds).join(', '),
    },
  ];
  return {
    name,
    rows,
    data: { bytes: film.length, whole, form, bare, ratio, paired, pairedForm, parts },
  };
}

export type Comparison = ReturnType<typeof summarise>;

/** Whole requests over HTTPS, one client, each next to the bare reading of the same film. */
export async function measureAgainstBare(
  { folder, models }: Bench,
  films: readonly NamedFilm[],
): Promise<Comparison[]> {
  // As shipped: the cores are shared out among the workers.
  const workers = configSchema.parse({}).inference.cpu_workers;
  const threads = Math.max(1, Math.floor(availableParallelism() / workers));
  const daemon = await startShipped(folder('against-bare'), models.modelsDir);
  const comparisons: Comparison[] = [];
  try {
    for (const named of films) {
      const setup = { models, backend: 'cpu', threads, film: named.film } as const;
      const samples = await compare(daemon, setup, { film: named.film, models });
      comparisons.push(summarise(named, samples));
    }
  } finally {
    await daemon.stop();
  }
  return comparisons;
}

/** The numbers by the film's name. */
export const dataOf = (comparisons: readonly Comparison[]) =>
  Object.fromEntries(comparisons.map(({ name, data }) => [name, data]));
