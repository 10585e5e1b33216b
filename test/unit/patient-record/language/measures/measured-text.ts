import type { MeasuredText } from '../../../../../src/patient-record/language/measures/measured-text.js';
import { createUnits } from '../../../../../src/patient-record/language/measures/units.js';
import { wordsOf } from '../../../../../src/patient-record/language/text/words.js';

const units = createUnits({
  units: [
    { kind: 'mg/dL', words: ['mg/dL'] },
    { kind: 'kg', words: ['kg'] },
    { kind: 'L', words: ['L', 'liter'] },
  ],
});

/** A text whose names of tests are given; each begins at the first word of that spelling. */
export function measuredText(text: string, ...names: readonly string[]): MeasuredText {
  const words = wordsOf(text);
  const nameStarts = new Set(names.map((name) => words.findIndex((one) => one.written === name)));
  return { text, words, units, nameStarts };
}
