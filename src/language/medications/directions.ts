import { createPhraseTree } from '../dictionary/phrase-tree.js';
import type { LanguageTables } from '../tables/schema.js';
import { GAP, goesOn, SENTENCE_END, type Word } from '../text/words.js';

export interface Directions {
  readonly dose?: string;
  readonly route?: string;
  readonly frequency?: string;
}

const UNIT =
  /^(?:mg|mcg|ug|µg|μg|g|gm|gram|milligram|microgram|ml|cc|milliliter|millilitre|unit|iu|u|meq|mmol|tablet|tab|capsule|cap|puff|drop|spray|patch|suppository|ampule|vial|tsp|teaspoon|tablespoon|lozenge|application|liter|litre|l|pill|inhalation|kg|percent)$/;
const NUMBER_WORD =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|half|thousand|and|point)$/;
const MOST_WORDS = 14;

interface Said {
  readonly kind: string;
  readonly value: string;
}

/** Reads dose, route and frequency after the name of a medicine. */
export function createDirectionsReader(tables: LanguageTables) {
  const tree = createPhraseTree<Said>();
  for (const { kind, value, words } of tables.attributes) {
    if (kind === 'route' || kind === 'frequency')
      for (const word of words) tree.add(word, { kind, value });
  }

  /** Where a dose ends that begins at a word. */
  function doseAt(text: string, words: readonly Word[], at: number): number | undefined {
    const first = words[at];
    if (
      first === undefined ||
      !(first.number || (NUMBER_WORD.test(first.folded) && first.folded !== 'and'))
    )
      return undefined;
    let to = at + 1;
    while (
      to < at + 6 &&
      (words[to]?.number ||
        NUMBER_WORD.test(words[to]?.folded ?? '') ||
        /^(?:to|or)$/.test(words[to]?.folded ?? ''))
    ) {
      if (((words[to]?.gap ?? 0) & (SENTENCE_END | GAP.comma)) !== 0) return undefined;
      to += 1;
    }
    if (/^\s?%/.test(text.slice(words[to - 1]?.end ?? 0, (words[to - 1]?.end ?? 0) + 2))) return to;
    if (!goesOn(words[to]) || !UNIT.test(words[to]?.folded ?? '')) return undefined;
    to += 1;
    const per = words[to];
    const rated =
      per !== undefined &&
      (per.gap & GAP.slash) !== 0 &&
      per.start - (words[to - 1]?.end ?? 0) <= 2;
    return rated ? to + 1 : to;
  }

  return (text: string, words: readonly Word[], from: number, most: number): Directions => {
    let dose: string | undefined;
    let route: string | undefined;
    let frequency: string | undefined;
    const end = Math.min(most, from + MOST_WORDS);
    for (let at = from; at < end; ) {
      const word = words[at];
      if (word === undefined || (word.gap & (GAP.line | GAP.blank | GAP.question)) !== 0) break;
      if ((word.gap & (GAP.end | GAP.semicolon)) !== 0) break;
      const to = dose === undefined ? doseAt(text, words, at) : undefined;
      if (to !== undefined) {
        const sign = text.charAt(words[to - 1]?.end ?? 0) === '%' ? 1 : 0;
        dose = text.slice(word.start, (words[to - 1]?.end ?? word.end) + sign);
        at = to;
        continue;
      }
      const hit = tree.longestAt(words, at);
      for (const { kind, value } of hit?.values ?? []) {
        if (kind === 'route') route ??= value;
        else frequency ??= value;
      }
      at = hit?.to ?? at + 1;
    }
    return {
      ...(dose !== undefined && { dose }),
      ...(route !== undefined && { route }),
      ...(frequency !== undefined && { frequency }),
    };
  };
}
