import type { FhirResource } from './chart/schema.js';

type Json = unknown;

const isObject = (value: Json): value is FhirResource =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objects = (value: Json): FhirResource[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const textOf = (value: Json): string => (typeof value === 'string' ? value.trim() : '');
const joined = (parts: readonly string[], by: string): string =>
  parts.filter((part) => part !== '').join(by);

/** The words of a CodeableConcept. */
type WordsOf = (concept: Json) => string;

/** UCUM units of time, as R4 binds them to `Timing.repeat.periodUnit`. */
const PERIODS: ReadonlyMap<Json, string> = new Map([
  ['s', 'second'],
  ['min', 'minute'],
  ['h', 'hour'],
  ['d', 'day'],
  ['wk', 'week'],
  ['mo', 'month'],
  ['a', 'year'],
]);

function frequencyOf(timing: Json, wordsOf: WordsOf): string {
  if (!isObject(timing)) return '';
  const named = wordsOf(timing.code);
  const { frequency, period, periodUnit } = isObject(timing.repeat) ? timing.repeat : {};
  const unit = PERIODS.get(periodUnit);
  if (named !== '' || typeof period !== 'number' || unit === undefined) return named;
  const times = typeof frequency === 'number' ? frequency : 1;
  if (period === 1) return `${times} times a ${unit}`;
  return times === 1 ? `every ${period} ${unit}s` : `${times} times every ${period} ${unit}s`;
}

function doseOf({ doseAndRate }: FhirResource): string {
  const [first] = objects(doseAndRate);
  const quantity = first?.doseQuantity;
  if (!isObject(quantity) || typeof quantity.value !== 'number') return '';
  return joined([String(quantity.value), textOf(quantity.unit) || textOf(quantity.code)], ' ');
}

function wordsOfDosage(dosage: FhirResource, wordsOf: WordsOf): string {
  if (textOf(dosage.text) !== '') return textOf(dosage.text);
  const { asNeededBoolean, asNeededCodeableConcept, route, timing } = dosage;
  const isAsNeeded = asNeededBoolean === true || asNeededCodeableConcept !== undefined;
  const words = [doseOf(dosage), wordsOf(route), frequencyOf(timing, wordsOf)];
  return joined([...words, isAsNeeded ? 'as needed' : ''], ' ');
}

/**
 * How a MedicationStatement or MedicationRequest says that its medicine is taken, in words: its own
 * text, or dose, route and frequency; '' where it says nothing.
 */
export function dosageInWords(
  { dosage, dosageInstruction }: FhirResource,
  wordsOf: WordsOf,
): string {
  const all = [...objects(dosage), ...objects(dosageInstruction)];
  return joined(
    all.map((one) => wordsOfDosage(one, wordsOf)),
    '; ',
  );
}
