import type { NameMatch } from '../dictionary/find-names.js';
import type { Meaning } from '../dictionary/meaning.js';
import { GAP, type Word } from '../text/words.js';
import { endsBefore } from './amounts.js';

/** A test or sign that can have a value. */
export interface MeasureMatch {
  readonly from: number;
  readonly to: number;
  readonly meaning: Meaning;
}

/** `C4-5` is a place in the spine, `non-HDL` no HDL. */
function isPart(words: readonly Word[], { from, to }: NameMatch): boolean {
  const level = /^[CTL]\d$/.test(words[to - 1]?.written ?? '');
  const before = words[from - 1]?.folded === 'non' && ((words[from]?.gap ?? 0) & GAP.hyphen) !== 0;
  return before || (level && ((words[to]?.gap ?? 0) & GAP.hyphen) !== 0);
}

/** The names of tests and signs, in the order of the text. */
export function measureMatches(
  words: readonly Word[],
  names: readonly NameMatch[],
): readonly MeasureMatch[] {
  return names.flatMap((name) => {
    const meaning = name.meanings.find(({ measured }) => measured !== undefined);
    if (meaning === undefined || isPart(words, name)) return [];
    return [{ meaning, from: name.from, to: name.to }];
  });
}

/** Words between names of one list. */
const JOIN = new Set('and the her his their a an as well'.split(' '));

/** Whether two names belong to one list: `A and B`, `A, B`, `A/B`. */
function joins(words: readonly Word[], a: MeasureMatch, b: MeasureMatch): boolean {
  if (b.from - a.to > 3) return false;
  for (let at = a.to; at <= b.from; at += 1) {
    const word = words[at];
    if (word === undefined || endsBefore(word)) return false;
    if ((word.gap & (GAP.open | GAP.close | GAP.colon | GAP.dash)) !== 0) return false;
    if (at < b.from && !JOIN.has(word.folded)) return false;
  }
  const sign = ((words[b.from]?.gap ?? 0) & (GAP.comma | GAP.slash)) !== 0;
  const hasAnd = words.slice(a.to, b.from).some(({ folded }) => folded === 'and');
  return sign || hasAnd || ((words[a.to]?.gap ?? 0) & GAP.comma) !== 0;
}

/** Names of one list, to which the values after it belong in their order; a name alone is a list of one. */
export type NameGroup = readonly [MeasureMatch, ...MeasureMatch[]];

export function nameGroups(
  words: readonly Word[],
  matches: readonly MeasureMatch[],
): readonly NameGroup[] {
  const groups: [MeasureMatch, ...MeasureMatch[]][] = [];
  let before: MeasureMatch | undefined;
  for (const match of matches) {
    if (before !== undefined && joins(words, before, match)) groups.at(-1)?.push(match);
    else groups.push([match]);
    before = match;
  }
  return groups;
}
