import type { LanguageTables } from '../tables/schema.js';
import { foldWord } from '../text/fold.js';
import { formsOf } from '../text/shorthand-forms.js';
import type { Form, Word } from '../text/words.js';

type MeaningRow = LanguageTables['meanings'][number];

/** One of several meanings of an abbreviation, and how sure. */
export interface ChosenMeaning {
  readonly type: MeaningRow['type'];
  readonly name: string;
  readonly confidence: number;
  /** The words of the name, as they are read instead. */
  readonly forms: readonly Form[];
}

/** A meaning, and the words that speak for it. */
interface NearRow extends Omit<ChosenMeaning, 'confidence'> {
  readonly near: ReadonlySet<string>;
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
  const rows = new Map<string, NearRow[]>();
  for (const row of tables.meanings) {
    const { type, name } = row;
    const entry = { type, name, near: new Set(row.near.map(foldWord)), forms: formsOf(name) };
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
    if (known === undefined) return undefined;
    let best: NearRow | undefined;
    let most = -1;
    for (const row of known) {
      const count = support(words, at, row.near, specialty);
      if (count > most) [best, most] = [row, count];
    }
    if (best === undefined) return undefined;
    const { type, name, forms } = best;
    return { type, name, forms, confidence: most > 0 ? SUPPORTED : ALONE };
  };
}
