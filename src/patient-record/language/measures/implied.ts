import type { Meaning } from '../dictionary/meaning.js';
import type { Span } from '../span.js';
import { GAP, type Word } from '../text/words.js';
import { type Amount, amountAt, endsBefore } from './amounts.js';
import { fitting } from './fitting.js';
import {
  COMA_SCALE,
  HEART_RATE,
  HEIGHT,
  PRESSURE,
  RESPIRATORY_RATE,
  SATURATION,
  TEMPERATURE,
  WEIGHT,
} from './signs.js';
import type { Units } from './units.js';

/** Words that say which sign a number after them is of: `tachycardic at 128`. */
const IMPLIES: ReadonlyMap<string, Meaning> = new Map(
  (
    [
      [HEART_RATE, 'tachycardic tachycardia bradycardic bradycardia'],
      [RESPIRATORY_RATE, 'tachypneic tachypnea bradypneic bradypnea'],
      [TEMPERATURE, 'febrile afebrile fever pyrexia pyrexial apyrexial hypothermic hypothermia'],
      [PRESSURE, 'hypotensive hypotension hypertensive normotensive'],
      [
        SATURATION,
        'hypoxic hypoxia hypoxemic hypoxemia desaturated desaturating desaturation desat desatted desatting',
      ],
    ] as const
  ).flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning] as const)),
);
const LEADS = new Set(
  'at to of as high low up down about around a with the temp temperature rate'.split(' '),
);
const MAX_LEADS = 4;

interface Context {
  readonly units: Units;
  /** Words whose number another name has. */
  readonly taken: Uint8Array;
}

/** The number after a word that implies a sign. */
function amountAfter(
  text: string,
  words: readonly Word[],
  at: number,
  units: Units,
): Amount | undefined {
  for (let next = at + 1; next <= at + 1 + MAX_LEADS; next += 1) {
    const word = words[next];
    if (word === undefined || endsBefore(word)) return undefined;
    const bracket = (word.gap & GAP.open) !== 0 && next === at + 1;
    if (word.number)
      return next > at + 1 || bracket ? amountAt(text, words, next, units) : undefined;
    if (!LEADS.has(word.folded) || (word.gap & (GAP.comma | GAP.colon)) !== 0) return undefined;
  }
  return undefined;
}

function spanOf(meaning: Meaning, amount: Amount): Span | undefined {
  const value = fitting(meaning, amount);
  if (value === undefined) return undefined;
  const { name, coding } = meaning;
  const { at: from, to, end } = amount;
  const normalized = { name, coding, ...value };
  return { type: 'measurement', from, to, end, confidence: 0.85, normalized };
}

/** `98 % on room air`, `91 % RA`: a saturation without its name. */
function bareSaturation(words: readonly Word[], amount: Amount): Span | undefined {
  if (amount.unit !== '%' || typeof amount.value !== 'number' || amount.value < 50) {
    return undefined;
  }
  const after = words
    .slice(amount.to, amount.to + 4)
    .map(({ folded }) => folded)
    .join(' ');
  const breathing = /^(?:on |while |breathing )*(?:room air|ra|air|ambient air)\b/.test(after);
  const onOxygen = /^on \d+ ?(?:l|liter|lpm)\b/.test(after);
  return breathing || onOxygen ? spanOf(SATURATION, amount) : undefined;
}

const PERSON =
  /^(?:man|woman|male|female|patient|boy|girl|child|infant|baby|newborn|neonate|gentleman|lady)$/;

/** `165 cm tall`, `a 70 kg man`. */
function sizeAt(words: readonly Word[], amount: Amount): Span | undefined {
  const next = words[amount.to];
  if (endsBefore(next)) return undefined;
  if (next?.folded === 'tall') return spanOf(HEIGHT, amount);
  return PERSON.test(next?.folded ?? '') ? spanOf(WEIGHT, amount) : undefined;
}

/** `bp 128/74`, `hr 78`, `o2 97`: in small letters, where the number is one of the sign. */
const SMALL: ReadonlyMap<string, Meaning> = new Map([
  ['hr', HEART_RATE],
  ['rr', RESPIRATORY_RATE],
  ['bp', PRESSURE],
  ['o2', SATURATION],
]);

function smallAt(text: string, words: readonly Word[], at: number, units: Units): Span | undefined {
  const meaning = SMALL.get(words[at]?.folded ?? '');
  const next = words[at + 1];
  if (meaning === undefined || endsBefore(next) || ((next?.gap ?? 0) & GAP.comma) !== 0)
    return undefined;
  const amount = next?.number ? amountAt(text, words, at + 1, units) : undefined;
  if (amount === undefined || (meaning === PRESSURE) !== (typeof amount.value === 'string'))
    return undefined;
  const low = meaning === SATURATION && typeof amount.value === 'number' && amount.value < 60;
  const span = low ? undefined : spanOf(meaning, amount);
  return span && { ...span, from: at };
}

