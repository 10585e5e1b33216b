import { bodySurface } from '../../patient-record/chart/body-size.js';
import { latest } from '../../patient-record/chart/fact.js';
import { numberOf, type Patient } from '../patient.js';
import type { Severity } from '../severity.js';
import { type Body, isPerBody, numeral } from './amounts.js';
import type { DoseEntry } from './schema.js';

/** The limits of an entry for this patient, in the unit of the entry. */
export interface Limits {
  readonly single?: number;
  readonly daily?: number;
  readonly loading?: number;
  readonly loadingDaily?: number;
  /** The derivation of a limit: `60 mg/kg at 45 kg`. */
  readonly why: { readonly single?: string; readonly daily?: string };
  /** The daily limit is a stated one, not the upper end of a range. */
  readonly stated?: boolean;
  /** Derived from body weight: rounding is tolerated. */
  readonly byWeight: boolean;
  readonly child: boolean;
  readonly older?: { readonly daily: number; readonly severity: Severity; readonly why: string };
}

/** The patient a dose is for. */
export interface Person {
  readonly age?: number;
  readonly body: Body;
  /** The weight was not given; it is a high estimate from the age. */
  readonly guessed: boolean;
}

export const ADULT_YEARS = 18;
/** Adolescents from this age on take adult doses if they weigh enough. */
const ADULT_DOSE_YEARS = 12;
const ADULT_DOSE_KG = 40;

/**
 * Upper weight in kg of a child of this age: 1.4 times the estimate of the Advanced Paediatric Life
 * Support course. For finding gross errors only.
 */
function mostLikelyWeight(age: number): number {
  const usual = age < 1 ? 4 + 6 * age : age <= 5 ? 2 * age + 8 : 3 * age + 7;
  return Math.min(1.4 * usual, 90);
}

/** Three times a 70 kg adult: finds only what is wrong at any weight. */
const ANY_ADULT: Body = { weightKg: 210, surfaceM2: 5.1 };

/**
 * Returns age in years, weight in kg and surface in m² (Mosteller) as far as they are known; for a
 * child without a weight a high estimate, marked by `guessed`.
 */
export function personOf(patient: Patient): Person {
  const [age, weight] = [numberOf(patient, 'age'), numberOf(patient, 'weight')];
  const height = numberOf(patient, 'height');
  if (weight !== undefined) {
    const surface = height === undefined ? undefined : bodySurface(weight, height);
    return {
      ...(age !== undefined && { age }),
      body: { weightKg: weight, ...(surface !== undefined && { surfaceM2: surface }) },
      guessed: false,
    };
  }
  if (age === undefined || age >= ADULT_YEARS) {
    return { ...(age !== undefined && { age }), body: {}, guessed: false };
  }
  return { age, body: { weightKg: mostLikelyWeight(age) }, guessed: true };
}

/**
 * The body for a dose: where an entry is per kg and the weight of an adult is not known, one three
 * times as large. A dose that is itself per kg cannot be calculated this way.
 */
export const bodyFor = (unit: string, { body }: Person): Body =>
  isPerBody(unit) ? body : { ...ANY_ADULT, ...body };

const minOf = (...values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};

