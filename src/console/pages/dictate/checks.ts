import type { TranscribeCreateAnswer } from '../../api/types.js';
import { type Range, rangeAt, type Word } from './transcript.js';

/** A medicine, dose or value that was recognised with too little certainty. */
export interface Check {
  readonly key: string;
  readonly text: string;
  readonly type: string;
  readonly reason: string;
  readonly confidence: number;
  readonly wordIds: readonly number[];
  readonly at: number | undefined;
}

/** What a person said about it. */
export type Decision = 'confirmed' | 'struck_out' | 'corrected';

/** `corrected`: other words stand there now. */
export type CheckState = 'pending' | 'confirmed' | 'struck_out' | 'corrected';

/** The entries of `unverified`, tied to the words of the draft. */
export function checksOf(
  unverified: TranscribeCreateAnswer['unverified'],
  draft: readonly Word[],
): Check[] {
  return unverified.map(({ text, type, reason, confidence, start, end }, index) => {
    const range = rangeAt(draft, start, end) ?? { from: 0, to: 0 };
    const words = draft.slice(range.from, range.to);
    const wordIds = words.map(({ id }) => id);
    return { key: `${index}`, text, type, reason, confidence, wordIds, at: words[0]?.heard?.start };
  });
}

/** Where the words of an entry stand now; undefined when none is left. */
export function rangeOfWords(
  words: readonly Word[],
  wordIds: readonly number[],
): Range | undefined {
  const ids = new Set(wordIds);
  const from = words.findIndex(({ id }) => ids.has(id));
  if (from === -1) return undefined;
  const to = words.findLastIndex(({ id }) => ids.has(id)) + 1;
  return { from, to };
}

/** The range together with all entries that it touches: what is uncertain is corrected as a whole. */
export function widened(range: Range, checks: readonly Check[], words: readonly Word[]): Range {
  let { from, to } = range;
  for (const { wordIds } of checks) {
    const own = rangeOfWords(words, wordIds);
    if (own === undefined || own.from >= range.to || own.to <= range.from) continue;
    from = Math.min(from, own.from);
    to = Math.max(to, own.to);
  }
  return { from, to };
}

/** Whether a person has written an entry anew: the range held all of it, and some of it is gone. */
export function isRewritten(
  { wordIds }: Check,
  range: Range,
  before: readonly Word[],
  after: readonly Word[],
): boolean {
  const own = rangeOfWords(before, wordIds);
  if (own === undefined || own.from < range.from || own.to > range.to) return false;
  const left = new Set(after.map(({ id }) => id));
  return before.slice(own.from, own.to).some(({ id }) => !left.has(id));
}

/**
 * A confirmation or correction holds for the words that it was made about. What was struck out and
 * is back, or was only changed in part, is pending.
 */
export function stateOf(
  { wordIds }: Check,
  present: ReadonlySet<number>,
  decision: Decision | undefined,
): CheckState {
  const isLeft = wordIds.some((id) => present.has(id));
  if (isLeft) return decision === undefined || decision === 'struck_out' ? 'pending' : decision;
  return decision === 'struck_out' ? 'struck_out' : 'corrected';
}
