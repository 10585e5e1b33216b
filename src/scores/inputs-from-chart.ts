import { type Chart, type Fact, isDerived, latest } from '../patient-record/chart/fact.js';
import { unitWords } from '../patient-record/chart/unit-words.js';
import type { Input, Value, Values } from './input.js';
import type { Refusal, Score } from './score.js';

/** Known inputs of a score, by input name. */
export type InputFacts = ReadonlyMap<string, Fact>;

/**
 * Returns the inputs of a score from a chart and the score's own inputs.
 *
 * @param own facts about inputs that are not variables of the chart, by input name
 */
export function inputsFromChart(score: Score, chart: Chart, own: InputFacts): InputFacts {
  const facts = new Map<string, Fact>();
  for (const [name, input] of score.needs.inputs) {
    const { variable } = input;
    const fact = variable === undefined ? own.get(name) : latest(chart, variable);
    if (fact === undefined) continue;
    const hearsay = input.kind === 'flag' && input.stated && isDerived(fact);
    if (!hearsay) facts.set(name, fact);
  }
  return facts;
}

/** Plain values for a formula. */
export function valuesOf(facts: InputFacts): Values {
  const values: Record<string, Value> = {};
  for (const [name, { value }] of facts) values[name] = value;
  return values;
}

/** Names of required inputs that are not known. */
export function missingOf(score: Score, facts: InputFacts): string[] {
  const required = score.needs.required.filter((name) => !facts.has(name));
  const more = score.alsoNeeds(valuesOf(facts)).filter((name) => !facts.has(name));
  return [...required, ...more];
}

const plain = (value: number) => String(Number(value.toPrecision(6)));

function outside(input: Input, value: Value): string | undefined {
  if (input.kind !== 'quantity' || typeof value !== 'number') return undefined;
  const { min, max, unit } = input;
  if (value >= min && value <= max) return undefined;
  return `must be ${plain(min)} to ${plain(max)}${unitWords(unit)}`;
}

/** Returns why these inputs cannot be scored: out of range, or contradictory. */
export function refusalOf(score: Score, facts: InputFacts): Refusal | undefined {
  for (const [name, { value }] of facts) {
    const input = score.inputs[name];
    const issue = input && outside(input, value);
    if (issue !== undefined) return { input: name, issue: `${issue} for ${score.name}` };
  }
  return score.refuses(valuesOf(facts));
}
