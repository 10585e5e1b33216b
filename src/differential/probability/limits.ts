import type { Person } from '../../patient-record/person-in-words.js';

/** Sex and age range that something applies to; both ends of the ages, in years, are included. */
export interface Limits {
  readonly sex?: 'F' | 'M' | undefined;
  readonly from_age?: number | undefined;
  readonly to_age?: number | undefined;
}

const OLDEST = 200;

/**
 * Whether a patient is within limits; `unknown` where sex or age decide it and are missing. An age of 0 may be
 * that of any infant, as a request states it in whole years: which one is unknown.
 */
export function isWithin(
  { sex, from_age, to_age }: Limits,
  person: Person,
  unknown: boolean,
): boolean {
  if (sex !== undefined && person.sex !== sex && !(unknown && person.sex === undefined)) {
    return false;
  }
  if (from_age === undefined && to_age === undefined) return true;
  const { age } = person;
  if (age === 0 && unknown) return (from_age ?? 0) < 1;
  return age === undefined ? unknown : age >= (from_age ?? 0) && age <= (to_age ?? OLDEST);
}
