import type { Patient } from '../patient.js';
import { weightOf } from '../severity.js';
import { PARENTERAL_ROUTES, type TakenIngredient } from '../taken-ingredient.js';
import { amountIn, isRate } from './amounts.js';
import {
  type Breach,
  type ComparedDose,
  compareDose,
  heaviestBreach,
  intervalOf,
} from './compare-dose.js';
import { isSmallChild, knowsChild, type Person } from './limits.js';
import type { DoseEntry } from './schema.js';

/** The combined verdict of an ingredient's entries on one line. */
export interface LineVerdict {
  /** Entries that the line could be compared with; the best match first. */
  readonly judged: readonly ComparedDose[];
  /** No entry fits. */
  readonly breach?: Breach;
  /** Why it could not be assessed, in part or at all. */
  readonly reasons: readonly string[];
}

const LACKS = {
  unit: 'the unit cannot be compared with the dose limits on file',
  weight: 'the weight is needed to assess the dose',
  height: 'weight and height are needed to assess the dose',
} as const;

/** Without a stated route: the entries whose usual dose matches, oral ones preferred. */
function likely(line: TakenIngredient, entries: readonly DoseEntry[]): readonly DoseEntry[] {
  const { dose } = line;
  if (dose === undefined) return entries;
  const usual = entries.filter((entry) => {
    const amount = amountIn(dose, entry.unit, {}, entry.units);
    if (!amount.ok || entry.usual === undefined) return false;
    return amount.value >= entry.usual[0] * 0.99 && amount.value <= entry.usual[1] * 1.01;
  });
  const swallowed = usual.filter(({ routes }) => routes.includes('oral'));
  if (swallowed.length > 0) return swallowed;
  return usual.length > 0 ? usual : entries;
}

/** The entries for this route and form. */
export function entriesFor(
  line: TakenIngredient,
  entries: readonly DoseEntry[],
): readonly DoseEntry[] {
  const { route, release } = line;
  const able = entries.filter(({ together = [] }) =>
    together.every((other) => line.together.includes(other)),
  );
  const ofSalt = able.filter(({ salts }) => line.salt !== undefined && salts?.includes(line.salt));
  const suited = ofSalt.length > 0 ? ofSalt : able.filter(({ salts }) => salts === undefined);
  const usable = suited.filter((entry) => !entry.route_said);
  const byRoute =
    route === undefined
      ? likely(line, usable)
      : suited.filter((entry) => entry.routes.includes(route));
  const exact = byRoute.filter((entry) => entry.release !== undefined && entry.release === release);
  if (exact.length > 0) return exact;
  const plain = byRoute.filter((entry) => entry.release === undefined);
  return release === 'extended' || plain.length === 0 ? byRoute : plain;
}

const worst = ({ breaches }: ComparedDose): number =>
  Math.max(0, ...breaches.map(({ severity }) => weightOf(severity)));

/**
 * A weekly strength taken daily: the weekly entry explains it, and its severity counts even where a
 * daily entry would be milder.
 */
function weeklyAsDaily(judged: readonly ComparedDose[]): Breach | undefined {
  for (const { entry, single, breaches } of judged) {
    const interval = breaches.find(({ what }) => what === 'interval');
    const low = entry.usual?.[0];
    if (interval !== undefined && low !== undefined && single >= 0.9 * low) return interval;
  }
  return undefined;
}

/** A weekly product does not explain daily use of another strength. */
const isOtherProduct = ({ breaches }: ComparedDose): boolean =>
  breaches.some(({ what }) => what === 'interval');

function breachOf(judged: readonly ComparedDose[]): Breach | undefined {
  const best = judged.find((one) => !isOtherProduct(one)) ?? judged[0];
  if (best === undefined || best.breaches.length === 0) return undefined;
  const weekly = judged.length > 1 ? weeklyAsDaily(judged) : undefined;
  const own = heaviestBreach(best.breaches);
  if (weekly === undefined || own === undefined) return own ?? weekly;
  return weightOf(weekly.severity) >= weightOf(own.severity) ? weekly : own;
}

/** Needed to determine whether a drug given once a week or less is given too often. */
function unknownInterval(
  line: TakenIngredient,
  judged: readonly ComparedDose[],
): readonly string[] {
  const { frequency } = line;
  const known =
    frequency?.once === true ||
    (frequency !== undefined && !frequency.unclear && intervalOf(frequency) !== undefined);
  const rare = judged.length > 0 && judged.every(({ entry }) => (entry.every_days ?? 1) >= 7);
  if (known || !rare) return [];
  const days = judged[0]?.entry.every_days ?? 7;
  return [`it is given every ${days} days at most: how often it is taken could not be read`];
}

/** Adult limits of one use or route do not permit what paediatric limits of another forbid. */
function entriesForPerson(
  line: TakenIngredient,
  entries: readonly DoseEntry[],
  person: Person,
): readonly DoseEntry[] {
  const known = isSmallChild(person) ? entriesFor(line, entries.filter(knowsChild)) : [];
  return known.length > 0 ? known : entriesFor(line, entries);
}

function childReasons(
  line: TakenIngredient,
  entries: readonly DoseEntry[],
  person: Person,
): string[] {
  if (!isSmallChild(person)) return [];
  if (!entries.some(knowsChild)) {
    return [`no dose for children is on file for ${line.ingredient}: adult limits were used`];
  }
  return person.guessed ? ['the weight is needed to assess the dose of a child'] : [];
}

/** The verdict on a dose together with that on the rate of the same line. */
function both(own: LineVerdict, rate: LineVerdict): LineVerdict {
  const breaches = [own.breach, rate.breach].filter((one) => one !== undefined);
  const breach = heaviestBreach(breaches);
  return {
    judged: [...own.judged, ...rate.judged],
    ...(breach && { breach }),
    reasons: own.judged.length > 0 || rate.judged.length === 0 ? own.reasons : rate.reasons,
  };
}

/** Returns the combined verdict on a line: a fault only if no entry fits. */
export function compareLine(
  line: TakenIngredient,
  entries: readonly DoseEntry[],
  person: Person,
  patient: Patient,
): LineVerdict {
  const own = compareAmount(line, entries, person, patient);
  if (line.rate === undefined || line.rate === line.dose) return own;
  const { frequency: _, ...rest } = line;
  const ofRate = entries.filter(({ unit }) => isRate(unit));
  return both(own, compareAmount({ ...rest, dose: line.rate }, ofRate, person, patient));
}

function compareAmount(
  line: TakenIngredient,
  entries: readonly DoseEntry[],
  person: Person,
  patient: Patient,
): LineVerdict {
  if (line.dose === undefined) return { judged: [], reasons: [] };
  const fitting = entriesForPerson(line, entries, person);
  if (fitting.length === 0) {
    const isReported = line.systemic || (line.route && PARENTERAL_ROUTES.has(line.route));
    const reasons = isReported ? ['no dose limits are on file for it by this route'] : [];
    return { judged: [], reasons };
  }
  const verdicts = fitting.map((entry) => compareDose(line, entry, person, patient));
  const judged = verdicts
    .flatMap((verdict) => (verdict?.comparable ? [verdict] : []))
    .sort((a, b) => worst(a) - worst(b));
  if (judged.length === 0) {
    const lacks = verdicts.flatMap((one) => (one?.comparable === false ? [one.lacks] : []));
    return { judged, reasons: [LACKS[lacks.find((one) => one !== 'unit') ?? 'unit']] };
  }
  const breach = breachOf(judged);
  const reasons = [...unknownInterval(line, judged), ...childReasons(line, fitting, person)];
  return { judged, ...(breach && { breach }), reasons };
}
