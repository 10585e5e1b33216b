import type { Doubt, WrittenWord } from '../spoken.js';

interface Reading {
  readonly name: string;
  readonly words: RegExp;
  /** Possible values of a patient, in the unit; undefined for other units. */
  readonly possible: (unit: string, value: number) => readonly [number, number] | undefined;
}

const always = (low: number, high: number) => (): readonly [number, number] => [low, high];

/** Limits of possible values, not of normal ones. */
const READINGS: readonly Reading[] = [
  {
    name: 'temperature',
    words: /^(temperature|temp|temps)$/i,
    possible: (unit, value) => {
      if (unit === '°F') return [77, 113];
      if (unit === '°C') return [25, 45];
      return value > 60 ? [77, 113] : [25, 45];
    },
  },
  { name: 'saturation', words: /^(saturations?|sats?|SpO2|SaO2)$/i, possible: always(30, 100) },
  { name: 'pulse', words: /^(pulse|HR)$/i, possible: always(10, 350) },
  { name: 'respirations', words: /^(respirations?|resps?)$/i, possible: always(2, 100) },
  { name: 'pH', words: /^pH$/, possible: always(4, 9) },
  { name: 'GCS', words: /^GCS$/i, possible: always(3, 15) },
  {
    name: 'potassium',
    words: /^potassium$/i,
    possible: (u, v) => (notDose(u) && v < 100 ? [1, 12] : undefined),
  },
  {
    name: 'sodium',
    words: /^sodium$/i,
    possible: (u, v) => (notDose(u) && v > 20 ? [90, 200] : undefined),
  },
  { name: 'INR', words: /^INR$/i, possible: always(0.5, 20) },
];

const notDose = (unit: string): boolean => /^(mmol\/L|mEq\/L|)$/.test(unit);
const FILLERS =
  /^(of|is|was|at|on|room|air|around|about|approximately|to|oxygen|rate|level|score)$/;
const NUMBER = /^-?\d[\d,]*(\.\d+)?%?$/;
const REACH = 4;

function valueAfter(words: readonly WrittenWord[], i: number): WrittenWord | undefined {
  for (let n = i + 1; n <= i + REACH; n += 1) {
    const word = words[n];
    if (!word) return undefined;
    if (word.kind === 'number') return NUMBER.test(word.text) ? word : undefined;
    if (!FILLERS.test(word.text)) return undefined;
  }
  return undefined;
}

const doubt = ({ start_offset, end_offset }: WrittenWord, reason: string): readonly Doubt[] => [
  { start: start_offset, end: end_offset, of: 'number', reason },
];

function ofReading(words: readonly WrittenWord[], i: number): readonly Doubt[] {
  const word = words[i];
  const reading = READINGS.find(({ words }) => words.test(word?.text ?? ''));
  const value = reading && valueAfter(words, i);
  if (!reading || !value) return [];
  const number = Number(value.text.replace(/[,%]/g, ''));
  const unit = words[words.indexOf(value, i) + 1];
  const limits = reading.possible(
    unit?.kind === 'word' && unit.spoken.length > 0 && /[/°]|^m|^g|^units/.test(unit.text)
      ? unit.text
      : '',
    number,
  );
  if (!limits || (number >= limits[0] && number <= limits[1])) return [];
  const quoted = words.slice(i, words.indexOf(value, i) + 1).map((one) => one.text);
  const range = `${limits[0]} to ${limits[1]}`;
  return doubt(value, `"${quoted.join(' ')}" is outside the possible range (${range}).`);
}

const PRESSURE = /^(pressures?|BPs?)$/;

function ofPressure(words: readonly WrittenWord[], i: number): readonly Doubt[] {
  const word = words[i];
  const sides = /^(\d+)\/(\d+)$/.exec(word?.text ?? '');
  if (!word || !sides) return [];
  const named = words.slice(Math.max(0, i - 5), i).some(({ text }) => PRESSURE.test(text));
  const [systolic, diastolic] = [Number(sides[1]), Number(sides[2])];
  if (!named) return [];
  if (systolic <= diastolic) {
    return doubt(word, `The systolic pressure of "${word.text}" is not above the diastolic one.`);
  }
  return systolic > 300 || systolic < 40 || diastolic > 200
    ? doubt(word, `The blood pressure "${word.text}" is outside the possible range.`)
    : [];
}

function ofAge(word: WrittenWord | undefined): readonly Doubt[] {
  const years = Number(/^(\d+)-year-olds?$/.exec(word?.text ?? '')?.[1] ?? 0);
  if (!word || years <= 120) return [];
  return doubt(word, `The age "${word.text}" is above the highest known age.`);
}

function ofScale(word: WrittenWord | undefined, before: WrittenWord | undefined): readonly Doubt[] {
  if (before?.text !== 'pain' || word?.kind !== 'number' || !(Number(word.text) > 10)) return [];
  return doubt(word, `A pain of "${word.text}" is above the scale of 0 to 10.`);
}

/** Readings that cannot be right: a number may have been misrecognised. */
export const readingDoubts = (words: readonly WrittenWord[]): readonly Doubt[] =>
  words.flatMap((word, i) => [
    ...ofReading(words, i),
    ...ofPressure(words, i),
    ...ofAge(word),
    ...ofScale(word, words[i - 1]),
  ]);
