import { unitWords } from '../patient-record/chart/unit-words.js';
import { type Gate, type GateContext, holds } from './gate.js';
import { numberOf } from './patient.js';

/** In the spelling of clinical notes. */
const SHORT: Readonly<Record<string, string>> = {
  egfr: 'eGFR',
  crcl: 'creatinine clearance',
  qtc: 'QTc',
  inr: 'INR',
  alt: 'ALT',
  ast: 'AST',
  tsh: 'TSH',
  bmi: 'BMI',
};
/** The display name of a numeric variable: `systolic bp`, `eGFR`. */
export const factWords = (fact: string): string => SHORT[fact] ?? fact.replaceAll('_', ' ');

const bound = (from: number | undefined, below: number | undefined) =>
  [from !== undefined && `at or above ${from}`, below !== undefined && `below ${below}`]
    .filter((part) => part !== false)
    .join(' and ');

function factIs(
  { fact, unit, from, below }: Extract<Gate, { fact: string }>,
  context: GateContext,
) {
  const value = numberOf(context.patient, fact);
  const shown = value === undefined ? '' : ` ${Number(value.toPrecision(4))}${unitWords(unit)}`;
  return `${factWords(fact)}${shown} is ${bound(from, below)}`;
}

/**
 * Returns why a gate holds for this patient, one sentence for each part that holds; none for parts
 * that hold because something is absent.
 */
export function because(gate: Gate, context: GateContext): readonly string[] {
  if (holds(gate, context) !== true) return [];
  if ('all' in gate) return gate.all.flatMap((one) => because(one, context));
  if ('any' in gate) return gate.any.flatMap((one) => because(one, context));
  if ('not' in gate) return [];
  if ('fact' in gate) return [factIs(gate, context)];
  if ('daily_dose' in gate) {
    const { daily_dose: drug, from, below, unit = 'mg' } = gate;
    return [`${drug.replace('@', '')} a day is ${bound(from, below)} ${unit}`];
  }
  if ('sex' in gate) return [gate.sex === 'F' ? 'the patient is female' : 'the patient is male'];
  if ('flag' in gate) return [`the patient is ${gate.flag}`];
  if ('condition' in gate) {
    return gate.condition
      .filter((id) => context.patient.conditions.has(id))
      .map((id) => `${id.replaceAll('-', ' ')} is among the conditions`);
  }
  const { taken, matches } = context;
  const found = taken.filter(({ ingredient }) =>
    gate.also.some((selector) => matches(selector, ingredient)),
  );
  return [...new Set(found.map(({ ingredient }) => `${ingredient} is taken as well`))];
}
