import { sourcesOf } from '../chart/derive.js';
import type { Fact } from '../chart/fact.js';
import { readValue, type SentValue } from '../chart/read-value.js';
import { foldName } from '../chart/variable.js';
import { findVariable } from '../chart/variables/catalogue.js';
import type { Issue } from '../core/errors.js';
import type { Asked } from './asked.js';
import type { Input } from './input.js';
import type { Predictor } from './predictions/choose-predictors.js';
import type { Score } from './score.js';

export interface ReadInputs {
  /** Facts about variables of the chart. */
  readonly facts: Array<readonly [name: string, fact: Fact]>;
  /** Facts about inputs that one score alone asks for, by score and input name. */
  readonly own: ReadonlyMap<string, ReadonlyMap<string, Fact>>;
  readonly issues: readonly Issue[];
}

function inputNamed(score: Score, name: string): readonly [string, Input] | undefined {
  const wanted = foldName(name);
  return Object.entries(score.inputs).find(([key]) => foldName(key) === wanted);
}

const modelInputs = ({ manifest }: Predictor): string[] =>
  manifest.inputs.map(({ variable }) => variable);

/** Variables of the chart from which something that is asked is taken or derived. */
function wantedVariables({ scores, predictors }: Asked): ReadonlySet<string> {
  const direct = new Set(predictors.flatMap(modelInputs));
  for (const { inputs } of scores) {
    for (const { variable } of Object.values(inputs)) if (variable) direct.add(variable);
  }
  return new Set([...direct].flatMap((name) => [name, ...sourcesOf(name)]));
}

const MOST_NAMED = 40;

function unknownInput({ scores, predictors }: Asked): string {
  const names = new Set([
    ...scores.flatMap(({ inputs }) => Object.keys(inputs)),
    ...predictors.flatMap(modelInputs),
  ]);
  const listed = [...names].slice(0, MOST_NAMED).join(', ');
  const rest = names.size > MOST_NAMED ? ', …' : '';
  return `is not an input of what was asked; inputs: ${listed}${rest}`;
}

/**
 * Reads `inputs`: each goes to the scores that have an input of that name, or to the chart when it
 * is a variable (by synonym too) from which an input is taken or derived.
 */
export function readInputs(inputs: Readonly<Record<string, SentValue>>, asked: Asked): ReadInputs {
  const facts: Array<readonly [string, Fact]> = [];
  const own = new Map<string, Map<string, Fact>>(asked.scores.map(({ id }) => [id, new Map()]));
  const issues: Issue[] = [];
  const wantedHere = wantedVariables(asked);
  for (const [name, sent] of Object.entries(inputs)) {
    const field = `inputs.${name}`;
    const takers = asked.scores.flatMap((score) => {
      const found = inputNamed(score, name);
      return found && found[1].variable === undefined
        ? [{ score, key: found[0], input: found[1] }]
        : [];
    });
    const alias = asked.scores.map((score) => inputNamed(score, name)?.[1].variable);
    const variable = findVariable(alias.find((one) => one !== undefined) ?? name);
    const wanted = variable !== undefined && wantedHere.has(variable.name);
    if (takers.length === 0 && !wanted) {
      issues.push({ field, issue: unknownInput(asked) });
      continue;
    }
    for (const { score, key, input } of takers) {
      const read = readValue(input, sent);
      if (!read.ok) issues.push({ field, issue: read.issue });
      else own.get(score.id)?.set(key, { value: read.value, given: read.given, from: field });
    }
    if (!wanted || variable === undefined) continue;
    const read = readValue(variable, sent);
    if (!read.ok) issues.push({ field, issue: read.issue });
    else facts.push([variable.name, { value: read.value, given: read.given, from: field }]);
  }
  return { facts, own, issues };
}
