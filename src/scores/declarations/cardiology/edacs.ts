import { flag, ownFlag, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import {
  countRiskFactors,
  OPTIONAL_CAD_RISK_FACTORS,
  openRiskFactors,
  refuseRiskFactorCount,
} from './shared-inputs.js';

const age = stepsFrom(
  2,
  [46, 4],
  [51, 6],
  [56, 8],
  [61, 10],
  [66, 12],
  [71, 14],
  [76, 16],
  [81, 18],
  [86, 20],
);
/** Coronary disease and risk factors count up to this age only. */
const OLDEST_WITH_RISK_POINTS = 50;
const isYoung = (age: number) => Math.floor(age) <= OLDEST_WITH_RISK_POINTS;

/** Chest pain at the emergency department that needs no stay (Than 2014). */
export const edacs = defineScore({
  id: 'edacs',
  name: 'Emergency Department Assessment of Chest Pain Score',
  aliases: ['edacs_score'],
  group: 'cardiology',
  purpose: 'Finds patients with chest pain whose risk of a major cardiac event is low.',
  population: 'Adults with chest pain of possible cardiac origin, stable and without STEMI',
  unit: '{score}',
  decimals: 0,
  range: { min: -8, max: 34 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts }),
    sex: sex(),
    coronary_artery_disease: {
      ...flag('coronary_artery_disease', {
        help: 'Known: infarction, PCI or bypass. Counts up to the age of 50, like three risk factors.',
      }),
      optional: true,
    },
    ...OPTIONAL_CAD_RISK_FACTORS,
    diaphoresis: ownFlag('Sweating with the pain'),
    pain_radiates: ownFlag('Pain radiates to arm, shoulder, neck or jaw'),
    pain_on_inspiration: ownFlag('Pain occurred or worsened with inspiration'),
    pain_on_palpation: ownFlag('Pain is reproduced by palpation'),
  },
  categories: [
    {
      id: 'low',
      from: -8,
      interpretation:
        'Below 16: low risk if the ECG shows no new ischaemia and troponin is negative at 0 and 2 h.',
      action: {
        text: 'With both conditions met: discharge with early follow-up.',
        source: 'EDACS-ADP, Than 2014, 10.1111/1742-6723.12164',
      },
    },
    {
      id: 'not low',
      from: 16,
      interpretation: '16 or more: not low risk.',
      action: {
        text: 'Usual care with observation and delayed troponin.',
        source: 'EDACS-ADP, Than 2014, 10.1111/1742-6723.12164',
      },
    },
  ],
  references: [
    {
      title: 'Than M et al. Development and validation of the EDACS and 2 h diagnostic protocol',
      doi: '10.1111/1742-6723.12164',
      year: 2014,
    },
  ],
  refuses: refuseRiskFactorCount,
  alsoNeeds(v) {
    if (!isYoung(v.age ?? 0) || v.coronary_artery_disease || openRiskFactors(v).length === 0) {
      return [];
    }
    return ['coronary_artery_disease', ...openRiskFactors(v)];
  },
  compute(v) {
    const young = isYoung(v.age);
    const burden = v.coronary_artery_disease === true || countRiskFactors(v) >= 3;
    const riskPoints = pointsIf(young && burden, 4);
    const points = {
      age: age(v.age),
      sex: pointsIf(v.sex === 'M', 6),
      diaphoresis: pointsIf(v.diaphoresis, 3),
      pain_radiates: pointsIf(v.pain_radiates, 5),
      pain_on_inspiration: v.pain_on_inspiration ? -4 : 0,
      pain_on_palpation: v.pain_on_palpation ? -6 : 0,
    };
    return {
      value: sumOf(points).value + riskPoints,
      points,
      derived: [{ name: 'coronary_disease_or_risk_factor_points', value: riskPoints }],
    };
  },
});
