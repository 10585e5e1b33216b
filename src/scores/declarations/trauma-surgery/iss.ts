import { grade, type QuantityInput } from '../../input.js';
import { defineScore } from '../../score.js';

/** An Abbreviated Injury Scale severity, 0 (no injury) to 6 (not survivable). */
export function aisSeverity(title: string): QuantityInput {
  return grade(title, [0, 6], {
    help: 'AIS: 0 none, 1 minor, 2 moderate, 3 serious, 4 severe, 5 critical, 6 not survivable',
    monotone: 'rising',
  });
}

/**
 * Sum of the squares of the three highest severities; 75 where one of all is 6.
 * Baker 1974, doi:10.1097/00005373-197403000-00001.
 */
export function sumOfSquares(severities: readonly number[]): number {
  if (severities.includes(6)) return 75;
  const worst = [...severities].sort((a, b) => b - a).slice(0, 3);
  return worst.reduce((sum, severity) => sum + severity ** 2, 0);
}

export const ISS_CATEGORIES = [
  { id: 'minor', from: 0, interpretation: 'Minor injury (below 9).' },
  { id: 'moderate', from: 9, interpretation: 'Moderate injury (9–15).' },
  { id: 'severe', from: 16, interpretation: 'Severe injury (16–24): major trauma is above 15.' },
  { id: 'very-severe', from: 25, interpretation: 'Very severe injury (25 or more).' },
] as const;

/** Anatomical severity of multiple injuries over six body regions (Baker 1974). */
export const iss = defineScore({
  id: 'iss',
  name: 'Injury Severity Score',
  aliases: ['injury_severity_score'],
  group: 'trauma and surgery',
  purpose: 'Measures the anatomical severity of multiple injuries.',
  population: 'Injured patients whose injuries are coded by the Abbreviated Injury Scale',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 75 },
  inputs: {
    ais_head_neck: aisSeverity('Worst injury of head and neck'),
    ais_face: aisSeverity('Worst injury of the face'),
    ais_chest: aisSeverity('Worst injury of the chest'),
    ais_abdomen: aisSeverity('Worst injury of abdomen and pelvic contents'),
    ais_extremities: aisSeverity('Worst injury of extremities and pelvic girdle'),
    ais_external: aisSeverity('Worst external injury (skin)'),
  },
  categories: ISS_CATEGORIES,
  references: [
    {
      title: 'Baker SP et al. The Injury Severity Score: a method for describing patients',
      doi: '10.1097/00005373-197403000-00001',
      year: 1974,
    },
  ],
  compute: (v) => ({ value: sumOfSquares(Object.values(v)) }),
});
