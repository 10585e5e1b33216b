import { latest } from '../patient-record/chart/fact.js';
import { numberOf, type Patient } from './patient.js';
import { dailyAmount, type TakenIngredient } from './taken-ingredient.js';

/** A circumstance of the patient that a rule depends on. */
export type Gate =
  /** A number of the patient: `from` is inclusive, `below` exclusive. In the unit of `patient-record/chart`. */
  | {
      readonly fact: string;
      readonly from?: number;
      readonly below?: number;
      readonly unit: string;
    }
  | { readonly sex: 'M' | 'F' }
  | { readonly flag: 'pregnant' | 'lactating' }
  /** One of these conditions of the knowledge. */
  | { readonly condition: readonly string[] }
  /** Systemic daily amount of one of the drugs of the rule; in mg if no unit is given. */
  | {
      readonly daily_dose: string;
      readonly from?: number;
      readonly below?: number;
      readonly unit?: string;
    }
  /** Another drug on the list: an ingredient or a class. */
  | { readonly also: readonly string[] }
  | { readonly all: readonly Gate[] }
  | { readonly any: readonly Gate[] }
  | { readonly not: Gate };

/** True, false, or undefined where it is unknown. */
export type GateResult = boolean | undefined;

export interface GateContext {
  readonly patient: Patient;
  /** All medicines of the list. */
  readonly taken: readonly TakenIngredient[];
  /** Whether a selector (`simvastatin`, `@acei`, `@qt>=3`) covers this ingredient. */
  readonly matches: (selector: string, ingredient: string) => boolean;
}

const between = (
  value: number,
  from = Number.NEGATIVE_INFINITY,
  below = Number.POSITIVE_INFINITY,
) => value >= from && value < below;

function every(truths: readonly GateResult[]): GateResult {
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

const MG_PER: Readonly<Record<string, number>> = { ng: 1e-6, ug: 1e-3, mg: 1, g: 1e3, kg: 1e6 };

/** Converts `value` to `unit`, between units of mass; nothing where they are not comparable. */
export function inUnit(value: number, from: string, to: string): number | undefined {
  if (from === to) return value;
  const [a, b] = [MG_PER[from], MG_PER[to]];
  return a === undefined || b === undefined ? undefined : (value * a) / b;
}

function doseIsBetween(
  gate: Extract<Gate, { daily_dose: string }>,
  { taken, matches }: GateContext,
): GateResult {
  // Drops and creams have no daily amount that adds to a systemic one.
  const lines = taken.filter(
    ({ ingredient, systemic }) => systemic && matches(gate.daily_dose, ingredient),
  );
  if (lines.length === 0) return false;
  let sum = 0;
  for (const line of lines) {
    const daily = dailyAmount(line);
    const value = daily && inUnit(daily.value, daily.unit, gate.unit ?? 'mg');
    if (value === undefined) return undefined;
    sum += value;
  }
  return between(sum, gate.from, gate.below);
}

/** Evaluates a gate. Missing data are not normal data: an unknown value makes the gate unknown. */
export function holds(gate: Gate, context: GateContext): GateResult {
  const { patient, taken, matches } = context;
  if ('all' in gate) return every(gate.all.map((one) => holds(one, context)));
  if ('any' in gate) {
    const none = every(gate.any.map((one) => holds({ not: one }, context)));
    return none === undefined ? undefined : !none;
  }
  if ('not' in gate) {
    const truth = holds(gate.not, context);
    return truth === undefined ? undefined : !truth;
  }
  if ('fact' in gate) {
    const value = numberOf(patient, gate.fact);
    return value === undefined ? undefined : between(value, gate.from, gate.below);
  }
  if ('daily_dose' in gate) return doseIsBetween(gate, context);
  if ('sex' in gate) {
    const sex = latest(patient.chart, 'sex')?.value;
    return sex === undefined ? undefined : sex === gate.sex;
  }
  if ('flag' in gate) return patient[gate.flag];
  if ('also' in gate) {
    return taken.some(({ ingredient }) => gate.also.some((one) => matches(one, ingredient)));
  }
  // A condition that was not named may still be present.
  return gate.condition.some((id) => patient.conditions.has(id)) ? true : undefined;
}
