import { choice, flag, ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const acidity = stepsFrom(1, [7.3, 0]);
const eosinopenia = stepsFrom(1, [0.05, 0]);
/** Deaths in hospital by score, derivation cohort (n = 920); no patient there had 6 points. */
const MORTALITY = [0.005, 0.021, 0.084, 0.24, 0.456, 0.7];
const DYSPNEA = { '1-4': 0, '5a': 1, '5b': 2 } as const;

const action = (text: string) => ({ text, source: 'Echevarria 2016; NICE NG115' });

/** In-hospital mortality of an exacerbation of COPD (Steer 2012). */
export const decaf = defineScore({
  id: 'decaf',
  name: 'DECAF score',
  aliases: ['decaf_score'],
  group: 'lung',
  purpose: 'Predicts death in hospital with an acute exacerbation of COPD.',
  population: 'Adults of 35 years and over in hospital with an exacerbation of COPD',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    emrcd_dyspnea: choice(
      'Extended MRC dyspnoea grade when stable, on a good day of the last three months',
      {
        '1-4': 'leaves the house unassisted',
        '5a': 'cannot leave the house unassisted; washes or dresses alone',
        '5b': 'cannot leave the house unassisted; needs help to wash and dress',
      },
    ),
    eosinophils: ownQuantity('Eosinophil count', '10*3/uL', [0, 100], 0.01, {
      cuts: eosinopenia.cuts,
    }),
    consolidation: ownFlag('Consolidation on the chest film'),
    arterial_ph: quantity('arterial_ph', { cuts: acidity.cuts }),
    atrial_fibrillation: flag('atrial_fibrillation', { help: 'Paroxysmal counts too.' }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk of death in hospital: about 1.4 %.',
      action: action('Think of hospital at home or early supported discharge.'),
    },
    {
      id: 'intermediate',
      from: 2,
      interpretation: 'Intermediate risk of death in hospital: about 8 %.',
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'High risk of death in hospital: about 35 %.',
      action: action('Escalate early, or talk about palliative care.'),
    },
  ],
  references: [
    {
      title:
        'Steer J et al. The DECAF Score: predicting hospital mortality in exacerbations of chronic ' +
        'obstructive pulmonary disease',
      doi: '10.1136/thoraxjnl-2012-202103',
      year: 2012,
    },
    {
      title:
        'Echevarria C et al. Validation of the DECAF score to predict hospital mortality in acute ' +
        'exacerbations of COPD',
      doi: '10.1136/thoraxjnl-2015-207775',
      year: 2016,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      emrcd_dyspnea: DYSPNEA[v.emrcd_dyspnea],
      eosinophils: eosinopenia(v.eosinophils),
      consolidation: pointsIf(v.consolidation),
      arterial_ph: acidity(v.arterial_ph),
      atrial_fibrillation: pointsIf(v.atrial_fibrillation),
    });
    const probability = MORTALITY[value];
    return {
      value,
      points,
      risk:
        probability !== undefined
          ? { outcome: 'death', probability, horizon: 'hospital stay' }
          : undefined,
    };
  },
});
