import type { Chart } from '../chart/fact.js';
import { evaluate } from './evaluate.js';
import { type KnownInputs, knownInputs, missingOf, refusalOf } from './known.js';
import type { RiskResult, ScoreResult } from './schema.js';
import type { Score } from './score.js';

type NotAssessed = NonNullable<RiskResult['not_assessed']>[number];

/** A score, or why it is not given. */
export type ScoreAnswer = ScoreResult | NotAssessed;

const NOTHING: KnownInputs = new Map();
/** With fewer of its inputs known than this part, bounds say nothing at a bedside. */
const LEAST_KNOWN = 0.5;

/** Inputs that say something of the hour, not only who the patient is. */
function tellingCount(score: Score, known: KnownInputs): number {
  return [...known.keys()].filter((name) => !score.inputs[name]?.fixed).length;
}

const neededCounts = new WeakMap<Score, number>();

/** How many inputs a score needs where nothing is known. */
function neededCount(score: Score): number {
  const counted = neededCounts.get(score) ?? missingOf(score, NOTHING).length;
  neededCounts.set(score, counted);
  return counted;
}

/** Variables of the hour that a score has inputs for; nothing where it needs none of them. */
const tellingVariables = new WeakMap<Score, readonly string[] | undefined>();

function tellingOf(score: Score): readonly string[] | undefined {
  if (tellingVariables.has(score)) return tellingVariables.get(score);
  const telling = Object.values(score.inputs).filter(({ fixed }) => !fixed);
  const needed = telling.some(({ optional }) => !optional);
  const variables = needed ? telling.flatMap(({ variable }) => variable ?? []) : undefined;
  tellingVariables.set(score, variables);
  return variables;
}

/** Whether a chart holds something of the hour for a score: most have nothing to do with it. */
const concerns = (score: Score, chart: Chart): boolean =>
  tellingOf(score)?.some((variable) => chart.has(variable)) ?? true;

/** Whether what is known already rules out a category. */
function narrows({ categories }: Score, { possible_categories = [] }: ScoreResult): boolean {
  return possible_categories.length > 0 && possible_categories.length < categories.length;
}

/** The score, why it is not given, or nothing where the data have nothing to do with it. */
function judge(
  score: Score,
  chart: Chart,
  bounded: ReadonlySet<string> | undefined,
): ScoreAnswer | undefined {
  const known = knownInputs(score, chart, NOTHING);
  const missing = missingOf(score, known);
  const needed = neededCount(score);
  const given = needed - missing.length;
  if (given === 0) return undefined;
  const fixedOnly = tellingCount(score, known) === 0;
  if (missing.length > 0 && fixedOnly) return undefined;
  const refusal = refusalOf(score, known);
  if (refusal !== undefined) {
    return { what: score.id, reason: `${refusal.input} ${refusal.issue}` };
  }
  const tooLittle = given / needed < LEAST_KNOWN || bounded?.has(score.id) === false;
  if (missing.length > 0 && tooLittle) {
    return { what: score.id, reason: `missing: ${missing.join(', ')}` };
  }
  const result = evaluate(score, known);
  if (missing.length === 0 || narrows(score, result)) return result;
  return { what: score.id, reason: `missing: ${missing.join(', ')}` };
}

/**
 * Every score that a chart can carry, whole ones first, and why others are not given.
 *
 * @param bounded ids of those that are told within bounds while inputs are missing; all unless told
 */
export function scoresOfChart(
  scores: readonly Score[],
  chart: Chart,
  bounded?: ReadonlySet<string>,
): ScoreAnswer[] {
  const judged = scores
    .filter((score) => concerns(score, chart))
    .flatMap((score) => judge(score, chart, bounded) ?? []);
  const whole = (one: ScoreAnswer) => 'score' in one && one.value !== null;
  return [...judged.filter(whole), ...judged.filter((one) => !whole(one))];
}
