import type { Person } from '../../patient-record/person-in-words.js';

/** Sex and age range that something applies to; both ends of the ages, in years, are included. */
export interface Limits {
  readonly sex?: 'F' | 'M' | undefined;
  readonly from_age?: number | undefined;
  readonly to_age?: number | undefined;
}

const OLDEST = 200;

/** Whether a patient is within limits; `unknown` where sex or age decide it and are missing. */
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
  return age === undefined ? unknown : age >= (from_age ?? 0) && age <= (to_age ?? OLDEST);
}
