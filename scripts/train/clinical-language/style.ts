import type { StyleWeights } from '../../../src/patient-record/language/tagger/style.js';

const MIN = 12;
const MIN_ODDS = 0.5;

function countSentences(sentences: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const words of sentences) {
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/**
 * Log odds of words between sentences of abstracts and of notes and talks, as in naive Bayes with one
 * added to each count; words that are rare or say little are left out.
 */
export function learnStyle(
  abstracts: readonly (readonly string[])[],
  others: readonly (readonly string[])[],
): StyleWeights {
  const [a, b] = [countSentences(abstracts), countSentences(others)];
  const weights = new Map<string, number>();
  for (const word of [...new Set([...a.keys(), ...b.keys()])].sort()) {
    const [inA, inB] = [a.get(word) ?? 0, b.get(word) ?? 0];
    if (inA + inB < MIN) continue;
    const odds = Math.log((inA + 1) / (abstracts.length + 2)) - Math.log((inB + 1) / (others.length + 2));
    if (Math.abs(odds) >= MIN_ODDS) weights.set(word, Number(odds.toFixed(1)));
  }
  return weights;
}
