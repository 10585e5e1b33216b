import type { TabularManifest } from '../../inference/schema.js';
import type { FeatureRow } from './features.js';
import { BESIDE, shapeOf, type TermGroup } from './shape.js';
import type { Statistic } from './statistics.js';

/** The effect of one variable, or of two together, on a probability. */
export interface Contribution {
  /** The variable; `a × b` for a pair; `not_given` for all without a value. */
  readonly feature: string;
  /** Of the statistic; as it was given where there is none; null where nothing was given. */
  readonly value: number | string | boolean | null;
  readonly unit?: string;
  /** The value with the greatest effect among several; omitted for a single value. */
  readonly statistic?: Statistic;
  /** Calibrated log-odds; above 0 supports the outcome. */
  readonly effect: number;
}

/** A model with its output for a patient. */
interface Model {
  readonly manifest: TabularManifest;
  /** Calibrated log-odds, one a term. */
  readonly effects: readonly number[];
  readonly shown: FeatureRow;
}

const NOT_GIVEN = 'not_given';
/** Rounds a mean or a slope, which has more digits than were measured. */
const SHOWN_DIGITS = 4;

/** The latest value, as it was given. */
function latestOf({ used }: FeatureRow, variable: string): number | string | boolean | null {
  return used.get(variable)?.at(-1)?.value ?? null;
}

/** UCUM: a slope is per hour, a count has no unit. */
function unitOf(manifest: TabularManifest, variable: string, statistic?: Statistic) {
  const unit = shapeOf(manifest).units.get(variable);
  if (unit === undefined || statistic === 'count') return {};
  return { unit: statistic === 'slope' ? `${unit}/h` : unit };
}

/** Returns the feature of a variable with the greatest effect, among those with a value. */
function weightiest({ manifest, effects, shown: { row } }: Model, { terms }: TermGroup) {
  const weight = (term: number) => Math.abs(effects[term] ?? 0);
  const largest = terms.reduce((a, b) => (weight(b) > weight(a) ? b : a), terms[0] ?? 0);
  const { features = [] } = manifest.terms[largest] ?? {};
  const index = features.find((one) => Number.isFinite(row[one] ?? Number.NaN));
  return index === undefined ? undefined : { ...manifest.features[index], value: row[index] };
}

type TermContribution = Omit<Contribution, 'effect'>;

/** Describes one variable by the statistic with the greatest effect. */
function ofVariable(model: Model, group: TermGroup): TermContribution {
  const { manifest, shown } = model;
  const { name } = group;
  const several = (shown.used.get(name)?.length ?? 0) > 1;
  const { statistic, codes, value } = (several && weightiest(model, group)) || {};
  // A choice is described by its code and has no statistics.
  const isLatest = statistic === 'last' || statistic === 'value' || codes !== undefined;
  if (statistic === undefined || value === undefined || isLatest) {
    return { feature: name, value: latestOf(shown, name), ...unitOf(manifest, name) };
  }
  const isReckoned = statistic === 'mean' || statistic === 'slope';
  const shownValue = isReckoned ? Number(value.toPrecision(SHOWN_DIGITS)) : value;
  return { feature: name, value: shownValue, ...unitOf(manifest, name, statistic), statistic };
}

/** Describes two variables of an interaction term. */
function ofPair({ shown }: Model, { name, variables }: TermGroup): TermContribution {
  const values = variables.map((variable) => latestOf(shown, variable) ?? 'not given');
  return { feature: name, value: values.join(BESIDE) };
}

function contributionOf(model: Model, group: TermGroup): Contribution {
  const contributions =
    group.variables.length > 1 ? ofPair(model, group) : ofVariable(model, group);
  const effect = group.terms.reduce((sum, term) => sum + (model.effects[term] ?? 0), 0);
  return { effect, ...contributions };
}

/**
 * Returns the effect of every variable on the calibrated log-odds, strongest first. All effects add
 * up to calibration.scale × (logit − intercept): nothing is left out of the sum.
 *
 * @param terms uncalibrated log-odds, one per term of the manifest
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
  const contributions = [...given].map((group) => contributionOf(model, group));
  const rest = missing === 0 ? [] : [{ feature: NOT_GIVEN, value: null, effect: missing }];
  return [...contributions, ...rest].sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
}
