/**
 * How the slices of a series become one probability: measured on series that are put together from
 * single slices, as there are no series of patients.
 *
 *     npx tsx scripts/models/series-pooling/main.ts head-ct-haemorrhage --data ../shared/data [--stacks 240]
 *
 * Source patients are parted in two halves. The pooling, its calibration, threshold and band of doubt
 * are chosen on one half; the figures are those of the other, from which no value is taken. A stack
 * is made of runs of normal slices of several people, turned, scaled and noisy; half of the stacks get
 * slices with disease, or a painted bleed of graded size. Prints JSON.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../../src/core/random.js';
import { poolSlices } from '../../../src/imaging/worker/pooling.js';
import type { Session } from '../../../src/inference/backends/backend.js';
import { createCpuBackend } from '../../../src/inference/backends/cpu.js';
import { calibrate } from '../../../src/inference/calibrate.js';
import { inputTensor } from '../../../src/inference/input-tensor.js';
import { loadModelPackage } from '../../../src/inference/model-package.js';
import { floats } from '../../../src/inference/outputs.js';
import type { ImageClassifierManifest, SeriesManifest } from '../../../src/inference/schema.js';
import { areaUnderCurve, calibrationOf, fitLogistic, sigmoid } from '../../shared/logistic.js';
import { loadBrainMri, loadHeadCt, type Sources } from './pictures.js';
import { BLEED_DIAMETERS_MM, type MadeStack, makeStacks } from './stacks.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '../shared/data' },
    stacks: { type: 'string', default: '240' },
    /** Scores of an earlier run with the same settings, or where they are to be kept. */
    scores: { type: 'string' },
  },
});

const PACKAGES = {
  'head-ct-haemorrhage': { load: loadHeadCt, label: 'haemorrhage', paints: true },
  'brain-mri-tumour': { load: loadBrainMri, label: 'abnormal', paints: false },
} as const;

const name = positionals[0] as keyof typeof PACKAGES;
const recipe = PACKAGES[name];
if (recipe === undefined) throw new Error(`name one of ${Object.keys(PACKAGES).join(', ')}`);

type Pooling = SeriesManifest['pooling'];
const POOLINGS: readonly Pooling[] = [
  { method: 'max' },
  ...[2, 3, 5].map((slices): Pooling => ({ method: 'top_mean', slices })),
  ...[2, 3, 5].map((slices): Pooling => ({ method: 'neighbour_max', slices })),
  { method: 'noisy_or' },
];

/** Share of each class that may be answered wrongly: the least with which enough is answered. */
const RISKS = [0.02, 0.05, 0.1, 0.15, 0.2];
const MIN_ANSWERED = 0.6;
/** Share of the negatives above the threshold. */
const NEGATIVES_ABOVE = 0.1;

interface ScoredStack extends Omit<MadeStack, 'slices'> {
  readonly probabilities: readonly number[];
  readonly slices: number;
}

async function score(
  stack: MadeStack,
  manifest: ImageClassifierManifest,
  session: Session,
): Promise<ScoredStack> {
  const { input, outputs: names, labels, gate } = manifest;
  const at = labels.findIndex(({ id }) => id === recipe.label);
  const label = labels[at];
  if (label === undefined) throw new Error(`no label ${recipe.label}`);
  const probabilities: number[] = [];
  for (const slice of stack.slices) {
    const outputs = await session.run({ [input.name]: inputTensor(slice, input) });
    const passes =
      gate === undefined ||
      names.gate === undefined ||
      calibrate(floats(outputs, names.gate).data[0] ?? Number.NaN, gate) >= gate.threshold;
    if (!passes) continue;
    const logit = floats(outputs, names.logits).data[at] ?? Number.NaN;
    probabilities.push(calibrate(logit, label.calibration));
  }
  return { ...stack, slices: stack.slices.length, probabilities };
}

async function scoreHalf(
  sources: Sources,
  manifest: ImageClassifierManifest,
  session: Session,
): Promise<ScoredStack[]> {
  const seed = sources.half === 'chosen on' ? 11 : 12;
  const count = Number(options.stacks);
  const scored: ScoredStack[] = [];
  for (const stack of makeStacks(sources, { count, paints: recipe.paints, seed })()) {
    scored.push(await score(stack, manifest, session));
  }
  return scored.filter(({ probabilities }) => probabilities.length > 0);
}

const quantile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.floor(part * sorted.length)))] ?? 0;
};

const round = (value: number, digits = 3) => Number(value.toFixed(digits));

function fitPooling(stacks: readonly ScoredStack[], pooling: Pooling) {
  const examples = stacks.map(({ probabilities, isPositive }) => ({
    features: [poolSlices(probabilities, pooling)],
    right: isPositive,
  }));
  const [bias = 0, scale = 1] = fitLogistic(examples, 0.01);
  const loss = examples.reduce((sum, { features: [x = 0], right }) => {
    const p = Math.min(1 - 1e-6, Math.max(1e-6, sigmoid(scale * x + bias)));
    return sum - Math.log(right ? p : 1 - p);
  }, 0);
  return { pooling, calibration: { scale, bias }, loss: loss / examples.length };
}

type Fitted = ReturnType<typeof fitPooling>;
const predictionsOf = (stacks: readonly ScoredStack[], { pooling, calibration }: Fitted) =>
  stacks.map(({ probabilities, isPositive }) => ({
    p: calibrate(poolSlices(probabilities, pooling), calibration),
    right: isPositive,
  }));

