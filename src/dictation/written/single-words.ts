import { ABBREVIATIONS, abbreviationOf } from './abbreviations.js';
import { one, type Rule, type RuleReading, type WordRun, wordAt } from './draft.js';
import { isNumberWord } from './number-words.js';
import { LONGEST_PHRASE, PHRASES } from './phrases.js';
import { capital, properName } from './proper-names.js';
import { longestAt } from './read-unit.js';
import { spelled } from './spelling.js';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const DOSED_BEFORE = set(
  'milligrams milligram micrograms microgram grams gram mg mcg units tablet capsule po',
);

const LETTER = /^[a-z]$/;
const LETTERED_BEFORE = set(
  'hepatitis influenza vitamin group type strep grade class protein plan',
);
const TITLES: ReadonlyMap<string, string> = new Map([
  ['mister', 'Mr.'],
  ['missus', 'Mrs.'],
  ['mrs', 'Mrs.'],
  ['dr', 'Dr.'],
  ['doctor', 'Dr.'],
  ['professor', 'Professor'],
]);
const DOCTOR_BEFORE = set(
  'dear by with see saw seen from to of and per is was sincerely referred refer attending consultant under for',
);
const NOT_NAMES = set(
  'i if about or we you he she they it my your his her this not so be but because as and the will was is has had who at in on of for to came says said saw then a',
);
const I_FORMS = /^i('(m|ve|d|ll))?$/;

/** Capitals that depend on the words around. */
const WHERE: Readonly<Record<string, (before: string, after: string) => boolean>> = {
  or: (before) => before === 'the',
  er: (before, after) =>
    /^(the|our|an|via|local)$/.test(before) || /^(positive|negative|status)$/.test(after),
  meld: (before, after) => isNumberWord(after) || /^(of|was|score)$/.test(after) || before === 'na',
  peep: (_, after) => isNumberWord(after) || /^(of|was|at|to)$/.test(after),
  ace: (_, after) => /^(level|inhibition)$/.test(after),
  map: (before, after) => isNumberWord(after) || before === 'a',
  os: (before) => !/^(cervical|external|internal|the)$/.test(before),
  pod: (_, after) => isNumberWord(after),
  aids: (before, after) => before === 'hiv' || after === 'defining',
  us: (_, after) => /^(guided|abdomen|pelvis)$/.test(after),
};

/** "l f t s" LFTs, at the end of the letters alone. */
function pluralOf(part: string, letters: string): string | undefined {
  const stem = part.length > 3 && part === letters && part.endsWith('s') ? part.slice(0, -1) : '';
  const abbreviation = ABBREVIATIONS.get(stem);
  return abbreviation && `${abbreviation}s`;
}

/** Whether some of the first letters are an abbreviation of their own. */
const startsKnown = (letters: string): boolean =>
  [2, 3, 4, 5].some(
    (length) => length < letters.length && ABBREVIATIONS.has(letters.slice(0, length)),
  );

/** Letters said one by one that a table knows together: "c o p d" COPD, "b i d" BID. */
export const readSpelt: Rule = ({ words }, i) => {
  if (!LETTER.test(wordAt(words, i))) return undefined;
  let letters = '';
  for (let n = i; n < i + 7 && LETTER.test(wordAt(words, n)); n += 1) letters += wordAt(words, n);
  for (let length = letters.length; length >= 2; length -= 1) {
    const part = letters.slice(0, length);
    // Letters that no table knows are one word only where they begin with none that is known.
    const text =
      ABBREVIATIONS.get(part) ??
      pluralOf(part, letters) ??
      (startsKnown(letters) ? undefined : abbreviationOf(part));
    const vowelled = /^(a|i)/.test(letters) && length === 2 && !/^(iv|im|af|ap|av)$/.test(letters);
    if (text && !vowelled) return one(i, i + length, text, 'word', { fixed: true });
  }
  return undefined;
};

export const readPhrase: Rule = ({ words, british }, i) => {
  const found = longestAt(words, i, PHRASES, LONGEST_PHRASE);
  if (!found) return undefined;
  const lower = /^[a-z]{2,}[ -]/.test(found.entry) || found.entry === found.entry.toLowerCase();
  const text =
    found.entry === found.entry.toLowerCase() ? spelled(found.entry, british) : found.entry;
  return one(i, found.next, text, 'word', lower ? {} : { fixed: true });
};

/** "mister smith" Mr. Smith; British titles have no point. */
export const readTitle: Rule = ({ words, british }, i) => {
  const word = wordAt(words, i);
  const title = TITLES.get(word);
  const name = wordAt(words, i + 1);
  if (!title || name === '' || NOT_NAMES.has(name) || isNumberWord(name)) return undefined;
  if (word === 'doctor' && !DOCTOR_BEFORE.has(wordAt(words, i - 1))) return undefined;
  const text = british ? title.replace('.', '') : title;
  return {
    next: i + 2,
    drafts: [
      { from: i, to: i + 1, text, kind: 'word', fixed: true },
      { from: i + 1, to: i + 2, text: capital(name), kind: 'word', fixed: true },
    ],
  };
};

const CAP_STARTS = set('period stop comma colon line paragraph cap');

/** "all caps stat" STAT, "capital b" B, "cap the" at the beginning of a sentence The. */
export const readCapitals: Rule = ({ words, dictation }, i) => {
  const word = wordAt(words, i);
  if (!dictation) return undefined;
  if (word === 'all' && wordAt(words, i + 1) === 'caps' && wordAt(words, i + 2) !== '') {
    return one(i, i + 3, wordAt(words, i + 2).toUpperCase(), 'word', { fixed: true });
  }
  const next = wordAt(words, i + 1);
  if (!/^(cap|capital)$/.test(word) || !/^[a-z]/.test(next)) return undefined;
  const starts = i === 0 || CAP_STARTS.has(wordAt(words, i - 1));
  if (!starts && !(word === 'capital' && LETTER.test(next))) return undefined;
  return one(i, i + 2, capital(next), 'word', { fixed: true });
};

function letterAlone({ words }: WordRun, i: number): string | undefined {
  const word = wordAt(words, i);
  if (!LETTER.test(word) || word === 'x') return undefined;
  if (word !== 'a' && word !== 'i') return word.toUpperCase();
  if (word === 'i') return 'I';
  return LETTERED_BEFORE.has(wordAt(words, i - 1)) && wordAt(words, i + 1) === '' ? 'A' : undefined;
}

/** A word by itself: abbreviation, name, brand, or in the spelling of the locale. */
export function readWord(line: WordRun, i: number): RuleReading {
  const word = wordAt(line.words, i);
  const where = Object.hasOwn(WHERE, word) ? WHERE[word] : undefined;
  if (where) {
    const upper = where(wordAt(line.words, i - 1), wordAt(line.words, i + 1));
    return one(i, i + 1, upper ? word.toUpperCase() : word, 'word', upper ? { fixed: true } : {});
  }
  // "od" is read as the right eye: after a dose it is written out (ISMP).
  if (word === 'od' && DOSED_BEFORE.has(wordAt(line.words, i - 1)))
    return one(i, i + 1, 'once daily', 'word');
  if (I_FORMS.test(word)) return one(i, i + 1, capital(word), 'word', { fixed: true });
  const fixed = letterAlone(line, i) ?? abbreviationOf(word) ?? properName(word);
  if (fixed) return one(i, i + 1, fixed, 'word', { fixed: true });
  if (line.brands.has(word)) return one(i, i + 1, capital(word), 'word', { fixed: true });
  return one(i, i + 1, spelled(word, line.british), 'word');
}
