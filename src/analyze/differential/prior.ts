import type { DiseaseFacts } from '../knowledge/schema.js';

/** Whom the differential is about, as far as that is known. */
export interface Person {
  /** Years, with a fraction for the small. */
  readonly age?: number;
  readonly sex?: 'F' | 'M';
}

/** Where patients are seen: it decides what is frequent. */
export type Setting = 'emergency' | 'primary' | 'any';

/** The factor at an age: linear between the given ages, flat before the first and after the last. */
export function factorAt(ages: readonly (readonly [number, number])[], age: number): number {
  let before = ages[0];
  if (before === undefined || age <= before[0]) return before?.[1] ?? 1;
  for (const point of ages) {
    if (age < point[0]) {
      const part = (age - before[0]) / (point[0] - before[0]);
      return before[1] + part * (point[1] - before[1]);
    }
    before = point;
  }
  return before[1];
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/**
 * How many of 100,000 people of that age and sex come with a disease in a year.
 *
 * @returns 0 where the disease cannot be
 */
export function rateFor(
  { rate, age: ages = [], sex, setting: by }: DiseaseFacts,
  person: Person,
  setting: Setting,
): number {
  const ofAge =
    ages.length === 0
      ? 1
      : person.age === undefined
        ? mean(ages.map(([, factor]) => factor))
        : factorAt(ages, person.age);
  const ofSex =
    sex === undefined ? 1 : person.sex === undefined ? mean([sex.F, sex.M]) : sex[person.sex];
  const ofSetting = setting === 'any' ? 1 : (by?.[setting] ?? 1);
  return rate * ofAge * ofSex * ofSetting;
}
