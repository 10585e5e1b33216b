import { foldDrugName } from '../ingredients/ingredients.js';
import type { NameIndex } from './name-at.js';
import type { DirectionsTable } from './schema.js';
import type { Vocabulary } from './vocabulary.js';

/** Decides which words of a line are remarks: indications, instructions, persons, places. */
export interface Remarks {
  /**
   * Returns the words that may name a drug; none where all are remarks. A short name of a drug is a
   * remark only as an indication: the PE of `apixaban for PE`.
   *
   * @param words folded, one space between
   * @param isReason whether the words follow `for`
   */
  unread(words: string, isReason: boolean): readonly string[];
}

/** Shorter words are letters of schemes, initials and list numbering. */
const SHORTEST = 2;
const NUMERIC = /^\d+(?:st|nd|rd|th|h|hr|hrs|d|wk|x)?$/;
const MAX_PHRASE = 5;

/**
 * @param indications names of conditions, for which drugs are taken
 */
export function createRemarks(
  table: DirectionsTable,
  vocabulary: Vocabulary,
  names: NameIndex,
  ordinary: ReadonlySet<string>,
  indications: readonly string[],
): Remarks {
  const written = (table.remarks ?? []).flatMap((row) => row.words);
  const known = new Set(
    [...written, ...indications].flatMap((words) => foldDrugName(words).split(' ')),
  );
  const isDirection = (word: string): boolean =>
    vocabulary.sayings.starts(word) ||
    vocabulary.units.starts(word) ||
    vocabulary.manners.starts(word) ||
    vocabulary.numbers.starts(word);

  function isRemark(word: string, isIndication: boolean): boolean {
    const kind = names.kindOf(word);
    if (ordinary.has(word) && kind !== 'group') return true;
    if (kind !== undefined) return isIndication && known.has(word);
    return word.length < SHORTEST || NUMERIC.test(word) || known.has(word) || isDirection(word);
  }

  /** The number of words of a name of several words: `pen g`, `sleeping tablet`. */
  function phraseAt(words: readonly string[], at: number): number {
    for (let length = Math.min(MAX_PHRASE, words.length - at); length > 1; length -= 1) {
      if (names.kindOf(words.slice(at, at + length).join(' ')) !== undefined) return length;
    }
    return 0;
  }

  return {
    unread(text, isReason) {
      const words = text.split(' ');
      const unread: string[] = [];
      for (let at = 0; at < words.length; ) {
        const length = phraseAt(words, at);
        const word = words[at] ?? '';
        if (length > 0) unread.push(...words.slice(at, at + length));
        else if (!isRemark(word, isReason && at === 0)) unread.push(word);
        at += Math.max(1, length);
      }
      return unread;
    },
  };
}