const GLUED: ReadonlyMap<string, Meaning> = new Map([
  ['hr', HEART_RATE],
  ['rr', RESPIRATORY_RATE],
  ['bp', PRESSURE],
  ['t', TEMPERATURE],
  ['temp', TEMPERATURE],
  ['sat', SATURATION],
  ['sats', SATURATION],
  ['gcs', COMA_SCALE],
]);
const LETTERS_AND_NUMBER =
  /^(\p{L}{1,4})(\d{1,3}(?:[.,]\d)?(?: ?\/ ?\d{2,3})?)( ?%| ?°? ?[CF]\b)?/u;
const GLUED_UNITS: Readonly<Record<string, string>> = { '%': '%', C: 'Cel', F: '[degF]' };

/** `HR88`, `BP130/85`, `T38.1`: a sign and its number as one word. */
function gluedAt(text: string, words: readonly Word[], at: number): Span | undefined {
  const word = words[at];
  if (word === undefined || !/\d$/.test(word.written) || word.written.length > 8) return undefined;
  const around = text.slice(word.start, word.end + 12);
  const [whole = '', letters = '', written = '', sign = ''] = LETTERS_AND_NUMBER.exec(around) ?? [];
  const meaning = GLUED.get(letters.toLowerCase());
  const end = word.start + whole.length;
  if (meaning === undefined || end < word.end) return undefined;
  let to = at + 1;
  while ((words[to]?.start ?? end) < end) to += 1;
  const value = written.includes('/') ? written : Number(written.replace(',', '.'));
  // `T12` is a vertebra.
  if (letters.length === 1 && !(typeof value === 'number' && value >= 30 && value <= 43))
    return undefined;
  const unit = GLUED_UNITS[sign.replace(/[ °]/g, '')];
  return spanOf(meaning, { at, to, end, value, ...(unit !== undefined && { unit }) });
}

const COMPONENTS = /^e([1-4])(?:v([1-5])(?:m([1-6]))?)?$/;

/** `E4V5M6`, `E3 V4 M5`: the sum of a coma scale, of three parts alone. */
function comaScale(words: readonly Word[], at: number): Span | undefined {
  // `GCS 14 (E4 V4 M6)`: already read.
  if (((words[at]?.gap ?? 0) & GAP.open) !== 0) return undefined;
  const [, eyes, voice, motor] = COMPONENTS.exec(words[at]?.folded ?? '') ?? [];
  if (eyes === undefined) return undefined;
  const parts = [eyes, voice, motor];
  let to = at + 1;
  for (const [n, letter] of (['e', 'v', 'm'] as const).entries()) {
    if (parts[n] !== undefined) continue;
    const word = words[to]?.folded ?? '';
    if (!new RegExp(`^${letter}[1-6]$`).test(word) || endsBefore(words[to])) return undefined;
    parts[n] = word.slice(1);
    to += 1;
  }
  const value = parts.reduce((sum, part) => sum + Number(part), 0);
  const { name, coding } = COMA_SCALE;
  const normalized = { name, coding, value, unit: '{score}' };
  return { type: 'measurement', from: at, to, confidence: 0.9, normalized };
}

/** Whether a word ends in a digit. */
function hasDigit(written: string): boolean {
  const last = written.charCodeAt(written.length - 1);
  return last >= 48 && last <= 57;
}

/** Finds values without the name of their measurement. */
export function findImplied(
  text: string,
  words: readonly Word[],
  { units, taken }: Context,
): readonly Span[] {
  const spans: Span[] = [];
  const isFree = ({ from, to }: Span) => !taken.subarray(from, to).includes(1);
  for (const [at, { folded, number, written }] of words.entries()) {
    const meaning = number ? undefined : IMPLIES.get(folded);
    const amount = meaning && amountAfter(text, words, at, units);
    const implied = meaning && amount && spanOf(meaning, amount);
    const span =
      implied ?? (number || hasDigit(written) || folded.length === 2 ? bareAt(at) : undefined);
    if (span === undefined || !isFree(span)) continue;
    taken.fill(1, span.from, span.to);
    spans.push(span);
  }
  return spans;

  function bareAt(at: number): Span | undefined {
    if (!words[at]?.number) {
      return comaScale(words, at) ?? smallAt(text, words, at, units) ?? gluedAt(text, words, at);
    }
    const amount = taken[at] === 1 ? undefined : amountAt(text, words, at, units);
    if (amount?.unit === undefined) return undefined;
    return bareSaturation(words, amount) ?? sizeAt(words, amount);
  }
}
