import type { TabularManifest } from '../../inference/schema.js';
import type { FeatureRow } from './features.js';
import { BESIDE, shapeOf, type TermGroup } from './shape.js';
import type { Statistic } from './statistics.js';

/** What one variable, or two together, do to a probability. */
export interface Contribution {
  /** The variable; `a × b` for a pair; `not_given` for all that had no value. */
  readonly feature: string;
  /** Of the statistic; as it was given where there is none; null where nothing was given. */
  readonly value: number | string | boolean | null;
  readonly unit?: string;
  /** Which of several values counted most; left out for a single value. */
  readonly statistic?: Statistic;
  /** Calibrated log-odds; above 0 speaks for the outcome. */
  readonly effect: number;
}

/** What a model is and what it said of a patient. */
interface Model {
  readonly manifest: TabularManifest;
  /** Calibrated log-odds, one a term. */
  readonly effects: readonly number[];
  readonly shown: FeatureRow;
}

const NOT_GIVEN = 'not_given';
/** Of a mean or a slope, which come out with more digits than were measured. */
const SHOWN_DIGITS = 4;

/** The latest value, as it was given. */
function latestOf({ used }: FeatureRow, variable: string): number | string | boolean | null {
  return used.get(variable)?.at(-1)?.value ?? null;
}

/** UCUM: a slope is per hour, a count is of nothing. */
function unitOf(manifest: TabularManifest, variable: string, statistic?: Statistic) {
  const unit = shapeOf(manifest).units.get(variable);
  if (unit === undefined || statistic === 'count') return {};
  return { unit: statistic === 'slope' ? `${unit}/h` : unit };
}

/** The feature that weighs most in a variable, of those that have a value. */
function weightiest({ manifest, effects, shown: { row } }: Model, { terms }: TermGroup) {
  const weight = (term: number) => Math.abs(effects[term] ?? 0);
  const most = terms.reduce((a, b) => (weight(b) > weight(a) ? b : a), terms[0] ?? 0);
  const { features = [] } = manifest.terms[most] ?? {};
  const index = features.find((one) => Number.isFinite(row[one] ?? Number.NaN));
  return index === undefined ? undefined : { ...manifest.features[index], value: row[index] };
}

type TermContribution = Omit<Contribution, 'effect'>;

/** One variable: the number of it that spoke loudest. */
function ofVariable(model: Model, group: TermGroup): TermContribution {
  const { manifest, shown } = model;
  const { name } = group;
  const several = (shown.used.get(name)?.length ?? 0) > 1;
  const { statistic, codes, value } = (several && weightiest(model, group)) || {};
  // A choice is told by its word, and a word has no statistics.
  const isLatest = statistic === 'last' || statistic === 'value' || codes !== undefined;
  if (statistic === undefined || value === undefined || isLatest) {
    return { feature: name, value: latestOf(shown, name), ...unitOf(manifest, name) };
  }
  const isReckoned = statistic === 'mean' || statistic === 'slope';
  const shownValue = isReckoned ? Number(value.toPrecision(SHOWN_DIGITS)) : value;
  return { feature: name, value: shownValue, ...unitOf(manifest, name, statistic), statistic };
}

/** Two variables that count together. */
function ofPair({ shown }: Model, { name, variables }: TermGroup): TermContribution {
  const values = variables.map((variable) => latestOf(shown, variable) ?? 'not given');
  return { feature: name, value: values.join(BESIDE) };
}

function contributionOf(model: Model, group: TermGroup): Contribution {
  const told = group.variables.length > 1 ? ofPair(model, group) : ofVariable(model, group);
  const effect = group.terms.reduce((sum, term) => sum + (model.effects[term] ?? 0), 0);
  return { effect, ...told };
}

/**
 * What every variable does to the calibrated log-odds, strongest first. All effects together are
 * calibration.scale × (logit − intercept): nothing is left out of the sum.
 *
 * @param terms uncalibrated log-odds, one a term of the manifest
 */
export function contributionsOf(
  manifest: TabularManifest,
  terms: readonly number[],
  shown: FeatureRow,
): Contribution[] {
  const { groups, groupOf } = shapeOf(manifest);
  const effects = groupOf.map((_, term) => (terms[term] ?? 0) * manifest.calibration.scale);
  const isGiven = ({ variables }: TermGroup) =>
    variables.some((variable) => shown.used.has(variable));
  const given = new Set(groups.filter(isGiven));
  const silent = effects.filter((_, term) => {
    const group = groupOf[term];
    return group !== undefined && !given.has(group);
  });
  const missing = silent.reduce((sum, effect) => sum + effect, 0);
  const model = { manifest, effects, shown };
  const told = [...given].map((group) => contributionOf(model, group));
  const rest = missing === 0 ? [] : [{ feature: NOT_GIVEN, value: null, effect: missing }];
  return [...told, ...rest].sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
}
