import { ownFlag } from '../../input.js';
import { defineScore } from '../../score.js';

/** Killip 1967, 250 patients before reperfusion: death in hospital by class. */
const MORTALITY = [0.06, 0.17, 0.38, 0.81];

/** Heart failure in acute infarction, by bedside signs (Killip 1967). */
export const killip = defineScore({
  id: 'killip',
  name: 'Killip class',
  aliases: ['killip_class', 'killip_classification'],
  group: 'cardiology',
  purpose: 'Grades heart failure in acute myocardial infarction by bedside signs.',
  population: 'Adults with acute myocardial infarction',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 4 },
  inputs: {
    heart_failure_signs: ownFlag(
      'Rales in the lower half of the lungs, third heart sound or raised jugular venous pressure',
    ),
    acute_pulmonary_edema: ownFlag('Acute pulmonary oedema (rales over more than half)'),
    cardiogenic_shock: ownFlag(
      'Cardiogenic shock: systolic pressure below 90 mmHg with poor peripheral perfusion',
    ),
  },
  categories: [
    { id: 'class I', from: 1, interpretation: 'No clinical sign of heart failure.' },
    { id: 'class II', from: 2, interpretation: 'Mild to moderate heart failure.' },
    { id: 'class III', from: 3, interpretation: 'Acute pulmonary oedema.' },
    {
      id: 'class IV',
      from: 4,
      interpretation: 'Cardiogenic shock.',
      action: {
        text: 'Immediate angiography with revascularisation of the culprit lesion.',
        source: '2023 ESC Guidelines for acute coronary syndromes, 10.1093/eurheartj/ehad191',
      },
    },
  ],
  references: [
    {
      title: 'Killip T, Kimball JT. Treatment of myocardial infarction in a coronary care unit',
      doi: '10.1016/0002-9149(67)90023-9',
      year: 1967,
    },
  ],
  compute(v) {
    const value = v.cardiogenic_shock
      ? 4
      : v.acute_pulmonary_edema
        ? 3
        : v.heart_failure_signs
          ? 2
          : 1;
    return {
      value,
      risk: {
        outcome: 'death, in 1967 and before reperfusion',
        probability: MORTALITY[value - 1] ?? 0,
        horizon: 'in hospital',
      },
    };
  },
});
