import type { Finding } from '../../src/medications/finding.js';
import type { Patient } from '../../src/medications/patient.js';
import type { TakenIngredient } from '../../src/medications/taken-ingredient.js';
import { type Chart, chartOf, type FactValue } from '../../src/patient-record/chart/fact.js';

/** An ingredient on a line of its own that reaches the blood, with more where it matters. */
export const taken = (
  ingredient: string,
  more: Partial<TakenIngredient> = {},
): TakenIngredient => ({
  ingredient,
  item: `medications.${ingredient}`,
  proposed: false,
  systemic: true,
  together: [],
  ...more,
});

/** An ingredient by its name, or as it is. */
export const asTaken = (drug: TakenIngredient | string): TakenIngredient =>
  typeof drug === 'string' ? taken(drug) : drug;

/** An ingredient on a line with a number: `medications.2`. */
export const line = (
  ingredient: string,
  at: number,
  more: Partial<TakenIngredient> = {},
): TakenIngredient => taken(ingredient, { item: `medications.${at}`, ...more });

/** One ingredient a line, in their order. */
export const listOf = (ingredients: readonly string[]): TakenIngredient[] =>
  ingredients.map((ingredient, at) => line(ingredient, at));

/** A dose once a day. */
export const daily = (ingredient: string, value: number, unit = 'mg'): TakenIngredient =>
  taken(ingredient, { dose: { value, unit }, frequency: { perDay: 1 } });

/** A drug that acts where it is put. */
export const local = (
  ingredient: string,
  route: NonNullable<TakenIngredient['route']>,
): TakenIngredient => taken(ingredient, { route, systemic: false });

export type Facts = Readonly<Record<string, FactValue>>;

/** Further data, in addition to facts and conditions. */
export type Beside = Partial<Omit<Patient, 'chart' | 'conditions'>>;

export const chartWith = (facts: Facts): Chart =>
  chartOf(
    Object.entries(facts).map(([name, value]) => [
      name,
      { value, given: { value }, from: `patient.${name}` },
    ]),
  );

/** A patient of whom these facts are known, by variable of the chart; conditions by their ids. */
export function patient(
  facts: Facts = {},
  { conditions = [], ...beside }: Beside & { readonly conditions?: readonly string[] } = {},
): Patient {
  return { chart: chartWith(facts), conditions: new Set(conditions), ...beside };
}

/** An alert about two lines. */
export const finding = (changes: Partial<Finding> = {}): Finding => ({
  kind: 'interaction',
  severity: 'major',
  drugs: ['warfarin', 'aspirin'],
  items: ['medications.0', 'medications.1'],
  title: 'Warfarin with aspirin',
  mechanism: 'Both impair haemostasis',
  effect: 'Bleeding',
  management: 'Avoid',
  evidence: 'established',
  ruleId: 'bleeding.1',
  sources: ['s'],
  ...changes,
});
