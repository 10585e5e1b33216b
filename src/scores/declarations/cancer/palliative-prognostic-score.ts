import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { answers } from '../../questionnaire.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';
import { KARNOFSKY } from '../function/performance-inputs.js';

/** Title of the percentage, as the scores that ask for it have it. */
export const LYMPHOCYTE_PERCENT = 'Lymphocytes, part of the white cells';

const karnofsky = stepsFrom(2.5, [30, 0]);
// 4.8–8.5 normal, 8.501–11.0 high, above 11.0 very high.
const leukocytes = stepsAbove(0, [8.5, 0.5], [11, 1.5]);
// 20–40 % normal, 12–19.9 % low, below 12 % very low.
const lymphocytes = stepsFrom(2.5, [12, 1], [20, 0]);

/** Survival over 30 days in incurable cancer (Pirovano and Maltoni 1999). */
export const palliativePrognosticScore = defineScore({
  id: 'palliative_prognostic_score',
  name: 'Palliative Prognostic Score',
  aliases: ['pap_score', 'pap'],
  group: 'cancer',
  purpose: 'Groups patients with incurable cancer by their chance of living 30 days.',
  population: 'Adults with solid cancer beyond anticancer treatment',
  unit: '{score}',
  decimals: 1,
  range: { min: 0, max: 17.5 },
  inputs: {
    dyspnea: ownFlag('Dyspnoea'),
    anorexia: ownFlag('Anorexia'),
    karnofsky: { ...KARNOFSKY, min: 10, cuts: karnofsky.cuts, monotone: 'falling' },
    predicted_survival_weeks: answers('Survival that the clinician predicts', {
      '0': 'more than 12 weeks',
      '2': '11 or 12 weeks',
      '2.5': '7 to 10 weeks',
      '4.5': '5 or 6 weeks',
      '6': '3 or 4 weeks',
      '8.5': '1 or 2 weeks',
    }),
    wbc: quantity('wbc', { cuts: leukocytes.cuts, monotone: 'rising' }),
    lymphocyte_percent: ownQuantity(LYMPHOCYTE_PERCENT, '%', [0, 100], 0.1, {
      cuts: lymphocytes.cuts,
      monotone: 'falling',
    }),
  },
  categories: [
    { id: 'group A', from: 0, interpretation: 'More than 70 % live 30 days (0–5.5 points).' },
    { id: 'group B', from: 6, interpretation: '30 to 70 % live 30 days (5.6–11 points).' },
    { id: 'group C', from: 11.5, interpretation: 'Fewer than 30 % live 30 days (11.1–17.5).' },
  ],
  references: [
    {
      title:
        'Pirovano M et al. A new palliative prognostic score: a first step for the staging of ' +
        'terminally ill cancer patients',
      doi: '10.1016/S0885-3924(98)00145-6',
      year: 1999,
    },
    {
      title:
        'Maltoni M et al. Successful validation of the palliative prognostic score in terminally ' +
        'ill cancer patients',
      doi: '10.1016/S0885-3924(98)00146-8',
      year: 1999,
    },
  ],
  compute: (v) =>
    sumOf({
      dyspnea: pointsIf(v.dyspnea),
      anorexia: pointsIf(v.anorexia, 1.5),
      karnofsky: karnofsky(v.karnofsky),
      predicted_survival_weeks: Number(v.predicted_survival_weeks),
      wbc: leukocytes(v.wbc),
      lymphocyte_percent: lymphocytes(v.lymphocyte_percent),
    }),
});
