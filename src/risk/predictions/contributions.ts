import type { TabularManifest } from '../../inference/schema.js';
import type { FeatureRow } from './features.js';
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

interface Part {
  readonly effect: number;
  /** The features of the term, as indices. */
  readonly features: readonly number[];
}

/** Terms that are told together: those of one variable, of a pair, or of all that is missing. */
interface Group {
  readonly name: string;
  readonly variables: readonly string[];
  readonly parts: Part[];
}

const NOT_GIVEN = 'not_given';
const BESIDE = ' × ';
/** Of a mean or a slope, which come out with more digits than were measured. */
const SHOWN_DIGITS = 4;

/** The latest value, as it was given. */
function latestOf({ used }: FeatureRow, variable: string): number | string | boolean | null {
  return used.get(variable)?.at(-1)?.value ?? null;
}

/** UCUM: a slope is per hour, a count is of nothing. */
function unitOf(manifest: TabularManifest, variable: string, statistic?: Statistic) {
  const unit = manifest.inputs.find((one) => one.variable === variable)?.unit;
  if (unit === undefined || statistic === 'count') return {};
  return { unit: statistic === 'slope' ? `${unit}/h` : unit };
}

/** The feature that weighs most in a variable, of those that have a value. */
function weightiest(manifest: TabularManifest, { parts }: Group, { row }: FeatureRow) {
  const [most] = [...parts].sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
  const index = most?.features.find((one) => Number.isFinite(row[one] ?? Number.NaN));
  return index === undefined ? undefined : { ...manifest.features[index], value: row[index] };
}

type Told = Omit<Contribution, 'effect'>;

/** One variable: the number of it that spoke loudest. */
function ofVariable(manifest: TabularManifest, group: Group, shown: FeatureRow): Told {
  const { name } = group;
  const values = shown.used.get(name) ?? [];
  const { statistic, codes, value } = weightiest(manifest, group, shown) ?? {};
  // A choice is told by its word, and a word has no statistics.
  const isLatest = statistic === 'last' || statistic === 'value' || codes !== undefined;
  if (values.length < 2 || statistic === undefined || value === undefined || isLatest) {
    return { feature: name, value: latestOf(shown, name), ...unitOf(manifest, name) };
  }
  const isReckoned = statistic === 'mean' || statistic === 'slope';
  const shownValue = isReckoned ? Number(value.toPrecision(SHOWN_DIGITS)) : value;
  return { feature: name, value: shownValue, ...unitOf(manifest, name, statistic), statistic };
}

/** Two variables that count together. */
function ofPair({ name, variables }: Group, shown: FeatureRow): Told {
  const values = variables.map((variable) => latestOf(shown, variable) ?? 'not given');
  return { feature: name, value: values.join(BESIDE) };
}

function told(manifest: TabularManifest, group: Group, shown: FeatureRow): Told {
  if (group.name === NOT_GIVEN) return { feature: NOT_GIVEN, value: null };
  return group.variables.length > 1 ? ofPair(group, shown) : ofVariable(manifest, group, shown);
}

/** The terms by what they are told of. */
function groupsOf(
  manifest: TabularManifest,
  terms: readonly number[],
  { used }: FeatureRow,
): Group[] {
  const groups = new Map<string, Group>();
  manifest.terms.forEach(({ features }, index) => {
    const names = features.map((one) => manifest.features[one]?.variable ?? '');
    const variables = [...new Set(names)].sort();
    const isGiven = variables.some((variable) => used.has(variable));
    const name = isGiven ? variables.join(BESIDE) : NOT_GIVEN;
    const group = groups.get(name) ?? { name, variables, parts: [] };
    const effect = (terms[index] ?? 0) * manifest.calibration.scale;
    group.parts.push({ effect, features });
    groups.set(name, group);
  });
  return [...groups.values()];
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
  return groupsOf(manifest, terms, shown)
    .map((group) => ({
      ...told(manifest, group, shown),
      effect: group.parts.reduce((sum, { effect }) => sum + effect, 0),
    }))
    .filter(({ feature, effect }) => feature !== NOT_GIVEN || effect !== 0)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
}
