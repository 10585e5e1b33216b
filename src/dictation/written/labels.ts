import { readCardinal } from './cardinal.js';
import { type Draft, one, type Rule, wordAt } from './draft.js';
import { digitOf } from './number-words.js';
import { readUnit } from './read-unit.js';
import { TIME_WORDS } from './unit-table.js';

const LETTERED = /^[b-hj-z]$/;
const SPINE = /^[ctls]$/;
/** Highest number of a vertebra by its letter. */
const LEVELS: Readonly<Record<string, number>> = { c: 8, t: 12, l: 6, s: 5 };
const VITAMINS: ReadonlySet<string> = new Set(['vitamin', 'hepatitis', 'group', 'type', 'protein']);

interface Label {
  readonly next: number;
  readonly text: string;
  readonly letter: string;
  readonly value: number;
}

/** "c five" C5, "t twelve" T12, "b twelve" B12; not "vitamin c five hundred milligrams". */
function readLabel(words: readonly string[], i: number): Label | undefined {
  const letter = wordAt(words, i);
  if (!LETTERED.test(letter) || letter === 'q') return undefined;
  const hormone = digitOf(wordAt(words, i + 1)) ?? 0;
  // "t three eighty nine" is a T3 of 89.
  if (letter === 't' && (hormone === 3 || hormone === 4)) {
    return { next: i + 2, text: `T${hormone}`, letter, value: hormone };
  }
  // "vitamin d three fifty thousand" is D3 of 50,000.
  if (letter === 'd' && hormone === 3 && wordAt(words, i - 1) === 'vitamin') {
    const dose = readCardinal(words, i + 2);
    if (dose) return { next: i + 2, text: 'D3', letter, value: 3 };
  }
  if (letter === 'o' && hormone === 2 && !readUnit(words, i + 2)) {
    return { next: i + 2, text: 'O2', letter, value: 2 };
  }
  const read = readCardinal(words, i + 1);
  if (!read || read.value > 99 || readUnit(words, read.next)) return undefined;
  if (VITAMINS.has(wordAt(words, i - 1)) && !(letter === 'b' || letter === 'd' || letter === 'k')) {
    return undefined;
  }
  if (wordAt(words, read.next) === 'point' || /^(times|over)$/.test(wordAt(words, read.next))) {
    return undefined;
  }
  const written = letter === 'x' ? 'x' : letter.toUpperCase();
  return { next: read.next, text: `${written}${read.value}`, letter, value: read.value };
}

const isLevel = ({ letter, value }: Label): boolean =>
  SPINE.test(letter) && value >= 1 && value <= (LEVELS[letter] ?? 0);

/** Whether two levels of the spine are neighbours, T12 and L1 among them. */
function areNeighbours(upper: Label, lower: Label): boolean {
  if (upper.letter === lower.letter) return lower.value === upper.value + 1;
  const order = 'ctls';
  const next = order.indexOf(lower.letter) - order.indexOf(upper.letter) === 1;
  return next && lower.value === 1 && upper.value >= (LEVELS[upper.letter] ?? 0) - 1;
}

/** "l four five", "l five s one", "c five c six": a disc between two vertebrae. */
function readDisc(words: readonly string[], i: number, upper: Label): Label | undefined {
  const link = /^(dash|hyphen|slash|to)$/.test(wordAt(words, upper.next));
  const to = wordAt(words, upper.next) === 'to';
  const at = link ? upper.next + 1 : upper.next;
  const lower = readLabel(words, at);
  if (lower) {
    const heart = upper.letter === 's' && lower.letter === 's';
    if (!isLevel(lower) || heart || to || !(link || areNeighbours(upper, lower))) return undefined;
    return { ...lower, text: `${upper.text}-${lower.text}` };
  }
  const value = digitOf(wordAt(words, at));
  const follows = value === upper.value + 1 && upper.letter !== 's';
  if (!follows || readUnit(words, at + 1) || TIME_WORDS.has(wordAt(words, i - 1))) return undefined;
  return { ...upper, next: at + 1, text: `${upper.text}-${value}` };
}

/** Vertebrae, ECG leads, vitamins, lymph node levels: a letter with its number. */
export const readLettered: Rule = ({ words }, i) => {
  const label = readLabel(words, i);
  if (!label) return undefined;
  const disc = isLevel(label) ? readDisc(words, i, label) : undefined;
  if (disc) return one(i, disc.next, disc.text, 'word', { fixed: true });
  const to = /^(to|through|thru)$/.test(wordAt(words, label.next));
  const end = to ? readLabel(words, label.next + 1) : undefined;
  if (label.letter === 'v' && end?.letter === 'v' && end.value > label.value) {
    return one(i, end.next, `${label.text}-${end.text}`, 'word', { fixed: true });
  }
  return one(i, label.next, label.text, 'word', { fixed: true });
};

