import type { Patient } from '../patient.js';
import { type Severity, weightOf } from '../severity.js';
import type { Frequency, TakenIngredient } from '../taken-ingredient.js';
import { amountIn, isRate, unitOf } from './amounts.js';
import { bodyFor, has, type Limits, limitsOf, type Person } from './limits.js';
import type { DoseEntry } from './schema.js';

/** One fault of a dose, by one entry. */
export interface Breach {
  readonly what: 'single' | 'daily' | 'interval' | 'older' | 'unit';
  readonly severity: Severity;
  /** In the unit of the entry; for `interval` in days. */
  readonly amount: number;
  readonly limit: number;
  readonly entry: DoseEntry;
  readonly limits: Limits;
  /** It would be right as the total of a day. */
  readonly ofDay?: true;
}

/** The verdict of an entry on a line. */
export interface ComparedDose {
  readonly entry: DoseEntry;
  readonly limits: Limits;
  /** Per dose and per day, in the unit of the entry. */
  readonly single: number;
  readonly daily?: number;
  /** Empty: the dose fits. */
  readonly breaches: readonly Breach[];
}

export type DoseComparison =
  | ({ readonly comparable: true } & ComparedDose)
  | { readonly comparable: false; readonly lacks: 'unit' | 'weight' | 'height' };

/** Tolerance for the rounding of strengths and salts. */
const SLACK = 1.05;
const SLACK_BY_WEIGHT = 1.1;
const SLACK_CHILD = 1.2;
/** From this multiple on, a dose is a wrong unit or a misplaced decimal point. */
const UNIT_ERROR = 8;

const slackOf = ({ child, byWeight, stated }: Limits, what: 'single' | 'daily'): number => {
  if (child && byWeight) return what === 'daily' && stated ? SLACK_BY_WEIGHT : SLACK_CHILD;
  return byWeight ? SLACK_BY_WEIGHT : SLACK;
};

const isGrave = (severity: Severity): boolean => weightOf(severity) >= 3;

/** The severity of `ratio` times the maximum; never decreasing with the ratio. */
function severityOfExcess(ratio: number, { over }: DoseEntry, limits: Limits): Severity {
  if (over === 'minor') return ratio > 2 ? 'moderate' : 'minor';
  if (limits.child && limits.byWeight) {
    return ratio > 2 || (ratio > 1.5 && isGrave(over)) ? 'major' : 'moderate';
  }
  if (limits.byWeight) {
    if (ratio <= 1.25) return 'minor';
    return ratio > 2 || (ratio > 1.5 && isGrave(over)) ? 'major' : 'moderate';
  }
  if (over === 'contraindicated') return ratio >= 1.5 ? 'contraindicated' : 'major';
  if (over === 'major') return ratio >= 1.2 ? 'major' : 'moderate';
  return ratio > 2 ? 'major' : 'moderate';
}

/** Days from one dose to the next. */
export function intervalOf({ everyDays, perDay }: Frequency): number | undefined {
  if (everyDays !== undefined) return everyDays;
  return perDay === undefined || perDay === 0 ? undefined : 1 / perDay;
}

function tooOften(
  entry: DoseEntry,
  limits: Limits,
  frequency: Frequency | undefined,
): Breach | undefined {
  if (entry.every_days === undefined || frequency === undefined) return undefined;
  if (frequency.once || frequency.unclear) return undefined;
  const interval = intervalOf(frequency);
  if (interval === undefined) return undefined;
  const ratio = (entry.tolerated_days ?? entry.every_days) / interval;
  if (ratio <= 1.4) return undefined;
  const severity = severityOfHaste(ratio, entry);
  if (severity === undefined) return undefined;
  return { what: 'interval', amount: interval, limit: entry.every_days, severity, entry, limits };
}

/**
 * A shorter interval is reported if it is many times too short, or for a drug with a narrow margin.
 */
function severityOfHaste(
  ratio: number,
  { over, too_often, every_days = 1 }: DoseEntry,
): Severity | undefined {
  if (ratio >= 4 || (every_days < 4 && ratio >= 2)) {
    return too_often ?? (over === 'contraindicated' ? 'contraindicated' : 'major');
  }
  return isGrave(over) ? 'moderate' : undefined;
}

interface Amounts {
  readonly single: number;
  readonly daily?: number;
  readonly once: boolean;
  /** A single dose, or the first of several in one line: `300 mg once then 75 mg daily`. */
  readonly mayBeFirst: boolean;
}

const isLoading = ({ single, mayBeFirst }: Amounts, { loading }: Limits): boolean =>
  mayBeFirst && loading !== undefined && single <= loading * SLACK;

/** The first days of a treatment, when a loading dose applies. */
function isLeadIn(amounts: Amounts, { loading, loadingDaily }: Limits): boolean {
  if (loading === undefined || loadingDaily === undefined) return false;
  return amounts.single <= loading * SLACK && (amounts.daily ?? 0) <= loadingDaily * SLACK;
}

function excess(
  what: 'single' | 'daily',
  amount: number | undefined,
  entry: DoseEntry,
  limits: Limits,
): Breach | undefined {
  const limit = limits[what];
  if (amount === undefined || limit === undefined || amount <= limit * slackOf(limits, what)) {
    return undefined;
  }
  const ratio = amount / limit;
  const breach = { what, amount, limit, entry, limits } as const;
  const elsewhere = entry.elsewhere?.[what];
  if (elsewhere !== undefined && amount <= elsewhere * SLACK && limit === entry[what]) {
    return { ...breach, severity: 'minor' };
  }
  if (what === 'single' && ratio >= UNIT_ERROR) {
    const severity = entry.over === 'minor' ? 'moderate' : 'contraindicated';
    return { ...breach, what: 'unit', severity };
  }
  return { ...breach, severity: severityOfExcess(ratio, entry, limits) };
}

