import type { Fact } from '../patient-record/chart/fact.js';
import { type Bounds, boundsOf } from './bounds.js';
import type { Input, Values } from './input.js';
import { type InputFacts, missingOf, valuesOf } from './inputs-from-chart.js';
import { rounded, roundedDown, roundedProbability, roundedUp } from './round.js';
import type { ScoreResult } from './schema.js';
import { type Category, type ComputedScore, categoryOf, type Score } from './score.js';
import { staleness } from './staleness.js';
import { summaryOf } from './summary.js';
import { wouldChange } from './would-change.js';

type Component = ScoreResult['components'][number];

const unitOf = (input: Input) => (input.kind === 'quantity' ? { unit: input.unit } : {});

/** Points of an input that are the same whatever the missing inputs are. */
function certainPoints(name: string, bounds: Bounds): number | null {
  const low = bounds.lowest.computed.points?.[name];
  const high = bounds.highest.computed.points?.[name];
  return low !== undefined && low === high ? rounded(low, 6) : null;
}

/** One known input of a score. */
function knownComponent(name: string, input: Input, fact: Fact, points: number | null): Component {
  const { title } = input;
  const { given, from, at } = fact;
  const value = typeof fact.value === 'number' ? rounded(fact.value, 4) : fact.value;
  const component: Component =
    input.kind === 'quantity'
      ? { name, title, unit: input.unit, value, points, given, from }
      : { name, title, value, points, given, from };
  if (at !== undefined) component.at = new Date(at).toISOString();
  return component;
}

/** Splits inputs into known and missing; unused optional inputs are skipped. */
function componentsOf(
  score: Score,
  facts: InputFacts,
  pointsOf: (name: string) => number | null,
  missing: readonly string[] = [],
): Component[] {
  return score.needs.inputs.flatMap(([name, input]): Component[] => {
    const fact = facts.get(name);
    if (fact !== undefined) return [knownComponent(name, input, fact, pointsOf(name))];
    if (!missing.includes(name)) return [];
    return [{ name, title: input.title, ...unitOf(input), value: null, points: null, given: null }];
  });
}

/** The part of the answer that does not depend on the inputs. */
function factsOf({ name, unit, references }: Score) {
  const [reference] = references;
  return { name, unit, reference, references: [...references] };
}

const meaningOf = ({ id, interpretation, action }: Category) => ({
  category: id,
  interpretation,
  ...(action && { action }),
});

function derivedOf(computed: ComputedScore): ScoreResult['derived'] {
  return (computed.derived ?? []).map((one) => ({
    ...one,
    value: typeof one.value === 'number' ? rounded(one.value, 4) : one.value,
  }));
}

function changesOf(score: Score, values: Values, present: string) {
  return wouldChange(score, values, present).map(({ input, ...change }) => ({
    input,
    ...change,
    value: typeof change.value === 'number' ? rounded(change.value, score.decimals) : change.value,
    ...unitOf(score.inputs[input] as Input),
  }));
}

function wholeResult(score: Score, facts: InputFacts): ScoreResult {
  const values = valuesOf(facts);
  const computed = score.compute(values);
  const category = categoryOf(score, computed);
  const exact = computed.value;
  const value = typeof exact === 'number' ? rounded(exact, score.decimals) : exact;
  const pointsOf = (name: string) => {
    const points = computed.points?.[name];
    return points === undefined ? null : rounded(points, 6);
  };
  const components = componentsOf(score, facts, pointsOf);
  return {
    score: score.id,
    ...factsOf(score),
    value,
    ...meaningOf(category),
    summary: summaryOf(score, value, category.id, components),
    ...(computed.risk && {
      risk: { ...computed.risk, probability: roundedProbability(computed.risk.probability) },
    }),
    components,
    missing: [],
    bounds: typeof value === 'number' ? { min: value, max: value } : null,
    would_change: changesOf(score, values, category.id),
    derived: derivedOf(computed),
    warnings: [...(computed.warnings ?? []), ...staleness(score, facts)],
  };
}

function boundedResult(score: Score, facts: InputFacts, missing: readonly string[]): ScoreResult {
  const bounds = boundsOf(score, valuesOf(facts), missing);
  const possible = bounds?.categories ?? [];
  const settled =
    possible.length === 1 ? score.categories.find(({ id }) => id === possible[0]) : undefined;
  const pointsOf = (name: string) => (bounds ? certainPoints(name, bounds) : null);
  const components = componentsOf(score, facts, pointsOf, missing);
  const range =
    bounds === undefined
      ? null
      : {
          min: roundedDown(bounds.lowest.value, score.decimals),
          max: roundedUp(bounds.highest.value, score.decimals),
        };
  const { mostDecisive } = bounds ?? {};
  // The result that holds whatever the missing inputs are.
  const certain = bounds?.exact && range?.min === range?.max ? (range?.min ?? null) : null;
  return {
    score: score.id,
    ...factsOf(score),
    value: certain,
    ...(settled
      ? meaningOf(settled)
      : { category: null, interpretation: `Not enough is known: ${missing.join(', ')} missing.` }),
    summary: summaryOf(score, certain ?? range, settled?.id ?? null, components, mostDecisive),
    components,
    missing: [...missing],
    possible_categories: [...possible],
    ...(mostDecisive !== undefined && { most_decisive: mostDecisive }),
    bounds: range,
    would_change: [],
    derived: [],
    warnings: staleness(score, facts),
  };
}

/**
 * Returns the score of a patient with its explanation, or its bounds where inputs are missing.
 *
 * @param facts inputs that the score does not refuse (see `refusalOf`)
 * @param missing further inputs that it needs
 */
export function evaluate(
  score: Score,
  facts: InputFacts,
  missing: readonly string[] = missingOf(score, facts),
): ScoreResult {
  return missing.length === 0 ? wholeResult(score, facts) : boundedResult(score, facts, missing);
}
