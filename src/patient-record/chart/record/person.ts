import type { FhirResource } from '../schema.js';
import type { Reading } from './reading.js';

const YEAR_MS = 365.2425 * 86_400_000;
const SEXES: ReadonlyMap<unknown, 'M' | 'F'> = new Map([
  ['male', 'M'],
  ['female', 'F'],
]);

/** Completed years between a day of birth and a moment, both ms since 1970. */
function ageAt(birth: number, now: number): number {
  const years = (now - birth) / YEAR_MS;
  return years < 2 ? Math.round(years * 1_000) / 1_000 : Math.floor(years + 1e-6);
}

/**
 * Reads age and sex of a FHIR R4 Patient; for the deceased no age, which would depend on the date
 * of death.
 */
export function readPerson(
  { birthDate, gender, deceasedDateTime, deceasedBoolean }: FhirResource,
  path: string,
  now: number,
  reading: Reading,
): void {
  const sex = SEXES.get(gender);
  if (sex !== undefined) {
    reading.facts.push(['sex', { value: sex, given: { value: sex }, from: `${path}.gender` }]);
  }
  const birth = typeof birthDate === 'string' ? Date.parse(birthDate) : Number.NaN;
  const from = `${path}.birthDate`;
  if (Number.isNaN(birth)) return;
  if (deceasedDateTime !== undefined || deceasedBoolean === true) {
    reading.notAssessed.push({
      what: from,
      reason: 'the patient has died: the age now means nothing',
    });
    return;
  }
  const value = ageAt(birth, now);
  if (value < 0 || value > 130) {
    reading.issues.push({ field: from, issue: 'gives no age from 0 to 130' });
    return;
  }
  reading.facts.push(['age', { value, given: { value, unit: 'a' }, from }]);
}
