import { foldName } from '../patient-record/chart/variable.js';
import type { Score } from './score.js';

export interface ScoreFinder {
  /** By id or any other name, without case and punctuation: `CHA₂DS₂-VASc` is `cha2ds2_vasc`. */
  find(name: string): Score | undefined;
  /** Similar ids, the most likely first. */
  similar(name: string): string[];
}

const MAX_SUGGESTIONS = 3;

/** Pairs of adjacent letters, for a similarity that tolerates misspellings. */
function pairsOf(text: string): Set<string> {
  return new Set(
    Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)),
  );
}

/** Dice's coefficient of the letter pairs of two names, 0..1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared += 1;
  return (2 * shared) / Math.max(1, a.size + b.size);
}

/** Normalised names: without underscores, so that `qsofa` and `q-SOFA` are equal. */
const folded = (name: string) => foldName(name).replaceAll('_', '');

export function createScoreFinder(scores: readonly Score[]): ScoreFinder {
  const named = new Map<string, Score>();
  for (const score of scores) named.set(folded(score.id), score);
  // An id takes precedence over another score's alternative name.
  for (const score of scores) {
    for (const name of [score.name, ...(score.aliases ?? [])]) {
      if (!named.has(folded(name))) named.set(folded(name), score);
    }
  }
  const ids = scores.map(({ id }) => ({ id, pairs: pairsOf(folded(id)) }));
  return {
    find: (name) => named.get(folded(name)),
    similar(name) {
      const own = pairsOf(folded(name.slice(0, 80)));
      return ids
        .map(({ id, pairs }) => ({ id, like: likeness(pairs, own) }))
        .filter(({ like }) => like > 0.3)
        .sort((a, b) => b.like - a.like)
        .slice(0, MAX_SUGGESTIONS)
        .map(({ id }) => id);
    },
  };
}
