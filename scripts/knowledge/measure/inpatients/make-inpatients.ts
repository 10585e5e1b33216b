import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createRandom, type Random } from '../../../../src/core/random.js';
import type { MedicationsRequest } from '../../../../src/medications/schema.js';

const share = z.number().min(0).max(1);

const medicine = z.strictObject({
  /** Usual orders of one purpose, of which one is drawn by weight. */
  lines: z.array(z.strictObject({ text: z.string(), weight: z.number().positive() })).min(1),
  /** The share of patients with a condition who take it; of several conditions the largest. */
  when: z.record(z.string(), share),
  /** The share of all other patients. */
  base: share.optional(),
  /** Of the medicines of a group a patient gets one. */
  group: z.string().optional(),
  /** Not given with one of these conditions. */
  unless: z.array(z.string()).optional(),
  egfr_from: z.number().optional(),
  egfr_below: z.number().optional(),
  source: z.string(),
});

/** `prevalences.json`: what inpatients have and take, each figure with its source. */
const prevalences = z.strictObject({
  sources: z.record(
    z.string(),
    z.strictObject({ name: z.string(), url_or_doi: z.string().nullable() }),
  ),
  age: z.array(z.strictObject({ from: z.number(), to: z.number(), share })),
  female: share,
  egfr: z.strictObject({
    at_50: z.number(),
    fall_a_year: z.number(),
    sd: z.number(),
    of_acute_injury: share,
    source: z.string(),
  }),
  weight_kg: z.strictObject({
    F: z.tuple([z.number(), z.number()]),
    M: z.tuple([z.number(), z.number()]),
    source: z.string(),
  }),
  conditions: z.array(
    z.strictObject({
      id: z.string(),
      /** As it is sent; missing where it is a reason for medicines alone. */
      name: z.string().optional(),
      /** By the bands of age. */
      by_band: z.array(share),
      sex: z.enum(['F', 'M']).optional(),
      source: z.string(),
    }),
  ),
  medicines: z.array(medicine),
});
type Prevalences = z.infer<typeof prevalences>;
type Medicine = z.infer<typeof medicine>;

/** An inpatient, as the medication check is sent one. */
export interface Inpatient {
  readonly medications: readonly string[];
  readonly conditions: readonly string[];
  readonly patient: {
    readonly age: number;
    readonly gender: 'F' | 'M';
    readonly weight_kg: number;
    readonly egfr: number;
  };
}

/** Lists of general wards: below and above, patients are left out. */
const MIN_MEDICINES = 4;
const MAX_MEDICINES = 14;

export const readPrevalences = (): Prevalences =>
  prevalences.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, 'prevalences.json'), 'utf8')),
  );

function drawn<T extends { readonly weight: number }>(
  random: Random,
  of: readonly T[],
): T | undefined {
  let left = random() * of.reduce((sum, { weight }) => sum + weight, 0);
  return of.find(({ weight }) => {
    left -= weight;
    return left <= 0;
  });
}

/** A normally distributed number (Box and Muller). */
const normal = (random: Random, mean: number, sd: number): number =>
  mean + sd * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const within = (value: number, low: number, high: number): number =>
  Math.round(Math.min(high, Math.max(low, value)));

function egfrOf(random: Random, { egfr }: Prevalences, age: number): number {
  const usual = normal(random, egfr.at_50 - Math.max(0, age - 50) * egfr.fall_a_year, egfr.sd);
  return within(random() < egfr.of_acute_injury ? usual * 0.5 : usual, 8, 120);
}

function isGiven(one: Medicine, has: ReadonlySet<string>, egfr: number, random: Random): boolean {
  const shares = Object.entries(one.when).flatMap(([id, of]) => (has.has(id) ? [of] : []));
  const isTaken = random() < Math.max(one.base ?? 0, ...shares);
  if (!isTaken || one.unless?.some((id) => has.has(id))) return false;
  return egfr >= (one.egfr_from ?? 0) && egfr < (one.egfr_below ?? Number.POSITIVE_INFINITY);
}

function medicinesOf(table: Prevalences, has: ReadonlySet<string>, egfr: number, random: Random) {
  const groups = new Set<string>();
  return table.medicines.flatMap((one) => {
    // Numbers are drawn for every row, so that a change of one row leaves other patients alone.
    const isTaken = isGiven(one, has, egfr, random);
    const line = drawn(random, one.lines);
    if (!isTaken || line === undefined || (one.group && groups.has(one.group))) return [];
    if (one.group) groups.add(one.group);
    return [line.text];
  });
}

function drawPatient(table: Prevalences, random: Random): Inpatient {
  const bands = table.age.map((band, n) => ({ ...band, n, weight: band.share }));
  const band = drawn(random, bands) ?? bands[0];
  if (band === undefined) throw new RangeError('the table has no bands of age');
  const age = Math.floor(band.from + random() * (band.to - band.from + 1));
  const gender = random() < table.female ? 'F' : 'M';
  const egfr = egfrOf(random, table, age);
  const [mean, sd] = table.weight_kg[gender];
  const weight = within(normal(random, mean - Math.max(0, age - 70) * 0.3, sd), 42, 160);
  const had = table.conditions.filter(
    ({ by_band, sex }) => random() < (by_band[band.n] ?? 0) && (sex ?? gender) === gender,
  );
  const has = new Set(had.map(({ id }) => id));
  return {
    medications: medicinesOf(table, has, egfr, random),
    conditions: had.flatMap(({ name }) => name ?? []),
    patient: { age, gender, weight_kg: weight, egfr },
  };
}

/**
 * Makes inpatients of general wards: age, sex, conditions, kidney function, weight and 4 to 14
 * medicines in usual doses. The same seed makes the same patients.
 */
export function makeInpatients(count: number, seed: number): readonly Inpatient[] {
  const table = readPrevalences();
  const random = createRandom(seed);
  const made: Inpatient[] = [];
  while (made.length < count) {
    const patient = drawPatient(table, random);
    const { length } = patient.medications;
    if (length >= MIN_MEDICINES && length <= MAX_MEDICINES) made.push(patient);
  }
  return made;
}

/** The request of a check of an inpatient's list. */
export const requestOf = ({ medications, conditions, patient }: Inpatient): unknown =>
  ({ medications, conditions, patient }) satisfies Record<
    keyof Inpatient & keyof MedicationsRequest,
    unknown
  >;