/** An optional field, present only with a value. */
const some = <K extends string>(name: K, value: number | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<K, number>>;

const perKg = (each: number, unit: string, kg: number): string =>
  `${numeral(each)} ${unit}/kg at ${numeral(kg)} kg`;

function childLimits(entry: DoseEntry, person: Person): Limits {
  const { child = {}, unit } = entry;
  const kg = person.body.weightKg ?? 0;
  const times = child.times?.[1] ?? entry.times?.[1] ?? 1;
  const each = child.dose?.[1] ?? child.day?.[1];
  const day = child.max_kg_day ?? child.day?.[1] ?? (child.dose && child.dose[1] * times);
  const single = minOf(each && each * kg, child.max_single, entry.single);
  const daily = minOf(day && day * kg, child.max_daily, entry.daily);
  const byWeight = (limit: number | undefined, per: number | undefined, say: 'single' | 'daily') =>
    limit !== undefined && per !== undefined && limit === per * kg
      ? { [say]: perKg(per, unit, kg) }
      : {};
  return {
    ...some('single', single),
    ...some('daily', daily),
    why: { ...byWeight(single, each, 'single'), ...byWeight(daily, day, 'daily') },
    stated: child.max_kg_day !== undefined || child.max_daily !== undefined,
    byWeight: true,
    child: true,
  };
}

const hasChildDose = ({ child }: DoseEntry): boolean =>
  child !== undefined &&
  [child.dose, child.day, child.max_kg_day].some((limit) => limit !== undefined);

/** Whether the paediatric limits per kg apply. */
export const isSmallChild = ({ age, body }: Person): boolean =>
  age !== undefined &&
  age < ADULT_YEARS &&
  (age < ADULT_DOSE_YEARS || (body.weightKg ?? ADULT_DOSE_KG) < ADULT_DOSE_KG);

/** Whether the entry has doses for a child this small. */
export const knowsChild = (entry: DoseEntry): boolean =>
  hasChildDose(entry) ||
  entry.child?.max_single !== undefined ||
  entry.child?.max_daily !== undefined;

function adultByWeight(entry: DoseEntry, { age, body }: Person) {
  const kg = body.weightKg;
  const rule = entry.adult_kg;
  if (rule === undefined || kg === undefined || isPerBody(entry.unit)) return undefined;
  if (age !== undefined && age < ADULT_YEARS) return undefined;
  if (rule.below_kg !== undefined && kg >= rule.below_kg) return undefined;
  return { rule, kg };
}

const ADULT_KG = 70;
/** Per unit of scaled weight children clear faster than adults, by at most half. */
const FASTER = 1.5;

/**
 * The part of an adult maximum allowed to a small child for a drug with a narrow margin and no
 * paediatric dose on file: weight scaled by the power of 0.75, times 1.5, at most 1. Nothing where
 * the weight is an estimate.
 *
 * @see doi:10.1146/annurev.pharmtox.48.113006.094708 (Anderson and Holford 2008)
 */
function shareOf({ over, unit }: DoseEntry, person: Person): number | undefined {
  const kg = person.body.weightKg;
  if (kg === undefined || person.guessed || isPerBody(unit) || !isSmallChild(person))
    return undefined;
  if (over !== 'major' && over !== 'contraindicated') return undefined;
  const share = FASTER * (kg / ADULT_KG) ** 0.75;
  return share < 1 ? share : undefined;
}

function scaledLimits(entry: DoseEntry, share: number, kg: number): Limits {
  const single = minOf(entry.single && entry.single * share, entry.child?.max_single);
  const daily = minOf(entry.daily && entry.daily * share, entry.child?.max_daily);
  const why = `the adult maximum scaled to ${numeral(kg)} kg`;
  return {
    ...some('single', single),
    ...some('daily', daily),
    why: { ...(single && { single: why }), ...(daily && { daily: why }) },
    byWeight: true,
    child: true,
  };
}

/** Returns the limits of the entry for this patient. */
export function limitsOf(entry: DoseEntry, person: Person): Limits {
  const { age } = person;
  if (isSmallChild(person) && hasChildDose(entry)) return childLimits(entry, person);
  const share = shareOf(entry, person);
  if (share !== undefined) return scaledLimits(entry, share, person.body.weightKg ?? ADULT_KG);
  const young = age !== undefined && age < ADULT_YEARS ? entry.child : undefined;
  const weighed = adultByWeight(entry, person);
  const each = weighed?.rule.dose;
  const day = weighed?.rule.day;
  const kg = weighed?.kg ?? 0;
  const single = minOf(entry.single, each && each * kg, young?.max_single);
  const daily = minOf(entry.daily, day && day * kg, young?.max_daily);
  const why = {
    ...(each !== undefined && single === each * kg && { single: perKg(each, entry.unit, kg) }),
    ...(day !== undefined && daily === day * kg && { daily: perKg(day, entry.unit, kg) }),
  };
  const loading = minOf(entry.loading, weighed?.rule.loading && weighed.rule.loading * kg);
  const older =
    entry.older !== undefined && age !== undefined && age >= entry.older.from_age
      ? { ...entry.older, why: `from ${entry.older.from_age} years on` }
      : undefined;
  return {
    why,
    byWeight: Object.keys(why).length > 0,
    child: young !== undefined,
    ...some('single', single),
    ...some('daily', daily),
    ...some('loading', loading),
    ...some('loadingDaily', entry.loading_daily),
    ...(older && { older }),
  };
}

/** Whether the chart or the conditions state it. */
export const has = (patient: Patient, condition: string, flag?: string): boolean =>
  patient.conditions.has(condition) ||
  (flag !== undefined && latest(patient.chart, flag)?.value === true);
