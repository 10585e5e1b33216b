import { readCardinal } from './cardinal.js';
import { one, type Rule, type WordRun, wordAt } from './draft.js';
import { isNumberWord } from './number-words.js';

const ROMAN = [
  '',
  'I',
  'II',
  'III',
  'IV',
  'V',
  'VI',
  'VII',
  'VIII',
  'IX',
  'X',
  'XI',
  'XII',
  'XIII',
];

/** What a Roman number customarily follows (AMA: stages of cancer, cranial nerves, factors). */
const HIGHEST: Readonly<Record<string, number>> = {
  stage: 4,
  stages: 4,
  nerve: 12,
  nerves: 12,
  lead: 3,
  leads: 3,
  factor: 13,
  mobitz: 2,
  billroth: 2,
  nyha: 4,
  killip: 4,
  mallampati: 4,
  asa: 6,
  axis: 5,
  harris: 5,
  schatzker: 6,
  garden: 4,
  gustilo: 3,
  anderson: 3,
  clark: 5,
  fort: 3,
  cn: 12,
  bosniak: 4,
  rutherford: 6,
};

/** Diseases whose stages are written in Arabic numbers: kidney, pressure ulcers, hypertension. */
const ARABIC_STAGE: ReadonlySet<string> = new Set(
  (
    'ckd kidney renal ulcer ulcers pressure decubitus hypertension wound wounds sacral injury akd ' +
    'aki sleep labor labour retinopathy rop hoehn parkinson fibrosis injuries heel coccyx coccygeal'
  ).split(' '),
);

const WINDOW = 4;

function isArabic({ words }: WordRun, i: number, next: number): boolean {
  for (let n = 1; n <= WINDOW; n += 1) {
    if (ARABIC_STAGE.has(wordAt(words, i - n)) || ARABIC_STAGE.has(wordAt(words, next + n - 1))) {
      return true;
    }
  }
  return false;
}

const CLASSED: ReadonlySet<string> = new Set([
  'nyha',
  'killip',
  'mallampati',
  'asa',
  'angle',
  'association',
  'society',
]);

/** The name that decides on a Roman number before place `i`, past "class", "type", "grade". */
function romanName({ words }: WordRun, i: number): string | undefined {
  const near = wordAt(words, i - 1);
  if (HIGHEST[near] !== undefined) return near;
  if (near === 'class' || near === 'classification' || near === 'score') {
    for (let n = 2; n <= 4; n += 1) if (CLASSED.has(wordAt(words, i - n))) return 'nyha';
    return undefined;
  }
  const typed = /^(type|level)$/.test(near) && HIGHEST[wordAt(words, i - 2)] !== undefined;
  return typed ? wordAt(words, i - 2) : undefined;
}

/** "stage three b" stage IIIB, "factor five" factor V, "class two" after NYHA. */
export const readRoman: Rule = (line, i) => {
  const { words } = line;
  const read = readCardinal(words, i);
  const name = romanName(line, i) ?? afterRoman(line, i);
  if (!read || !name || read.value < 1 || read.value > (HIGHEST[name] ?? 0)) return undefined;
  if (/^(point|percent)$/.test(wordAt(words, read.next))) return undefined;
  const stage = name === 'stage' || name === 'stages';
  const letter = wordAt(words, read.next);
  const lettered = stage || name === 'gustilo' || name === 'anderson' || name === 'bosniak';
  const sub =
    lettered &&
    (name === 'bosniak' ? /^f$/ : /^[abc]$/).test(letter) &&
    wordAt(words, read.next + 1) !== letter;
  const to = sub ? read.next + 1 : read.next;
  if (stage && isArabic(line, i - 1, to)) {
    return one(i, to, `${read.value}${sub ? letter : ''}`);
  }
  const text = `${ROMAN[read.value]}${sub ? letter.toUpperCase() : ''}`;
  return one(i, to, text, 'number', { fixed: true });
};

/** The second of two: "cranial nerves two through twelve", "nerves three four and six". */
function afterRoman(line: WordRun, i: number): string | undefined {
  const { words } = line;
  const joined = /^(to|or|through|and)$/.test(wordAt(words, i - 1));
  let at = i - 1;
  for (let n = 0; n < 8 && at >= 0; n += 1) {
    const word = wordAt(words, at);
    if (/^(nerves|stages|leads|cn)$/.test(word)) return word;
    if (word === 'stage') return joined ? word : undefined;
    const passes = isNumberWord(word) || /^(and|to|through|thru|or|comma)$/.test(word);
    if (!passes) return undefined;
    at -= 1;
  }
  return undefined;
}

/** "leads two three and avf" aVF; otherwise AVF is a fistula. */
export const readAugmented: Rule = ({ words }, i) => {
  const spelt = wordAt(words, i) === 'a' && wordAt(words, i + 1) === 'v';
  const letter = spelt ? wordAt(words, i + 2) : /^av([fr])$/.exec(wordAt(words, i))?.[1];
  if (!letter || !/^[fr]$/.test(letter)) return undefined;
  let leads = false;
  for (let n = 1; n <= 7; n += 1) leads ||= /^leads?$/.test(wordAt(words, i - n));
  const to = spelt ? i + 3 : i + 1;
  return leads ? one(i, to, `aV${letter.toUpperCase()}`, 'word', { fixed: true }) : undefined;
};

const PLAIN: ReadonlySet<string> = new Set([
  'grade',
  'type',
  'class',
  'category',
  'phase',
  'level',
  'lachman',
  'genotype',
]);

/** "type two b", "grade three a", "class one c": a number with its letter. */
export const readSubtype: Rule = ({ words }, i) => {
  const read = readCardinal(words, i);
  // A coma score of an intubated patient: 3T.
  const tube = /^(gcs|of)$/.test(wordAt(words, i - 1)) && wordAt(words, read?.next ?? i) === 't';
  if (read && tube && read.value <= 11) return one(i, read.next + 1, `${read.value}T`);
  if (!PLAIN.has(wordAt(words, i - 1))) return undefined;
  if (!read || read.value > 12 || !/^[a-d]$/.test(wordAt(words, read.next))) return undefined;
  const article = wordAt(words, read.next) === 'a';
  if (article && !/^(|comma|period|colon|of|with|and)$/.test(wordAt(words, read.next + 1))) {
    return undefined;
  }
  return one(i, read.next + 1, `${read.value}${wordAt(words, read.next)}`);
};
