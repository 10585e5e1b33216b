import type { LanguageTables } from '../tables/schema.js';
import { foldWord } from '../text/fold.js';
import type { Word } from '../text/words.js';

type MeaningRow = LanguageTables['meanings'][number];

/** One of several meanings of an abbreviation, and how sure. */
export interface ChosenMeaning {
  readonly type: MeaningRow['type'];
  readonly name: string;
  readonly confidence: number;
}

const WINDOW = 12;
const ALONE = 0.6;
const SUPPORTED = 0.85;

/** Words around an abbreviation, and the specialty, that speak for a meaning. */
function support(
  words: readonly Word[],
  at: number,
  near: ReadonlySet<string>,
  specialty: ReadonlySet<string>,
): number {
  let count = 0;
  for (const word of specialty) if (near.has(word)) count += 1;
  for (let i = Math.max(0, at - WINDOW); i < Math.min(words.length, at + WINDOW); i += 1) {
    if (i !== at && near.has(words[i]?.folded ?? '')) count += 1;
  }
  return count;
}

/** Chooses between the meanings of abbreviations such as MS by the words around them. */
export function createMeaningChooser(tables: LanguageTables) {
  const rows = new Map<string, { row: MeaningRow; near: ReadonlySet<string> }[]>();
  for (const row of tables.meanings) {
    const entry = { row, near: new Set(row.near.map(foldWord)) };
    const others = rows.get(row.short);
    if (others) others.push(entry);
    else rows.set(row.short, [entry]);
  }
  return (
    words: readonly Word[],
    at: number,
    specialty: ReadonlySet<string>,
  ): ChosenMeaning | undefined => {
    const known = rows.get(words[at]?.written ?? '');
    let best: MeaningRow | undefined;
    let most = -1;
    for (const { row, near } of known ?? []) {
      const count = support(words, at, near, specialty);
      if (count > most) [best, most] = [row, count];
    }
    return best && { type: best.type, name: best.name, confidence: most > 0 ? SUPPORTED : ALONE };
  };
}
