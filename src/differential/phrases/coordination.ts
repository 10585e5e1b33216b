import { PHRASE_END, type Word } from '../../patient-record/language/text/words.js';
import type { WordRange } from './text.js';

const JOINS = new Set(['and', 'or', 'but', 'plus', 'nor']);
const OF_PLACE = new Set(
  'in of at on over around across along from to into inside behind under below above between through throughout both'.split(
    ' ',
  ),
);
/** Words that end the scope of a name. */
const FUNCTION = new Set(
  'in of at on over from to for since with without after before when while that which who is are was were has have had by as and or but because during down up upon it he she they his her the this'.split(
    ' ',
  ),
);

/** Subjects of a new statement, and words that may precede them without beginning one. */
const SUBJECTS = new Set(['he', 'she', 'they', 'we', 'i']);
const SUBORDINATE = new Set(
  'when whenever while whilst if as after before that because since until than once where unless what how'.split(
    ' ',
  ),
);
/**
 * Cause and effect may be stated with the subject repeated: `stung by a wasp and now he has
 * swelling`.
 */
const SUBORDINATE_FAR = 3;

/**
 * Whether a new statement begins between the words of a match: `improved his diet; he was told that
 * his lipids are elevated` does not state relief by elevation.
 *
 * @param places in the order of the text
 */
export function crossesStatement(words: readonly Word[], places: readonly WordRange[]): boolean {
  for (let n = 1; n < places.length; n += 1) {
    const from = places[n - 1]?.to ?? 0;
    const to = places[n]?.from ?? 0;
    for (let at = from; at < to; at += 1) {
      if (!SUBJECTS.has(words[at]?.folded ?? '')) continue;
      if (!SUBORDINATE.has(words[at - 1]?.folded ?? '') || to - at > SUBORDINATE_FAR) return true;
    }
  }
  return false;
}

/**
 * Whether the words of a match are in two items of a list: `leg pain and chest rash` does not name
 * chest pain, while `pain in the chest and arms`, `neck and back pain` and `chest tightness and
 * pain` mean what they seem to.
 *
 * @param places in the order of the text
 */
export function crossesList(words: readonly Word[], places: readonly WordRange[]): boolean {
  for (let n = 1; n < places.length; n += 1) {
    const before = places[n - 1];
    const after = places[n];
    if (before === undefined || after === undefined) continue;
    for (let at = before.to; at < after.from; at += 1) {
      if (!JOINS.has(words[at]?.folded ?? '')) continue;
      if (!joinsThem(words, before, after, at)) return true;
    }
  }
  return false;
}

function joinsThem(
  words: readonly Word[],
  before: WordRange,
  after: WordRange,
  and: number,
): boolean {
  for (let at = before.to; at < and; at += 1) {
    if (OF_PLACE.has(words[at]?.folded ?? '')) return true;
  }
  const ends = (at: number) => {
    const word = words[at];
    return word === undefined || (word.gap & PHRASE_END) !== 0 || FUNCTION.has(word.folded);
  };
  if (after.from === and + 1) return ends(after.to);
  return before.to === and && after.from === and + 2 && ends(after.to);
}
