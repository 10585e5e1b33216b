import type { Issue } from '../core/errors.js';
import { sourcesOf } from '../patient-record/chart/derive.js';
import type { Fact } from '../patient-record/chart/fact.js';
import { readValue, type SentValue, type ValueTarget } from '../patient-record/chart/read-value.js';
import { foldName, type Variable } from '../patient-record/chart/variable.js';
import { findVariable } from '../patient-record/chart/variables/catalogue.js';
import type { Input } from './input.js';
import type { NamedScores } from './named-scores.js';
import type { Predictor } from './predictions/choose-predictors.js';
import type { Score } from './score.js';

export interface ReadInputs {
  /** Facts about variables of the chart. */
  readonly facts: Array<readonly [name: string, fact: Fact]>;
  /** Facts about inputs of one score alone, by score and input name. */
  readonly own: ReadonlyMap<string, ReadonlyMap<string, Fact>>;
  readonly issues: readonly Issue[];
}

/** The input of a score by its key; keys are normalised by `foldName`. */
function inputAt({ inputs }: Score, key: string): Input | undefined {
  return Object.hasOwn(inputs, key) ? inputs[key] : undefined;
}

const modelInputs = ({ manifest }: Predictor): string[] =>
  manifest.inputs.map(({ variable }) => variable);

/** Variables of the chart from which a requested input is taken or derived. */
function wantedVariables({ scores, predictors }: NamedScores): ReadonlySet<string> {
  const direct = new Set(predictors.flatMap(modelInputs));
  for (const { inputs } of scores) {
    for (const { variable } of Object.values(inputs)) if (variable) direct.add(variable);
  }
  return new Set([...direct].flatMap((name) => [name, ...sourcesOf(name)]));
}

const MAX_NAMED = 40;

function unknownInput({ scores, predictors }: NamedScores): string {
  const names = new Set([
    ...scores.flatMap(({ inputs }) => Object.keys(inputs)),
    ...predictors.flatMap(modelInputs),
  ]);
  const listed = [...names].slice(0, MAX_NAMED).join(', ');
  const rest = names.size > MAX_NAMED ? ', …' : '';
  return `is not an input of the requested scores; inputs: ${listed}${rest}`;
}

/** Resolves a name to a variable: by the key of an input first, then by synonyms. */
function variableNamed({ scores }: NamedScores, key: string): Variable | undefined {
  const keyed = scores.map((score) => inputAt(score, key)?.variable);
  return findVariable(keyed.find((one) => one !== undefined) ?? key);
}

/** The variable with the widest range of the scores that use it. */
function widened(variable: Variable, { scores }: NamedScores): Variable {
  if (variable.kind !== 'quantity') return variable;
  const takers = scores.flatMap(({ inputs }) => {
    const input = inputs[variable.name];
    return input?.kind === 'quantity' && input.variable !== undefined ? [input] : [];
  });
  return {
    ...variable,
    min: Math.min(variable.min, ...takers.map(({ min }) => min)),
    max: Math.max(variable.max, ...takers.map(({ max }) => max)),
  };
}

/** Inputs with this key that belong to one score alone. */
function ownInputs({ scores }: NamedScores, key: string) {
  return scores.flatMap((score) => {
    const input = inputAt(score, key);
    return input && input.variable === undefined ? [{ id: score.id, input }] : [];
  });
}

/**
 * Reads `inputs`: each is assigned to the scores with an input of that name, or to the chart if it
 * is a variable (also by synonym) from which an input is taken or derived.
 */
export function readInputs(
  inputs: Readonly<Record<string, SentValue>>,
  requested: NamedScores,
): ReadInputs {
  const facts: Array<readonly [string, Fact]> = [];
  const own = new Map<string, Map<string, Fact>>(requested.scores.map(({ id }) => [id, new Map()]));
  const issues: Issue[] = [];
  const wanted = wantedVariables(requested);
  for (const [name, sent] of Object.entries(inputs)) {
    const from = `inputs.${name}`;
    const read = (measured: ValueTarget, keep: (fact: Fact) => void) => {
      const value = readValue(measured, sent);
      if (value.ok) keep({ value: value.value, given: value.given, from });
      else issues.push({ field: from, issue: value.issue });
    };
    const key = foldName(name);
    const takers = ownInputs(requested, key);
    for (const { id, input } of takers) read(input, (fact) => own.get(id)?.set(key, fact));
    const variable = variableNamed(requested, key);
    if (variable !== undefined && wanted.has(variable.name)) {
      read(widened(variable, requested), (fact) => facts.push([variable.name, fact]));
    } else if (takers.length === 0) {
      issues.push({ field: from, issue: unknownInput(requested) });
    }
  }
  return { facts, own, issues };
}