/** "cd four" CD4, "c d twenty" CD20. */
export const readCluster: Rule = ({ words }, i) => {
  const spelt = wordAt(words, i) === 'c' && wordAt(words, i + 1) === 'd';
  if (!spelt && wordAt(words, i) !== 'cd') return undefined;
  const read = readCardinal(words, spelt ? i + 2 : i + 1);
  if (!read || read.value < 1 || read.value > 300) return undefined;
  return one(i, read.next, `CD${read.value}`, 'word', { fixed: true });
};

/** "po two" among blood gases is PO2; otherwise two by mouth. */
export const readOxygen: Rule = ({ words }, i) => {
  const spelt = wordAt(words, i) === 'p' && wordAt(words, i + 1) === 'o';
  const at = spelt ? i + 2 : i + 1;
  if ((!spelt && wordAt(words, i) !== 'po') || wordAt(words, at) !== 'two') return undefined;
  let gases = false;
  for (let n = 1; n <= 10; n += 1)
    gases ||= /^(gas|gases|abg|vbg|pco|ph)$/.test(wordAt(words, i - n));
  return gases ? one(i, at + 1, 'PO2', 'word', { fixed: true }) : undefined;
};

/** The verbal part of a coma score in a patient with a tube: "e one v t m four". */
export const readVerbalTube: Rule = ({ words }, i) => {
  const tube = wordAt(words, i) === 'v' && wordAt(words, i + 1) === 't';
  return tube && wordAt(words, i + 2) === 'm' && wordAt(words, i - 2) === 'e'
    ? one(i, i + 2, 'VT', 'word', { fixed: true })
    : undefined;
};

const TNM = /^[tnm]$/;
const PREFIX = /^[pcyr]$/;

interface LabelPart {
  readonly next: number;
  readonly text: string;
}

/** "t two a", "n zero", "m x", "t i s". */
function readTnmPart(words: readonly string[], i: number): LabelPart | undefined {
  const letter = wordAt(words, i);
  if (!TNM.test(letter)) return undefined;
  const word = wordAt(words, i + 1);
  if (letter === 't' && word === 'is') return { next: i + 2, text: 'Tis' };
  if (word === 'x') return { next: i + 2, text: `${letter.toUpperCase()}X` };
  const value = digitOf(word);
  if (value === undefined || value > 4) return undefined;
  const sub = /^[a-d]$/.test(wordAt(words, i + 2)) ? wordAt(words, i + 2) : '';
  return { next: sub ? i + 3 : i + 2, text: `${letter.toUpperCase()}${value}${sub}` };
}

/** "t two n one m zero" T2N1M0, "p t three n two" pT3N2: two parts at least. */
export const readTnm: Rule = ({ words }, i) => {
  const prefix = PREFIX.test(wordAt(words, i)) && wordAt(words, i + 1) === 't';
  let text = prefix ? wordAt(words, i) : '';
  let next = prefix ? i + 1 : i;
  if (wordAt(words, next) !== 't') return undefined;
  let parts = 0;
  let letters = '';
  for (let part = readTnmPart(words, next); part; part = readTnmPart(words, next)) {
    if (letters.includes(part.text.charAt(0))) break;
    letters += part.text.charAt(0);
    text += part.text;
    next = part.next;
    parts += 1;
  }
  return parts >= 2 ? one(i, next, text, 'word', { fixed: true }) : undefined;
};

const GESTATION: Readonly<Record<string, string>> = { g: 'G', p: 'P', t: 'T', a: 'A', l: 'L' };

/** "g two p one" G2P1, "g three p two zero one two" G3P2012. */
export const readGravida: Rule = ({ words }, i) => {
  if (wordAt(words, i) !== 'g') return undefined;
  let next = i;
  let text = '';
  for (let n = 0; n < 5; n += 1) {
    const letter = GESTATION[wordAt(words, next)];
    const read = letter ? digitOf(wordAt(words, next + 1)) : undefined;
    if (!letter || read === undefined) break;
    text += `${letter}${read}`;
    next += 2;
    while (letter === 'P' && digitOf(wordAt(words, next)) !== undefined) {
      text += digitOf(wordAt(words, next));
      next += 1;
    }
  }
  return /^G\dP/.test(text) ? one(i, next, text, 'word', { fixed: true }) : undefined;
};

/** "gleason three plus four equals seven" Gleason 3+4=7: the sum after the name. */
export const readGleason: Rule = ({ words }, i) => {
  const before = [1, 2, 3].some((n) => wordAt(words, i - n) === 'gleason');
  const first = digitOf(wordAt(words, i));
  const second = digitOf(wordAt(words, i + 2));
  if (!before || first === undefined || second === undefined) return undefined;
  if (wordAt(words, i + 1) !== 'plus') return undefined;
  const equals = /^(equals|is)$/.test(wordAt(words, i + 3));
  const sum = equals ? readCardinal(words, i + 4) : undefined;
  const draft: Draft = {
    from: i,
    to: sum?.next ?? i + 3,
    text: `${first}+${second}${sum ? `=${sum.value}` : ''}`,
    kind: 'number',
  };
  return { next: draft.to, drafts: [draft] };
};
