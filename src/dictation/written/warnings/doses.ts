import { TEEN_WORDS, TENS_WORDS } from '../number-words.js';
import type { DoseRange, Doubt, WrittenWord } from '../spoken.js';
import { MEDICINE_FLOOR } from '../trust.js';
import { CONFUSED_NAMES } from './confused-names.js';
import { findDoses, inUnit, type StatedDose } from './stated-doses.js';

/** Factor above or below the usual doses from which there is a warning. */
const FAR = 4;
/** Tolerance of the usual doses, as a fraction. */
const SLACK = 1.25;

const text = (value: number): string => String(Number(value.toPrecision(6)));
const quoted = ({ drug, amount, unit }: StatedDose): string => `"${drug} ${amount.text} ${unit}"`;
const usual = ({ unit, usual: [low, high] }: DoseRange): string =>
  low === high ? `${text(low)} ${unit}` : `${text(low)} to ${text(high)} ${unit}`;

const fits = (value: number, { usual: [low, high] }: DoseRange): boolean =>
  value >= low / SLACK && value <= high * SLACK;

/** "fifteen" recognised for a spoken "fifty", and the other way round. */
function soundsLike({ amount, low }: StatedDose): number | undefined {
  const number = amount.spoken
    .filter((word) => TEEN_WORDS.has(word) || TENS_WORDS.has(word))
    .at(-1);
  if (number === undefined || amount.text.includes('-')) return undefined;
  const teen = TEEN_WORDS.get(number);
  if (teen !== undefined && teen >= 13) return low - teen + (teen - 10) * 10;
  const tens = TENS_WORDS.get(number);
  const alone = tens !== undefined && amount.spoken.at(-1) === number;
  return alone && tens >= 30 ? low - tens + tens / 10 + 10 : undefined;
}

function ofNumber(dose: StatedDose): string | undefined {
  const { range, unit } = dose;
  const low = inUnit(dose.low, unit, range.unit);
  const high = inUnit(dose.high, unit, range.unit);
  if (low === undefined || high === undefined) return undefined;
  if (fits(low, range) || fits(high, range)) return undefined;
  const other = soundsLike(dose);
  const heard = other === undefined ? undefined : inUnit(other, unit, range.unit);
  if (other !== undefined && heard !== undefined && fits(heard, range)) {
    return `${quoted(dose)} is not a usual dose (${usual(range)}); "${text(other)}" sounds alike.`;
  }
  const [min, max] = range.usual;
  const factor = low > max ? low / max : min / high;
  if (factor < FAR) return undefined;
  const side = low > max ? 'above' : 'below';
  const times = factor >= 10 ? ' ten times or more' : ' far';
  return `${quoted(dose)} is${times} ${side} the usual dose (${usual(range)}): check number and unit.`;
}

/** Another drug's name that sounds like this one and whose usual doses the stated one fits. */
function ofName(
  dose: StatedDose,
  lookup: (drug: string) => DoseRange | undefined,
): string | undefined {
  const own = inUnit(dose.low, dose.unit, dose.range.unit);
  if (own !== undefined && fits(own, dose.range)) return undefined;
  for (const other of CONFUSED_NAMES.get(dose.drug) ?? []) {
    const range = lookup(other);
    const value = range && inUnit(dose.low, dose.unit, range.unit);
    if (range && value !== undefined && fits(value, range)) {
      return `${quoted(dose)} is a usual dose of "${other}", which sounds alike, not of "${dose.drug}".`;
    }
  }
  return undefined;
}

const at = ({ start_offset, end_offset }: WrittenWord) => ({
  start: start_offset,
  end: end_offset,
});

/** Doses whose number or name may have been misrecognised. */
export function doseDoubts(
  words: readonly WrittenWord[],
  lookup: (drug: string) => DoseRange | undefined,
): readonly Doubt[] {
  return findDoses(words, lookup).flatMap((dose): readonly Doubt[] => {
    const name = ofName(dose, lookup);
    if (name !== undefined) return [{ ...at(dose.name), of: 'name', reason: name }];
    const number = ofNumber(dose);
    return number === undefined ? [] : [{ ...at(dose.amount), of: 'number', reason: number }];
  });
}

/** Names with a look-alike that were recognised with little confidence. */
export function nameDoubts(words: readonly WrittenWord[]): readonly Doubt[] {
  return words.flatMap((word): readonly Doubt[] => {
    const { text: name, confidence } = word;
    const others = confidence < MEDICINE_FLOOR ? CONFUSED_NAMES.get(name.toLowerCase()) : undefined;
    if (!others) return [];
    const listed = others.map((other) => `"${other}"`).join(', ');
    const reason = `"${name}" was recognised with little confidence and sounds like ${listed}.`;
    return [{ ...at(word), of: 'name', reason }];
  });
}
