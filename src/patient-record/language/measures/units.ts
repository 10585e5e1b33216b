import { createPhraseTree, type PhraseTree } from '../dictionary/phrase-tree.js';
import type { LanguageTables } from '../tables/schema.js';
import { goesOn, type Word } from '../text/words.js';

/** Units after numbers. */
export interface Units {
  /** The unit that begins at a word, as UCUM, and where it ends. */
  after(text: string, words: readonly Word[], number: number): UnitMatch | undefined;
}

export interface UnitMatch {
  readonly ucum: string;
  /** First word after it. */
  readonly to: number;
  /** Offset in the text where it ends. */
  readonly end: number;
}

/** Distance up to which a unit belongs to the number before it. */
const NEAR = 3;

export function createUnits(tables: Pick<LanguageTables, 'units'>): Units {
  const tree: PhraseTree<string> = createPhraseTree();
  for (const { kind, words } of tables.units) for (const word of words) tree.add(word, kind);
  return {
    after(text, words, number) {
      const value = words[number];
      if (value === undefined) return undefined;
      const sign = /^\s?%/.exec(text.slice(value.end, value.end + 2));
      if (sign !== null) return { ucum: '%', to: number + 1, end: value.end + sign[0].length };
      const next = words[number + 1];
      if (next === undefined || !goesOn(next) || next.start - value.end > NEAR) return undefined;
      const hit = tree.longestAt(words, number + 1);
      // `Na 138 K 4.1`: the letter names the quantity of the next number.
      const letter = hit !== undefined && hit.to === number + 2 && next.written.length === 1;
      const after = words[number + 2];
      if (letter && after?.number && / $/.test(text.slice(value.end, next.start))) {
        if (/^[ :=]{0,2}$/.test(text.slice(next.end, after.start))) return undefined;
      }
      // `98 in clinic`: no inches.
      const further = hit?.to === number + 2 && next.folded === 'in' ? after : undefined;
      if (goesOn(further) && !/^(?:tall|long|high|by|x)$/.test(further?.folded ?? ''))
        return undefined;
      const ucum = hit?.values[0];
      const last = hit && words[hit.to - 1];
      if (hit === undefined || ucum === undefined || last === undefined) return undefined;
      return { ucum, to: hit.to, end: last.end };
    },
  };
}
