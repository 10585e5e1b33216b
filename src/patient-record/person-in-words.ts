import { type Chart, latest } from './chart/fact.js';

/** Age and sex of a patient, as far as they are known. */
export interface Person {
  /** Years, with a fraction for small children. */
  readonly age?: number;
  readonly sex?: 'F' | 'M';
}

const NUMBERS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen'.split(
    ' ',
  );
const AGE = new RegExp(
  String.raw`\b(\d{1,3}(?:\.\d+)?|${NUMBERS.join('|')})[\s-]*(?:(years?|yrs?|y)[\s-]*(?:old|\/?o\b|of age)|(months?|mo)[\s-]*(?:old|of age)|(weeks?|wk)[\s-]*(?:old|of age)|(days?)[\s-]*(?:old|of age))`,
  'i',
);
const NEWBORN = /\b(?:newborn|neonate|just born)\b/i;
/** Years; of the first week. */
const NEWBORN_AGE = 0.01;
const FEMALE = /\b(?:woman|female|girl|lady|housewife|daughter|mrs|ms|gravida|pregnant)\b/i;
const MALE = /\b(?:man|male|boy|gentleman|mr)\b/i;
const SHE = /\b(?:she|her|herself)\b/gi;
const HE = /\b(?:he|his|him|himself)\b/gi;

/** Age in years from a description in words, with a fraction for small children. */
export function ageIn(text: string): number | undefined {
  const [, number, years, months, weeks] = AGE.exec(text) ?? [];
  if (number === undefined) return NEWBORN.test(text) ? NEWBORN_AGE : undefined;
  const named = NUMBERS.indexOf(number.toLowerCase());
  const value = named < 0 ? Number(number) : named + 1;
  if (years !== undefined) return value <= 130 ? value : undefined;
  if (months !== undefined) return value / 12;
  return value / (weeks !== undefined ? 52.18 : 365.25);
}

/** The sex that a description mentions, if it mentions only one. */
export function sexIn(text: string): 'F' | 'M' | undefined {
  const [first = ''] = text.split(/[.\n]/, 1);
  const female = FEMALE.test(first);
  if (female !== MALE.test(first)) return female ? 'F' : 'M';
  const she = text.match(SHE)?.length ?? 0;
  const he = text.match(HE)?.length ?? 0;
  if (she > 2 * he) return 'F';
  return he > 2 * she ? 'M' : undefined;
}

/** Returns age and sex from the chart and, where the chart lacks them, from the text. */
export function personOf(chart: Chart, text: string): Person {
  const given = latest(chart, 'age')?.value;
  const stated = ageIn(text);
  // Whole years cannot distinguish a newborn from a toddler; the text can.
  const fine = stated !== undefined && (given === undefined || Math.floor(stated) === given);
  const age = fine ? stated : typeof given === 'number' ? given : undefined;
  const charted = latest(chart, 'sex')?.value;
  const sex = charted === 'F' || charted === 'M' ? charted : sexIn(text);
  return { ...(age !== undefined && { age }), ...(sex !== undefined && { sex }) };
}
