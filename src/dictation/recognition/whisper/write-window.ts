import { logSumExp } from '../log-sum-exp.js';
import type { Attention, DecoderStep, EncodedWindow } from './networks.js';
import { drawToken, likeliest } from './probabilities.js';
import type { Prompt } from './prompt.js';
import { isRunaway } from './repetition.js';
import type { AlignmentHead, WhisperSettings } from './settings.js';

/** The decoder's text of one window. */
export interface Writing {
  /** After the prompt and without the end: text and times. */
  readonly tokens: readonly number[];
  /** ln P of each token, and of the end if it was reached. */
  readonly logProbs: readonly number[];
  /** Mean over tokens and end. */
  readonly meanLogProb: number;
  /** Probability that the window holds no speech, 0..1. */
  readonly noSpeech: number;
  /** False where the token limit was reached or a loop was stopped. */
  readonly ended: boolean;
  readonly runaway: boolean;
  /** For each token, the attention of each alignment head; empty without attentions. */
  readonly looks: readonly (readonly Float32Array[])[];
}

export interface WriteOptions {
  readonly prompt: Prompt;
  readonly temperature: number;
  readonly dice: () => number;
}

type Rules = (row: Float32Array, tokens: readonly number[]) => void;

/** Rows of the chosen heads at the last token read. */
function looksOf(
  attentions: readonly Attention[] | undefined,
  heads: readonly AlignmentHead[],
): Float32Array[] {
  if (attentions === undefined) return [];
  return heads.flatMap(({ layer, head }) => {
    const attention = attentions[layer];
    if (attention === undefined || head >= attention.heads) return [];
    const { queries, places, weights } = attention;
    const at = (head * queries + queries - 1) * places;
    return [weights.slice(at, at + places)];
  });
}

/**
 * Decodes one window, token by token. Temperature 0 takes the likeliest token; higher ones sample.
 *
 * @param rules see `createLogitRules`
 */
export async function writeWindow(
  heard: EncodedWindow,
  settings: WhisperSettings,
  rules: Rules,
  { prompt, temperature, dice }: WriteOptions,
): Promise<Writing> {
  const { vocabulary, endToken, firstTime, textPlaces, noSpeechToken, alignmentHeads } = settings;
  const maxTokens = Math.min(Math.floor(textPlaces / 2), textPlaces - prompt.tokens.length);
  const rowOf = (step: DecoderStep, at: number) =>
    step.logits.subarray(at * vocabulary, (at + 1) * vocabulary);
  let step = await heard.begin(prompt.tokens);
  let read = prompt.tokens.length;
  const atStart = rowOf(step, prompt.startsAt);
  const noSpeech = Math.exp((atStart[noSpeechToken] ?? 0) - logSumExp(atStart));
  const tokens: number[] = [];
  const text: number[] = [];
  const logProbs: number[] = [];
  const looks: Float32Array[][] = [];
  let [ended, runaway] = [false, false];
  while (!ended && !runaway && tokens.length < maxTokens) {
    const row = rowOf(step, read - 1).slice();
    rules(row, tokens);
    const token = temperature === 0 ? likeliest(row) : drawToken(row, temperature, dice);
    logProbs.push((row[token] ?? 0) - logSumExp(row));
    ended = token === endToken;
    if (ended) break;
    tokens.push(token);
    looks.push(looksOf(step.attentions, alignmentHeads));
    if (token < firstTime) {
      text.push(token);
      runaway = isRunaway(text);
    }
    if (tokens.length < maxTokens && !runaway) {
      step = await step.next([token]);
      read = 1;
    }
  }
  const meanLogProb =
    logProbs.reduce((sum, value) => sum + value, 0) / Math.max(1, logProbs.length);
  return { tokens, logProbs, meanLogProb, noSpeech, ended, runaway, looks };
}
