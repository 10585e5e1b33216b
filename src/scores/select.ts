import { groupBy } from '../core/group.js';
import type { Chart } from '../patient-record/chart/fact.js';
import { evaluate } from './evaluate.js';
import { type InputFacts, inputsFromChart, missingOf, refusalOf } from './inputs-from-chart.js';
import type { RiskResult, ScoreResult } from './schema.js';
import type { Score } from './score.js';

type NotAssessed = NonNullable<RiskResult['not_assessed']>[number];

/** A score, or why it is not given. */
export type ScoreAnswer = ScoreResult | NotAssessed;

const NOTHING: InputFacts = new Map();
/** With a smaller part of its inputs known, bounds are not informative. */
const MIN_KNOWN = 0.5;

/** Whether a momentary value is known, not only lasting properties of the patient. */
const hasMomentaryValue = (score: Score, facts: InputFacts): boolean =>
  score.needs.inputs.some(([name, { fixed }]) => !fixed && facts.has(name));

/** Whether a chart holds a momentary value for a score: most charts are irrelevant to it. */
const concerns = (score: Score, chart: Chart): boolean =>
  score.needs.telling?.some((variable) => chart.has(variable)) ?? true;

/** Whether the known inputs already exclude a category. */
function narrows({ categories }: Score, { possible_categories = [] }: ScoreResult): boolean {
  return possible_categories.length > 0 && possible_categories.length < categories.length;
}

/**
 * Returns the score, why it is not given, or undefined where the data are irrelevant to it.
 *
 * @param bounded it may be given within bounds
 */
function judge(score: Score, chart: Chart, bounded: boolean): ScoreAnswer | undefined {
  const facts = inputsFromChart(score, chart, NOTHING);
  const missing = missingOf(score, facts);
  const needed = score.needs.count;
  const given = needed - missing.length;
  if (given === 0 || (missing.length > 0 && !bounded)) return undefined;
  if (missing.length > 0 && !hasMomentaryValue(score, facts)) return undefined;
  const refusal = refusalOf(score, facts);
  if (refusal !== undefined) {
    return { what: score.id, reason: `${refusal.input} ${refusal.issue}` };
  }
  if (missing.length > 0 && given / needed < MIN_KNOWN) {
    return { what: score.id, reason: `missing: ${missing.join(', ')}` };
  }
  const result = evaluate(score, facts, missing);
  if (missing.length === 0 || narrows(score, result)) return result;
  return { what: score.id, reason: `missing: ${missing.join(', ')}` };
}

/** Complete ones first. */
function inOrder(answers: readonly ScoreAnswer[]): ScoreAnswer[] {
  const whole = (one: ScoreAnswer) => 'score' in one && one.missing.length === 0;
  return [...answers.filter(whole), ...answers.filter((one) => !whole(one))];
}

/** Returns every score that a chart supports, complete ones first, and why others are not given. */
export function scoresOfChart(scores: readonly Score[], chart: Chart): ScoreAnswer[] {
  const near = scores.filter((score) => concerns(score, chart));
  return inOrder(near.flatMap((score) => judge(score, chart, true) ?? []));
}

/**
 * An index of scores by their requirements, for charts of which only complete scores are requested.
 */
export interface ScoreIndex {
  /**
   * Returns the scores whose required inputs a chart holds, complete ones first, without reasons
   * for the others.
   *
   * @param bounded ids of the scores that are given within bounds while inputs are missing
   */
  tell(chart: Chart, bounded: ReadonlySet<string>): ScoreAnswer[];
}

/** The key of scores that need no particular variable. */
const ANY_CHART = '';

/**
 * Indexes scores by one required variable: the one that the fewest scores need. Scores that need
 * inputs no chart holds are left out.
 */
function placesByVariable(scores: readonly Score[]): ReadonlyMap<string, readonly number[]> {
  const takers = groupBy(
    scores.flatMap(({ needs }) => needs.variables ?? []),
    (name) => name,
  );
  const rare = (a: string, b: string) =>
    (takers.get(a)?.length ?? 0) - (takers.get(b)?.length ?? 0);
  const keyed = scores.flatMap(({ needs: { variables } }, at) =>
    variables === undefined ? [] : [{ at, key: variables.toSorted(rare)[0] ?? ANY_CHART }],
  );
  const groups = groupBy(keyed, ({ key }) => key);
  return new Map([...groups].map(([key, group]) => [key, group.map(({ at }) => at)]));
}

export function indexScores(scores: readonly Score[]): ScoreIndex {
  const byVariable = placesByVariable(scores);
  const byId = new Map(scores.map(({ id }, at) => [id, at]));
  return {
    tell(chart, bounded) {
      const places = new Set([...bounded].flatMap((id) => byId.get(id) ?? []));
      for (const name of [ANY_CHART, ...chart.keys()]) {
        for (const at of byVariable.get(name) ?? []) places.add(at);
      }
      const near = [...places].sort((a, b) => a - b).flatMap((at) => scores[at] ?? []);
      const judged = near.flatMap((score) => {
        if (!concerns(score, chart)) return [];
        return judge(score, chart, bounded.has(score.id)) ?? [];
      });
      return inOrder(judged.filter((one) => 'score' in one));
    },
  };
}
