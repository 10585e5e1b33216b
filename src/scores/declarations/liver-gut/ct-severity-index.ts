import { choice } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';

const GRADE = { A: 0, B: 1, C: 2, D: 3, E: 4 } as const;
const NECROSIS = { none: 0, up_to_30: 2, '30_to_50': 4, above_50: 6 } as const;

/** CT severity index of acute pancreatitis (Balthazar 1990). */
export const ctSeverityIndex = defineScore({
  id: 'ct_severity_index',
  name: 'CT severity index of pancreatitis (Balthazar)',
  aliases: ['ctsi', 'balthazar'],
  group: 'liver and gut',
  purpose: 'Grades acute pancreatitis by inflammation and necrosis on CT.',
  population: 'Adults with acute pancreatitis and a contrast CT, best after 72 hours',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    balthazar_grade: choice('Balthazar grade', {
      A: 'normal pancreas',
      B: 'focal or diffuse enlargement',
      C: 'inflammation of the pancreas or the fat around it',
      D: 'a single fluid collection',
      E: 'two or more collections, or gas',
    }),
    pancreatic_necrosis: choice('Necrosis of the pancreas', {
      none: 'none',
      up_to_30: 'up to 30 %',
      '30_to_50': 'more than 30 and up to 50 %',
      above_50: 'more than 50 %',
    }),
  },
  categories: [
    { id: 'mild', from: 0, interpretation: 'Mild: 3 % died and 8 % had complications.' },
    { id: 'moderate', from: 4, interpretation: 'Moderate: 6 % died and 35 % had complications.' },
    { id: 'severe', from: 7, interpretation: 'Severe: 17 % died and 92 % had complications.' },
  ],
  references: [
    {
      title: 'Balthazar EJ et al. Acute pancreatitis: value of CT in establishing prognosis',
      doi: '10.1148/radiology.174.2.2296641',
      year: 1990,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      balthazar_grade: GRADE[v.balthazar_grade],
      pancreatic_necrosis: NECROSIS[v.pancreatic_necrosis],
    });
    const probability = value <= 3 ? 0.03 : value <= 6 ? 0.06 : 0.17;
    return { value, points, risk: { outcome: 'death', probability, horizon: 'hospital stay' } };
  },
});
