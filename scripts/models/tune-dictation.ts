/**
 * Tunes how the output of a dictation model is turned into words, through the code of the product,
 * on clips that the model of sound was not trained on.
 *
 *     npx tsx scripts/models/tune-dictation.ts errors     --export DIR --heldout DIR [--set lm_weight=0.9]
 *     npx tsx scripts/models/tune-dictation.ts search     … tries neighbours of the parameters in turn
 *     npx tsx scripts/models/tune-dictation.ts confidence … fits the confidence of words
 *     npx tsx scripts/models/tune-dictation.ts noise      … what is recognised without speech
 *     npx tsx scripts/models/tune-dictation.ts vocabulary … the effect of favoured phrases
 *
 * `--stride N` takes every N-th clip, `--clinical P` is the share of the clinical language model,
 * `--write` keeps the outcome in `dictation/decoding.json`, the block `decoding` of the manifest.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { confidenceFeatures } from '../../src/dictation/recognition/ctc/confidence.js';
import type { DecodingParameters } from '../../src/dictation/recognition/ctc/parameters.js';
import { calibrationOf, type Example, fitLogistic, logitOf } from '../shared/logistic.js';
import { favourRareWords } from './dictation/favoured-words.js';
import { type HeldOutClip, readHeldOut } from './dictation/heldout.js';
import { decodeClips, describeSets, errorRate, type Outcome } from './dictation/measure.js';
import { type Language, openDecoder, openLanguage } from './dictation/recogniser.js';
import { scoreWords } from './dictation/word-errors.js';

const BLOCK = new URL('./dictation/decoding.json', import.meta.url);
/** Clips of this set contain no speech. */
const NOISE = 'noise';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    export: { type: 'string', default: '.cache/train/dictation/export' },
    heldout: { type: 'string', default: '.cache/train/dictation/heldout' },
    clinical: { type: 'string', default: '0.5' },
    stride: { type: 'string', default: '1' },
    set: { type: 'string', multiple: true, default: [] },
    sets: { type: 'string' },
    write: { type: 'boolean', default: false },
    show: { type: 'string', default: '0' },
  },
});
const clinical = Number(options.clinical);

function withChanges(parameters: DecodingParameters, changes: readonly string[]) {
  const changed = Object.fromEntries(
    changes.map((change) => change.split('=')).map(([name, value]) => [name, Number(value)]),
  );
  return { ...parameters, ...changed };
}

function keep(parameters: DecodingParameters): void {
  console.log(JSON.stringify(parameters, null, 2));
  if (options.write) writeFileSync(BLOCK, `${JSON.stringify(parameters, null, 2)}\n`);
}

function decode(language: Language, clips: readonly HeldOutClip[], parameters: DecodingParameters) {
  const decoder = openDecoder(language, clinical, parameters);
  const { outcomes, processorSeconds } = decodeClips(decoder.listen({}), clips);
  const seconds = clips.reduce((sum, clip) => sum + clip.seconds, 0);
  return { outcomes, speed: seconds / processorSeconds };
}

const EVERYTHING = { least_confidence: 0, least_sound: -1_000, least_tokens_per_second: 0 };

/** The mean of the sets' rates: each counts alike, however many clips it has. */
function meanRate(outcomes: readonly Outcome[]): number {
  const sets = [...new Set(outcomes.map(({ clip }) => clip.set))].filter((set) => set !== NOISE);
  const rates = sets.map((set) => errorRate(outcomes.filter(({ clip }) => clip.set === set)));
  return rates.reduce((sum, rate) => sum + rate, 0) / sets.length;
}

function errors(language: Language, clips: readonly HeldOutClip[], parameters: DecodingParameters) {
  const { outcomes, speed } = decode(language, clips, parameters);
  for (const line of describeSets(outcomes)) console.log(line);
  const mean = (100 * meanRate(outcomes)).toFixed(2);
  console.log(`mean of the sets ${mean} %, ${speed.toFixed(0)} times real time`);
  for (const { clip, heard } of outcomes.slice(0, Number(options.show))) {
    console.log(`  ${clip.set}: ${clip.words.join(' ')}`);
    console.log(
      `    ${heard.map(({ word, confidence: p }) => `${word}(${p.toFixed(2)})`).join(' ')}`,
    );
  }
}

const STEPS = {
  lm_weight: [-0.2, 0.2, -0.1, 0.1],
  word_bonus: [-0.6, 0.6, -0.3, 0.3],
} as const;

/** Tries steps of one parameter after the other, and continues from any improvement. */
function search(language: Language, all: readonly HeldOutClip[], from: DecodingParameters) {
  const clips = all.filter(({ set }) => set !== NOISE);
  const open = { ...from, rejection: EVERYTHING };
  const rateOf = (change: Partial<DecodingParameters>) =>
    meanRate(decode(language, clips, { ...open, ...change }).outcomes);
  let best = { lm_weight: from.lm_weight, word_bonus: from.word_bonus };
  let rate = rateOf(best);
  console.log(best, rate);
  for (let round = 0; round < 2; round += 1) {
    for (const name of ['lm_weight', 'word_bonus'] as const) {
      for (const step of STEPS[name]) {
        const tried = { ...best, [name]: Math.round((best[name] + step) * 100) / 100 };
        const here = rateOf(tried);
        console.log(tried, here);
        if (here < rate) [best, rate] = [tried, here];
      }
    }
  }
  keep({ ...from, ...best });
}

