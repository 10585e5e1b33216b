import type { InputShape, Values, ValuesOf } from './input.js';
import { needsOf, type ScoreInputs } from './score-inputs.js';

export interface Reference {
  readonly title: string;
  /** Without `https://doi.org/`. */
  readonly doi?: string;
  /** Where there is no DOI. */
  readonly url?: string;
  readonly year: number;
}

/** The meaning of a range of values, and the recommended action. */
export interface Category {
  /** Short and in lower case: `high`, `class B`. */
  readonly id: string;
  /** The lowest value in it; absent for a category that only `compute` assigns. */
  readonly from?: number;
  readonly interpretation: string;
  readonly action?: { readonly text: string; readonly source: string };
}

export interface Risk {
  readonly outcome: string;
  /** 0..1 */
  readonly probability: number;
  readonly horizon: string;
}

/** A secondary result in addition to the main value. */
export interface DerivedValue {
  readonly name: string;
  readonly value: number | string;
  readonly unit?: string;
}

/** The score of a patient with all required inputs. */
export interface ComputedScore {
  /** In the score's unit; a date (`2026-03-31`) where the score is a date. */
  readonly value: number | string;
  /** By input; they need not add up where the score is not a sum. */
  readonly points?: Readonly<Record<string, number>> | undefined;
  /** Set where the category does not follow from the value alone. */
  readonly category?: string | undefined;
  readonly risk?: Risk | undefined;
  readonly derived?: readonly DerivedValue[] | undefined;
  readonly warnings?: readonly string[] | undefined;
}

/** Why these inputs cannot be scored: the first faulty input, and the fault. */
export interface Refusal<K extends string = string> {
  readonly input: K;
  readonly issue: string;
}

export type ScoreGroup =
  | 'early warning and sepsis'
  | 'cardiology'
  | 'cardiovascular prevention'
  | 'thrombosis and bleeding'
  | 'lung'
  | 'kidney'
  | 'liver and gut'
  | 'neurology'
  | 'trauma and surgery'
  | 'critical care'
  | 'body and fluids'
  | 'metabolism'
  | 'obstetrics'
  | 'paediatrics'
  | 'infection'
  | 'mental health'
  | 'old age'
  | 'function and frailty'
  | 'cancer';

export interface ScoreFacts {
  /** snake_case. */
  readonly id: string;
  readonly name: string;
  /** Other names it goes by. */
  readonly aliases?: readonly string[];
  readonly group: ScoreGroup;
  /** The meaning of the number, in one sentence. */
  readonly purpose: string;
  /** The population in which it was derived and validated. */
  readonly population: string;
  /** UCUM; `{score}` for points, `{date}` for a date. */
  readonly unit: string;
  /** Number of meaningful decimals. */
  readonly decimals: number;
  /** Of the value; absent for a date. */
  readonly range?: { readonly min: number; readonly max: number };
  readonly categories: readonly Category[];
  /** The first is the source of the formula or points. */
  readonly references: readonly [Reference, ...Reference[]];
}

/** A score with any inputs, as used outside its declaration. */
export interface Score extends ScoreFacts {
  readonly inputs: InputShape;
  /** Derived once from the inputs: a chart is checked against hundreds of scores. */
  readonly needs: ScoreInputs;
  alsoNeeds(values: Values): readonly string[];
  refuses(values: Values): Refusal | undefined;
  compute(values: Values): ComputedScore;
}

/**
 * Declares a score. `compute` receives every input that is not optional, each within its range;
 * `refuses` receives the known inputs and returns those that contradict each other or are outside
 * the population; `alsoNeeds` returns optional inputs that are required unless other inputs rule
 * that out.
 */
export function defineScore<const I extends InputShape>(
  score: ScoreFacts & {
    readonly inputs: I;
    refuses?(values: Partial<ValuesOf<I>>): Refusal<keyof I & string> | undefined;
    alsoNeeds?(values: Partial<ValuesOf<I>>): ReadonlyArray<keyof I & string>;
    compute(values: ValuesOf<I>): ComputedScore;
  },
): Score {
  const { refuses, alsoNeeds, compute, ...facts } = score;
  return {
    needs: needsOf(facts.inputs, alsoNeeds?.({}) ?? []),
    alsoNeeds: (values) => alsoNeeds?.(values as Partial<ValuesOf<I>>) ?? [],
    refuses: (values) => refuses?.(values as Partial<ValuesOf<I>>),
    compute: (values) => compute(values as ValuesOf<I>),
    ...facts,
  };
}

/** The sum of points: the value of most scores. */
export function total(points: Readonly<Record<string, number>>): number {
  return Object.values(points).reduce((sum, one) => sum + one, 0);
}

/** Points of a score whose value is their sum. */
export function sumOf(points: Readonly<Record<string, number>>): {
  readonly value: number;
  readonly points: Readonly<Record<string, number>>;
} {
  return { value: total(points), points };
}

/** Defines a step function of a number with its thresholds. */
export interface Steps {
  (value: number): number;
  readonly cuts: readonly number[];
}

function stepFunction(
  base: number,
  steps: ReadonlyArray<readonly [from: number, points: number]>,
  reached: (value: number, from: number) => boolean,
): Steps {
  const points = (value: number) => {
    let now = base;
    for (const [from, next] of steps) if (reached(value, from)) now = next;
    return now;
  };
  return Object.assign(points, { cuts: steps.map(([from]) => from) });
}

/**
 * Defines points by value: `stepsFrom(3, [9, 1], [12, 0])` is 3 below 9, 1 from 9 on, 0 from 12 on.
 *
 * @param steps in ascending order
 */
export function stepsFrom(
  base: number,
  ...steps: ReadonlyArray<readonly [from: number, points: number]>
): Steps {
  return stepFunction(base, steps, (value, from) => value >= from);
}

/**
 * Defines points by value: `stepsAbove(0, [2, 1])` is 0 up to and including 2, and 1 above.
 *
 * @param steps in ascending order
 */
export function stepsAbove(
  base: number,
  ...steps: ReadonlyArray<readonly [above: number, points: number]>
): Steps {
  return stepFunction(base, steps, (value, above) => value > above);
}

/** 1 for true, 0 for false, or the given number of points. */
export function pointsIf(condition: boolean, points = 1): number {
  return condition ? points : 0;
}

/** The category of a computed score. */
export function categoryOf(
  score: Pick<Score, 'id' | 'categories'>,
  computed: ComputedScore,
): Category {
  const { value, category } = computed;
  const found =
    category === undefined
      ? score.categories.findLast(({ from }) => typeof value === 'number' && value >= (from ?? NaN))
      : score.categories.find(({ id }) => id === category);
  if (found === undefined) throw new TypeError(`${score.id} has no category for ${value}`);
  return found;
}
