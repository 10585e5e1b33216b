import type { Fact } from '../../patient-record/chart/fact.js';
import type { VariableName } from '../../patient-record/chart/variables/catalogue.js';

/** Numbers commonly written among the conditions, in the unit of the chart. */
const NUMBERS: readonly (readonly [VariableName, RegExp, low: number, high: number])[] = [
  ['egfr', /\be?gfr\W{0,3}(?:of |is )?[<~]?\s*(\d{1,3})(?:\.\d+)?\b/i, 1, 200],
  [
    'ejection_fraction',
    /\b(?:lv)?ef\W{0,3}(?:of |is )?[<~]?\s*(\d{2})(?:\s*-\s*\d{2})?\s*(?:%|\b)/i,
    5,
    90,
  ],
  ['qtc', /\bqtc?\W{0,3}(?:of |is )?[>~]?\s*(\d{3})\b/i, 300, 800],
  ['potassium', /\b(?:k\+?|potassium)\W{0,3}(?:of |is )?[<>~]?\s*(\d\.\d)\b/i, 1.5, 9],
  ['sodium', /\b(?:na\+?|sodium)\W{0,3}(?:of |is )?[<>~]?\s*(1\d\d)\b/i, 100, 180],
];

/** Returns the facts that a text on conditions contains: `HFrEF, EF 30%`, `eGFR 22`. */
export function numbersIn(text: string): readonly (readonly [VariableName, Fact])[] {
  return NUMBERS.flatMap(([name, pattern, low, high]) => {
    const value = Number(pattern.exec(text)?.[1]);
    if (!(value >= low && value <= high)) return [];
    return [[name, { value, given: { value }, from: 'conditions' }] as const];
  });
}