/** Without a stated single maximum: far above any usual dose. */
function beyondUsual(single: number, entry: DoseEntry, limits: Limits): Breach | undefined {
  const reference = limits.single ?? limits.daily ?? (entry.usual && entry.usual[1] * 5);
  if (limits.single !== undefined || reference === undefined) return undefined;
  if (single < reference * UNIT_ERROR) return undefined;
  return {
    what: 'unit',
    severity: 'contraindicated',
    amount: single,
    limit: reference,
    entry,
    limits,
  };
}

function forOlder(daily: number | undefined, entry: DoseEntry, limits: Limits): Breach | undefined {
  const { older } = limits;
  if (older === undefined || daily === undefined || daily <= older.daily * SLACK) return undefined;
  const { severity } = older;
  return { what: 'older', severity, amount: daily, limit: older.daily, entry, limits };
}

function excessesOf(
  amounts: Amounts,
  entry: DoseEntry,
  limits: Limits,
  patient: Patient,
): readonly Breach[] {
  if (isLoading(amounts, limits)) return [];
  const daily = amounts.once ? undefined : amounts.daily;
  const found = [
    excess('single', amounts.single, entry, limits),
    excess('daily', daily, entry, limits),
    beyondUsual(amounts.single, entry, limits),
    forOlder(daily, entry, limits),
  ].filter((one) => one !== undefined);
  if (!isLeadIn(amounts, limits)) return found;
  if (entry.loading_for?.some((condition) => has(patient, condition))) return [];
  return found.map((one) => (isGrave(one.severity) ? { ...one, severity: 'moderate' } : one));
}

/**
 * Once a day, too much per dose but not per day: usually the daily total was written as a dose, so
 * only a question is raised.
 */
function ofWholeDay(found: readonly Breach[], { daily, single }: Amounts): readonly Breach[] {
  if (daily === undefined || Math.abs(daily / single - 1) > 0.01) return found;
  if (found.some(({ what }) => what !== 'single' && what !== 'older')) return found;
  return found.map((one) =>
    one.what === 'single' && one.limits.daily !== undefined
      ? { ...one, severity: 'minor', ofDay: true }
      : one,
  );
}

/**
 * The rate of a patch where the amount released until the next one is written: 0.7 mg in 7 days.
 */
function asRate(value: number, line: TakenIngredient, { unit }: DoseEntry): number {
  if (!unit.endsWith('/d') || line.dose === undefined) return value;
  if (unitOf(line.dose.unit).includes('/')) return value;
  return value / Math.max(1, (line.frequency && intervalOf(line.frequency)) ?? 1);
}

/** Returns the verdict of an entry on a line of its ingredient. */
export function compareDose(
  line: TakenIngredient,
  entry: DoseEntry,
  person: Person,
  patient: Patient,
): DoseComparison | undefined {
  const { dose, frequency } = line;
  if (dose === undefined) return undefined;
  const stated = amountIn(dose, entry.unit, person.body, entry.units);
  const volume = line.volumeMl && { value: line.volumeMl, unit: 'mL' };
  const given =
    !stated.ok && stated.lacks === 'unit' && volume
      ? amountIn(volume, entry.unit, person.body)
      : stated;
  const generous = given.ok
    ? given
    : amountIn(dose, entry.unit, bodyFor(dose.unit, person), entry.units);
  if (!generous.ok) return { comparable: false, lacks: generous.lacks };
  const limits = limitsOf(entry, person);
  const single = asRate(generous.value, line, entry);
  const known = frequency !== undefined && !frequency.unclear;
  const once = frequency?.once === true;
  // Where no line says how often, it is at least once on the day that it is given.
  const isUnstated = frequency === undefined || (known && frequency.perDay === undefined && !once);
  const atLeast = isUnstated && !isRate(dose.unit) ? single : undefined;
  const daily = known && frequency.perDay !== undefined ? single * frequency.perDay : atLeast;
  const mayBeFirst = once || frequency === undefined || frequency.unclear === true;
  const amounts = { single, once, mayBeFirst, ...(daily !== undefined && { daily }) };
  const haste = tooOften(entry, limits, frequency);
  const excesses = ofWholeDay(excessesOf(amounts, entry, limits, patient), amounts);
  const found = [...excesses, ...(haste ? [haste] : [])];
  // An estimated weight is used for gross errors only: it would be wrong for a third of them
  // otherwise.
  const sure = person.guessed && limits.child ? found.filter((one) => isGross(one)) : found;
  if (!given.ok && sure.length === 0) return { comparable: false, lacks: given.lacks };
  const day = daily === undefined ? {} : { daily };
  return { comparable: true, entry, limits, single, ...day, breaches: sure };
}

const isGross = ({ what, amount, limit }: Breach): boolean =>
  what === 'interval' || amount > 2 * limit;

/** Among breaches of one severity the daily amount is the most informative. */
const rank = ({ severity, what }: Breach): number =>
  weightOf(severity) * 2 + (what === 'daily' ? 1 : 0);

export const heaviestBreach = (breaches: readonly Breach[]): Breach | undefined =>
  breaches.reduce<Breach | undefined>(
    (worst, one) => (worst === undefined || rank(one) > rank(worst) ? one : worst),
    undefined,
  );

/** Returns the severity of a daily total of several lines by one entry. */
export function compareTotal(total: number, entry: DoseEntry, person: Person): Breach | undefined {
  const limits = limitsOf(entry, person);
  const found = [excess('daily', total, entry, limits), forOlder(total, entry, limits)];
  return heaviestBreach(found.filter((one) => one !== undefined));
}
