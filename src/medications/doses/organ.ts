import type { Severity } from '../severity.js';
import type { Route, TakenIngredient } from '../taken-ingredient.js';
import { amountIn, written } from './amounts.js';
import { timesPerDay } from './dose-texts.js';
import { bodyFor, type Person } from './limits.js';
import type { Advice, DoseEntry } from './schema.js';

/** The adjustment that impaired kidney or liver function requires for a drug. */
export interface OrganRequirement {
  readonly severity: Severity;
  /** `at most 1,000 mg a day`. */
  readonly limit?: string;
  /** The current amount, if it exceeds the limit. */
  readonly taken?: string;
}

const SLACK = 1.05;
/** From this excess on, a drug with a narrow margin is serious. */
const FAR_ABOVE = 2.05;

/**
 * The lines that the advice applies to: by its routes, otherwise systemic ones. A line without a
 * route counts as oral if the drug has an oral form.
 */
export function linesOnRoutes(
  lines: readonly TakenIngredient[],
  routes: readonly Route[] | undefined,
  entries: readonly DoseEntry[] = [],
): readonly TakenIngredient[] {
  const isEverOral = entries.length === 0 || entries.some((entry) => entry.routes.includes('oral'));
  return lines.filter(({ route, systemic }) => {
    if (routes === undefined) return systemic;
    if (route === undefined) return systemic && (routes.includes('oral') || !isEverOral);
    return routes.includes(route);
  });
}

interface Limit {
  readonly daily?: number;
  readonly unit: string;
  readonly times?: number;
}

function limitOf(advice: Advice, unit: string, entries: readonly DoseEntry[]): Limit {
  const times = advice.max_times === undefined ? {} : { times: advice.max_times };
  if (advice.max_daily !== undefined) return { daily: advice.max_daily, unit, ...times };
  const usual = entries.find(({ daily }) => daily !== undefined);
  if (advice.fraction !== undefined && usual?.daily !== undefined) {
    return { daily: usual.daily * advice.fraction, unit: usual.unit, ...times };
  }
  return { unit, ...times };
}

const limitWords = ({ daily, unit, times }: Limit): string =>
  [
    daily !== undefined && `at most ${written(daily, unit)} a day`,
    times !== undefined && `at most ${timesPerDay(times)}`,
  ]
    .filter((one): one is string => one !== false)
    .join(', ');

/** The daily amount and doses a day of all lines; nothing where they cannot be added. */
function dayOf(lines: readonly TakenIngredient[], unit: string, person: Person) {
  let [daily, times]: (number | undefined)[] = [0, 0];
  for (const { dose, frequency } of lines) {
    const perDay = frequency?.unclear || frequency?.once ? undefined : frequency?.perDay;
    times = times === undefined || perDay === undefined ? undefined : times + perDay;
    const amount = dose && amountIn(dose, unit, bodyFor(dose.unit, person));
    daily =
      daily === undefined || perDay === undefined || !amount?.ok
        ? undefined
        : daily + amount.value * perDay;
  }
  return { daily, times };
}

/**
 * A dose relative to a limit: `over` 0 is unknown, up to 1 is within it; `taken` describes the
 * dose.
 */
function compare(limit: Limit, lines: readonly TakenIngredient[], person: Person) {
  const { daily, times } = dayOf(lines, limit.unit, person);
  const ofDaily = limit.daily && daily !== undefined ? daily / limit.daily : 0;
  const ofTimes = limit.times && times !== undefined ? times / limit.times : 0;
  const over = Math.max(ofDaily, ofTimes);
  if (ofTimes > ofDaily && times !== undefined) return { over, taken: timesPerDay(times) };
  return { over, taken: daily === undefined ? undefined : `${written(daily, limit.unit)} a day` };
}

/** A limit on the dose; nothing where it is respected. */
function askedByLimit(
  advice: Advice,
  unit: string,
  lines: readonly TakenIngredient[],
  entries: readonly DoseEntry[],
  person: Person,
  danger: boolean,
): OrganRequirement | undefined {
  const limit = limitOf(advice, unit, entries);
  const words = limitWords(limit);
  const { over, taken } = compare(limit, lines, person);
  if (over === 0) {
    // A single dose: the limits apply to repeated doses.
    if (lines.every(({ frequency }) => frequency?.once)) return undefined;
    return { severity: danger ? 'moderate' : 'minor', ...(words && { limit: words }) };
  }
  if (over <= SLACK) return undefined;
  const severity = danger && over > FAR_ABOVE ? 'major' : advice.severity;
  return { severity, limit: words, ...(taken && { taken }) };
}

/** Returns the advice for these lines; nothing where they comply. */
export function adjustmentOf(
  advice: Advice,
  unit: string | undefined,
  lines: readonly TakenIngredient[],
  entries: readonly DoseEntry[],
  person: Person,
  danger: boolean,
): OrganRequirement | undefined {
  if (advice.action !== 'limit') return { severity: advice.severity };
  return askedByLimit(advice, unit ?? 'mg', lines, entries, person, danger);
}

const VERB: Readonly<Record<Advice['action'], string>> = {
  contraindicated: 'contraindicated',
  avoid: 'avoid it',
  weigh: 'weigh another drug',
  limit: 'reduce the dose',
  check: 'check the dose',
  monitor: 'watch',
};

/** `reduce the dose`, `contraindicated`, for titles. */
export const verbOf = (advice: Advice): string => VERB[advice.action];

/** The action, from the limit and the text of the table. */
export function management(advice: Advice, { limit, taken }: OrganRequirement): string {
  const lead: Readonly<Record<Advice['action'], string>> = {
    contraindicated: 'Stop it and choose another drug',
    avoid: 'Avoid it: choose another drug',
    weigh: 'Weigh another drug',
    limit: `${taken ? `Reduce ${taken} to ` : 'Give '}${limit ?? 'less'}`,
    check: 'Check the dose',
    monitor: 'Go on, and watch',
  };
  const text = advice.text ? `: ${advice.text}` : '';
  return `${lead[advice.action]}${advice.action === 'avoid' && text ? `;${text.slice(1)}` : text}.`;
}