function bandAt(risk: number, all: ReturnType<typeof predictionsOf>) {
  const of = (right: boolean) => all.filter((one) => one.right === right).map(({ p }) => p);
  const low = quantile(of(true), risk);
  const high = quantile(of(false), 1 - risk);
  const answered = all.filter(({ p }) => !(p > low && p < high)).length / all.length;
  return { risk, low, high, answered };
}

function decide(stacks: readonly ScoredStack[], fitted: Fitted) {
  const all = predictionsOf(stacks, fitted);
  const negatives = all.filter(({ right }) => !right).map(({ p }) => p);
  const bands = RISKS.map((risk) => bandAt(risk, all));
  const band = bands.find(({ answered }) => answered >= MIN_ANSWERED) ?? bands.at(-1);
  const threshold = quantile(negatives, 1 - NEGATIVES_ABOVE);
  if (band === undefined || !(band.low < band.high)) return { threshold, bands };
  const { low, high } = band;
  return { threshold: Math.min(high, Math.max(low, threshold)), unsure: { low, high }, bands };
}

function interval(predictions: readonly { p: number; right: boolean }[]) {
  const random = createRandom(5);
  const areas = Array.from({ length: 500 }, () =>
    areaUnderCurve(
      predictions.map(
        () => predictions[Math.floor(random() * predictions.length)] ?? { p: 0, right: false },
      ),
    ),
  ).filter(Number.isFinite);
  return [round(quantile(areas, 0.025)), round(quantile(areas, 0.975))];
}

interface Scores {
  readonly sources: readonly { half: string; negative: number; positive: number }[];
  readonly stacks: readonly (readonly ScoredStack[])[];
}

async function scoreAll(): Promise<Scores> {
  const { manifest } = await loadModelPackage(join('models', name));
  if (manifest.kind !== 'image-classifier') throw new Error('only classifiers are measured');
  const weights = await readFile(join('models', name, manifest.weights));
  const session = await createCpuBackend().open(weights, { threads: 1 });
  const sources = await recipe.load(options.data);
  const stacks: ScoredStack[][] = [];
  for (const half of sources) stacks.push(await scoreHalf(half, manifest, session));
  await session.release();
  return {
    sources: sources.map(({ half, negative, positive }) => ({
      half,
      negative: negative.length,
      positive: positive.length,
    })),
    stacks,
  };
}

const kept = options.scores;
const scores =
  kept !== undefined && existsSync(kept)
    ? (JSON.parse(readFileSync(kept, 'utf8')) as Scores)
    : await scoreAll();
if (kept !== undefined) writeFileSync(kept, JSON.stringify(scores));
const { sources } = scores;
const [chosenOn = [], reportedOn = []] = scores.stacks;

const fits = POOLINGS.map((pooling) => fitPooling(chosenOn, pooling));
const best = fits.reduce((a, b) => (b.loss < a.loss ? b : a));
const settings = decide(chosenOn, best);

const verdict = (p: number) => {
  if (settings.unsure && p > settings.unsure.low && p < settings.unsure.high) return 'unsure';
  return p >= settings.threshold ? 'yes' : 'no';
};
const shares = (stacks: readonly ScoredStack[]) => {
  const verdicts = predictionsOf(stacks, best).map(({ p }) => verdict(p));
  const share = (one: string) =>
    round(verdicts.filter((v) => v === one).length / verdicts.length, 2);
  return { n: stacks.length, yes: share('yes'), unsure: share('unsure'), no: share('no') };
};
const ofKind = (kind: MadeStack['kind']) => reportedOn.filter((stack) => stack.kind === kind);
const passed = [...chosenOn, ...reportedOn].reduce(
  (sum, { probabilities, slices }) => [
    (sum[0] ?? 0) + probabilities.length,
    (sum[1] ?? 0) + slices,
  ],
  [0, 0],
);

console.log(
  JSON.stringify(
    {
      package: name,
      sources,
      stacks: { chosen: chosenOn.length, reported: reportedOn.length },
      slices_that_pass_the_gate: round((passed[0] ?? 0) / (passed[1] ?? 1)),
      poolings: fits.map((one) => {
        const predictions = predictionsOf(reportedOn, one);
        return {
          pooling: one.pooling,
          chosen_on: {
            loss: round(one.loss),
            auroc: round(areaUnderCurve(predictionsOf(chosenOn, one))),
          },
          reported_on: { auroc: round(areaUnderCurve(predictions)), ci95: interval(predictions) },
        };
      }),
      best: best.pooling,
      calibration: {
        scale: round(best.calibration.scale, 5),
        bias: round(best.calibration.bias, 5),
      },
      bands: settings.bands.map(({ risk, low, high, answered }) => ({
        risk,
        low: round(low, 4),
        high: round(high, 4),
        answered: round(answered, 2),
      })),
      settings: {
        threshold: round(settings.threshold, 4),
        ...(settings.unsure && {
          unsure: { low: round(settings.unsure.low, 4), high: round(settings.unsure.high, 4) },
        }),
      },
      reported_on: {
        calibration: calibrationOf(predictionsOf(reportedOn, best)),
        normal: shares(ofKind('normal')),
        real_slices: shares(ofKind('real slices')),
        painted: Object.fromEntries(
          BLEED_DIAMETERS_MM.map((mm) => [
            `${mm} mm`,
            ofKind('painted').filter(({ diameterMm }) => diameterMm === mm),
          ]).flatMap(([mm, own]) =>
            own && own.length > 0 ? [[mm, shares(own as ScoredStack[])]] : [],
          ),
        ),
      },
    },
    null,
    1,
  ),
);
