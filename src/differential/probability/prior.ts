import type { Person } from '../../patient-record/person-in-words.js';
import type { DiseaseFacts } from '../knowledge/schema.js';

/** The care setting, which determines the base rates. */
export type Setting = 'emergency' | 'primary' | 'any';

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Factors by age of many diseases, stored contiguously. */
interface AgeFactors {
  /** Start index of each disease; one more at the end. */
  readonly starts: Int32Array;
  readonly years: Float64Array;
  readonly factors: Float64Array;
  /** By disease, the mean factor; 1 where there are none. */
  readonly means: Float64Array;
}

export function ageFactors(diseases: readonly Pick<DiseaseFacts, 'age'>[]): AgeFactors {
  const all = diseases.flatMap(({ age = [] }) => age);
  const starts = new Int32Array(diseases.length + 1);
  for (const [n, { age = [] }] of diseases.entries()) starts[n + 1] = (starts[n] ?? 0) + age.length;
  return {
    starts,
    years: Float64Array.from(all, ([years]) => years),
    factors: Float64Array.from(all, ([, factor]) => factor),
    means: Float64Array.from(diseases, ({ age = [] }) =>
      age.length === 0 ? 1 : mean(age.map(([, factor]) => factor)),
    ),
  };
}

/**
 * Returns the factor at an age: linear between the given ages, flat before the first and after the
 * last.
 */
export function factorAt(
  { starts, years, factors }: AgeFactors,
  disease: number,
  age: number,
): number {
  const first = starts[disease] ?? 0;
  const end = starts[disease + 1] ?? 0;
  if (first === end) return 1;
  let after = first;
  while (after < end && age >= (years[after] ?? 0)) after += 1;
  if (after === first || after === end) return factors[Math.max(first, after - 1)] ?? 1;
  const before = years[after - 1] ?? 0;
  const low = factors[after - 1] ?? 1;
  const part = (age - before) / ((years[after] ?? 0) - before);
  return low + part * ((factors[after] ?? 1) - low);
}

const MONTHS = Array.from({ length: 12 }, (_, month) => (month + 0.5) / 12);

/** The mean factor of the first year: an age in whole years is 0 for every infant. */
const infantFactor = (ages: AgeFactors, disease: number): number =>
  mean(MONTHS.map((age) => factorAt(ages, disease, age)));

/**
 * Returns new presentations per 100,000 people of an age and sex with a disease, by its number, in
 * a year; 0 where the disease is impossible. The data of all diseases are stored contiguously:
 * every patient needs all of them.
 */
export function createRates(
  diseases: readonly DiseaseFacts[],
): (disease: number, person: Person, setting: Setting) => number {
  const facts = (read: (disease: DiseaseFacts) => number) => Float64Array.from(diseases, read);
  const rates = facts(({ rate }) => rate);
  const ages = ageFactors(diseases);
  const ofInfants = Float64Array.from(diseases.keys(), (n) => infantFactor(ages, n));
  const factorOf = (n: number, age: number | undefined): number => {
    if (age === undefined) return ages.means[n] ?? 1;
    return age === 0 ? (ofInfants[n] ?? 1) : factorAt(ages, n, age);
  };
  const bySex = {
    F: facts(({ sex }) => sex?.F ?? 1),
    M: facts(({ sex }) => sex?.M ?? 1),
    unknown: facts(({ sex }) => (sex === undefined ? 1 : mean([sex.F, sex.M]))),
  };
  const bySetting = {
    emergency: facts(({ setting }) => setting?.emergency ?? 1),
    primary: facts(({ setting }) => setting?.primary ?? 1),
    any: facts(() => 1),
  };
  return (n, { age, sex }, setting) => {
    return (
      (rates[n] ?? 0) *
      factorOf(n, age) *
      (bySex[sex ?? 'unknown'][n] ?? 1) *
      (bySetting[setting][n] ?? 1)
    );
  };
}
