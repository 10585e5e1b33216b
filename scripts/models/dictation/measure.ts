import type { Listener } from '../../../src/dictation/recognition/ctc/decoder.js';
import type { HeldOutClip } from './heldout.js';
import { scoreWords, type WordErrors } from './word-errors.js';

/** What a clip came to. */
export interface Outcome extends WordErrors {
  readonly clip: HeldOutClip;
  readonly heard: readonly { readonly word: string; readonly confidence: number }[];
  readonly rejected: string | undefined;
}

/** The clips decoded one after another, and the processor seconds it took. */
export function decodeClips(listener: Listener, clips: readonly HeldOutClip[]) {
  const before = process.cpuUsage();
  const outcomes = clips.map((clip): Outcome => {
    const secondsPerFrame = clip.seconds / Math.max(1, clip.frames);
    const place = { startSeconds: 0, secondsPerFrame };
    const { words, rejected } = listener.decode(clip.logProbs, clip.frames, place);
    const errors = scoreWords(
      clip.words,
      words.map(({ word }) => word),
    );
    return { ...errors, clip, heard: words, rejected };
  });
  const { user, system } = process.cpuUsage(before);
  return { outcomes, processorSeconds: (user + system) / 1e6 };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Errors for each word of the reference. */
export function errorRate(outcomes: readonly Outcome[]): number {
  const errors = outcomes.map((o) => o.substitutions + o.deletions + o.insertions);
  return sum(errors) / Math.max(1, sum(outcomes.map(({ words }) => words)));
}

/** Rate with the middle 95 % of what resampled speakers give (or clips, where those are unknown). */
export function rateWithInterval(outcomes: readonly Outcome[], draws = 400) {
  const groups = new Map<string, Outcome[]>();
  const speakers = new Set(outcomes.map(({ clip }) => clip.speaker));
  for (const [index, outcome] of outcomes.entries()) {
    const key = speakers.size < 5 ? `${index}` : outcome.clip.speaker;
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  const all = [...groups.values()];
  let state = 1;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const rates = Array.from({ length: draws }, () =>
    errorRate(all.flatMap(() => all[below(all.length)] ?? [])),
  ).sort((a, b) => a - b);
  const at = (share: number) => rates[Math.floor(share * (draws - 1))] ?? 0;
  return { rate: errorRate(outcomes), low: at(0.025), high: at(0.975), groups: all.length };
}

/** One line for each set. */
export function describeSets(outcomes: readonly Outcome[]): string[] {
  const sets = [...new Set(outcomes.map(({ clip }) => clip.set))];
  return sets.map((set) => {
    const own = outcomes.filter(({ clip }) => clip.set === set);
    const count = (name: 'words' | 'substitutions' | 'deletions' | 'insertions') =>
      sum(own.map((outcome) => outcome[name]));
    const heard = sum(own.map((outcome) => outcome.heard.length));
    const rejected = own.filter((outcome) => outcome.rejected !== undefined).length;
    const tail = `n ${own.length}, words ${count('words')}, heard ${heard}, rejected ${rejected}`;
    if (count('words') === 0) return `${set}: ${tail}`;
    const { rate, low, high, groups } = rateWithInterval(own);
    const percent = (value: number) => (100 * value).toFixed(1);
    const kinds = `S ${count('substitutions')} D ${count('deletions')} I ${count('insertions')}`;
    const interval = `${percent(low)} to ${percent(high)}, ${groups} groups`;
    return `${set}: ${percent(rate)} % (${interval}) ${kinds}, ${tail}`;
  });
}