/** Evidence for every word heard, and whether it was right. */
function examplesOf(
  language: Language,
  clips: readonly HeldOutClip[],
  parameters: DecodingParameters,
) {
  const listener = openDecoder(language, clinical, parameters).listen({});
  return clips.flatMap(({ words, logProbs, frames, speaker, set }) => {
    const heard = listener.examine(logProbs, frames);
    const { right } = scoreWords(
      words,
      heard.map(({ word }) => word),
    );
    return heard.map(({ evidence }, index) => {
      const { agreement, sound, language: lm, length } = confidenceFeatures(evidence);
      const features = [agreement, sound, lm, length];
      return { features, right: right[index] ?? false, group: `${set} ${speaker}` };
    });
  });
}

const show = (name: string, figures: ReturnType<typeof calibrationOf>) =>
  console.log(
    `${name}: n ${figures.n}, Brier ${figures.brier.toFixed(4)}, ECE ${figures.ece.toFixed(4)}, ` +
      `rank ${figures.rank.toFixed(3)}`,
  );

const predict = (weights: readonly number[], examples: readonly Example[]) =>
  examples.map(({ features, right }) => ({
    p: 1 / (1 + Math.exp(-logitOf(weights, features))),
    right,
  }));

/** Fits on one half of the speakers and evaluates on the other, then fits on all of them. */
function confidence(language: Language, clips: readonly HeldOutClip[], from: DecodingParameters) {
  let best: { brier: number; parameters: DecodingParameters } | undefined;
  for (const temperature of [1, 2, 4]) {
    const tried = { ...from, confidence: { ...from.confidence, temperature } };
    const examples = examplesOf(language, clips, tried);
    const groups = [...new Set(examples.map(({ group }) => group))];
    const halves = [0, 1].map((side) =>
      examples.filter(({ group }) => groups.indexOf(group) % 2 === side),
    );
    const [one = [], other = []] = halves;
    console.log(`temperature ${temperature}`);
    show('agreement alone', calibrationOf(predict([0, 1, 0, 0, 0], examples)));
    const crossed = [...predict(fitLogistic(one), other), ...predict(fitLogistic(other), one)];
    const figures = calibrationOf(crossed);
    show('fitted on other speakers', figures);
    if (best && best.brier <= figures.brier) continue;
    const fitted = fitLogistic(examples).map((weight) => Math.round(weight * 1_000) / 1_000);
    const [intercept = 0, agreement = 0, sound = 0, lm = 0, length = 0] = fitted;
    const { stranger } = from.confidence;
    const weights = { temperature, intercept, agreement, sound, language: lm, length, stranger };
    best = { brier: figures.brier, parameters: { ...from, confidence: weights } };
  }
  if (best) keep(best.parameters);
}

/** How much of speech and of noise each threshold of rejection lets through. */
function noise(language: Language, clips: readonly HeldOutClip[], parameters: DecodingParameters) {
  const { outcomes } = decode(language, clips, { ...parameters, rejection: EVERYTHING });
  const listener = openDecoder(language, clinical, parameters).listen({});
  const rows = outcomes.map(({ clip, heard }) => {
    const words = listener.examine(clip.logProbs, clip.frames);
    const tokens = words.reduce((sum, { evidence }) => sum + evidence.tokens, 0);
    const behind = words.reduce((sum, { evidence: e }) => sum + e.sound * e.tokens, 0);
    const mean = heard.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, heard.length);
    return {
      speech: clip.set !== NOISE,
      words: heard.length,
      mean,
      sound: behind / Math.max(1, tokens),
      rate: tokens / clip.seconds,
    };
  });
  for (const measure of ['mean', 'sound', 'rate'] as const) {
    for (const speech of [false, true]) {
      const own = rows
        .filter((row) => row.speech === speech && row.words > 0)
        .map((row) => row[measure])
        .sort((a, b) => a - b);
      const at = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99].map((q) =>
        (own[Math.floor(q * (own.length - 1))] ?? 0).toFixed(2),
      );
      console.log(
        `${measure} of ${speech ? 'speech' : 'noise'} with words (${own.length}): ${at.join(' ')}`,
      );
    }
  }
}

function vocabulary(
  language: Language,
  clips: readonly HeldOutClip[],
  parameters: DecodingParameters,
) {
  const decoder = openDecoder(language, clinical, parameters);
  for (const line of favourRareWords(decoder, language.mixed(clinical), clips)) console.log(line);
}

const COMMANDS = { errors, search, confidence, noise, vocabulary } as const;
const command = COMMANDS[(positionals[0] ?? 'errors') as keyof typeof COMMANDS];
const block = JSON.parse(readFileSync(BLOCK, 'utf8')) as DecodingParameters;
const clips = readHeldOut(options.heldout, Number(options.stride)).filter(
  ({ set }) => options.sets === undefined || options.sets.split(',').includes(set),
);
command(openLanguage(options.export), clips, withChanges(block, options.set));
