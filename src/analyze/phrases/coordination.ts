import { PHRASE_END, type Word } from '../../language/text/words.js';

interface Place {
  readonly from: number;
  readonly to: number;
}

const JOINS = new Set(['and', 'or', 'but', 'plus', 'nor']);
const OF_PLACE = new Set(
  'in of at on over around across along from to into inside behind under below above between through throughout both'.split(
    ' ',
  ),
);
/** Words after which a thing that was named is not named further. */
const FUNCTION = new Set(
  'in of at on over from to for since with without after before when while that which who is are was were has have had by as and or but because during down up upon it he she they his her the this'.split(
    ' ',
  ),
);

/**
 * Whether words that belong together lie in two items of a list: `leg pain and chest rash` names no
 * chest pain, while `pain in the chest and arms`, `neck and back pain` and `chest tightness and pain`
 * name what they seem to.
 *
 * @param places in the order of the text
 */
export function crossesList(words: readonly Word[], places: readonly Place[]): boolean {
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

function joinsThem(words: readonly Word[], before: Place, after: Place, and: number): boolean {
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
