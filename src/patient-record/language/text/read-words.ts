import { createMeaningChooser } from '../dictionary/choose-meaning.js';
import { isShouted } from '../dictionary/find-names.js';
import type { Meaning } from '../dictionary/meaning.js';
import type { PhraseTree } from '../dictionary/phrase-tree.js';
import type { LanguageTables } from '../tables/schema.js';
import { expandShorthand, type ReadAmbiguous } from './shorthand.js';
import { readAs, spread } from './shorthand-forms.js';
import type { Vocabulary } from './vocabulary.js';
import { type Form, GAP, goesOn, type Word, wordsOf } from './words.js';

/**
 * The words of a text as every reader sees them, with shorthand read in full.
 *
 * @param specialty folded words of the field: they help to decide between meanings
 */
export type ReadWords = (text: string, specialty?: ReadonlySet<string>) => readonly Word[];

const NO_SPECIALTY: ReadonlySet<string> = new Set();

/** Short forms that are no names in the tables; others that are none are too often something else. */
const UNNAMED = new Set(['FB', 'OD', 'BM']);

const SUPPORTED = 0.85;
/** Most words of a complaint. */
const COMPLAINT = 8;
const LONGEST = 4;
const isCapital = (code: number) => code >= 65 && code <= 90;

/** Capitals that a text in capitals has as ordinary words: `AS`, `HAS` … */
const ORDINARY = new Set(['AS', 'AD', 'ED', 'HA', 'MR', 'MS', 'PT', 'OT', 'RAD']);

const GLUCOSE_UNIT = /^(?:mmol|mg|on|at|and|with)$/;

/** A number that a meter at the bedside shows, with nothing else counted by it. */
const isReading = (number: Word | undefined, after: Word | undefined): boolean =>
  number?.number === true &&
  goesOn(number) &&
  (number.written.includes('.') || number.written.length > 1) &&
  (!goesOn(after) || GLUCOSE_UNIT.test(after?.folded ?? ''));

/** `cerebral palsy (CP)`: the text itself defines the abbreviation in the brackets. */
function definedIn(words: readonly Word[], of: (short: string) => readonly (readonly string[])[]) {
  const defined = new Map<string, readonly string[] | undefined>();
  for (const [at, { gap, written }] of words.entries()) {
    if ((gap & GAP.open) === 0) continue;
    const names = of(written);
    if (names.length === 0 || defined.has(written)) continue;
    const name = names.find((folded) =>
      folded.every((word, n) => words[at - folded.length + n]?.folded === word),
    );
    defined.set(written, name);
  }
  return defined;
}

/** Whether a word is one of the letters that mean several things. */
export function createAmbiguityTest(tables: LanguageTables): (form: Form) => boolean {
  const letters = new Set(tables.meanings.map(({ short }) => short));
  return ({ written }) => letters.has(written);
}

/** Reads texts into words; shorthand with several meanings is read by its context. */
export function createWordReader(
  tables: LanguageTables,
  names: PhraseTree<Meaning>,
  vocabulary: Vocabulary,
): ReadWords {
  const choose = createMeaningChooser(tables);
  const meanings = new Map<string, (readonly string[])[]>();
  for (const { short, name } of tables.meanings) {
    const folded = wordsOf(name).map((word) => word.folded);
    meanings.set(short, [...(meanings.get(short) ?? []), folded]);
  }

  /** Part of a longer name, as `CP angle` or `MS Contin`: no short form of its own. */
  const inName = (words: readonly Word[], at: number): boolean =>
    (names.longestAt(words, at)?.to ?? 0) > at + 1 ||
    (names.longestAt(words, at - 1)?.to ?? 0) > at;

  return (text, specialty = NO_SPECIALTY) => {
    const written = wordsOf(text, vocabulary.formOf);
    let shouted: boolean | undefined;
    let defined: ReadonlyMap<string, readonly string[] | undefined> | undefined;
    const readAmbiguous: ReadAmbiguous = (words, at) => {
      const short = words[at]?.written ?? '';
      if (short.length > LONGEST || !isCapital(short.charCodeAt(0))) return undefined;
      if (!meanings.has(short)) return undefined;
      shouted ??= isShouted(words);
      if (shouted && ORDINARY.has(short)) return undefined;
      // `BM 3.1`, and not `BM 2 days ago`.
      if (short === 'BM' && isReading(words[at + 1], words[at + 2])) {
        return readAs(words, at, 'blood glucose', SUPPORTED);
      }
      if (short === 'CA' || !(UNNAMED.has(short) || names.at(words, at).length > 0))
        return undefined;
      if (inName(words, at)) return undefined;
      defined ??= definedIn(words, (one) => meanings.get(one) ?? []);
      const own = defined.get(short);
      if (own !== undefined) return readAs(words, at, own.join(' '), 1);
      if (defined.has(short)) return undefined;
      const choice = choose(words, at, specialty);
      if (choice === undefined || choice.type === 'none') return undefined;
      // In a long text `OD` alone is an optical density as often.
      if (UNNAMED.has(short) && choice.confidence < SUPPORTED && words.length > COMPLAINT)
        return undefined;
      return spread(words, at, at + 1, choice.forms, choice.confidence);
    };
    const read = expandShorthand(text, written, readAmbiguous);
    return read === written ? written : read.map(vocabulary.classified);
  };
}
