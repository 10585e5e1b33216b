import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { EARLIER_BLEEDING } from './shared-inputs.js';

/** "Above 75 years", in completed years. */
const age = stepsFrom(0, [76, 1]);
/** Gage 2006: major bleeds per 100 patient-years by points 0 to 4, then from 5 on. */
const BLEEDS = [0.019, 0.025, 0.053, 0.084, 0.104];
const BLEEDS_FROM_5 = 0.123;

/** Major bleeding on warfarin in atrial fibrillation (Gage 2006). */
export const hemorr2hages = defineScore({
  id: 'hemorr2hages',
  name: 'HEMORR₂HAGES score',
  aliases: ['hemorrhages'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates major bleeding on warfarin in atrial fibrillation.',
  population: 'Adults with atrial fibrillation who take or may take warfarin',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 12 },
  inputs: {
    hepatic_or_renal_disease: ownFlag('Liver or kidney disease', { fixed: true }),
    alcohol_misuse: flag('alcohol_misuse'),
    cancer_history: ownFlag('Cancer, active or in the history', { fixed: true }),
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    reduced_platelet_count_or_function: ownFlag('Reduced platelet count or function', {
      help: 'Also an antiplatelet drug.',
    }),
    earlier_bleeding: EARLIER_BLEEDING,
    uncontrolled_hypertension: ownFlag('Uncontrolled hypertension, systolic above 160 mmHg'),
    anemia: ownFlag('Anaemia'),
    genetic_factors: ownFlag('Genetic factors (CYP2C9 variants)', {
      fixed: true,
      help: 'No where it was not tested.',
    }),
    excessive_fall_risk: ownFlag('Excessive risk of falls'),
    stroke: flag('stroke'),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk (0 to 1): 1.9 to 2.5 bleeds in 100 years.' },
    {
      id: 'intermediate',
      from: 2,
      interpretation: 'Intermediate risk (2 to 3): 5.3 to 8.4 bleeds in 100 patient-years.',
    },
    {
      id: 'high',
      from: 4,
      interpretation: 'High risk (4 and above): 10.4 or more bleeds in 100 patient-years.',
    },
  ],
  references: [
    {
      title: 'Gage BF et al. Clinical classification schemes for predicting hemorrhage (NRAF)',
      doi: '10.1016/j.ahj.2005.04.017',
      year: 2006,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      hepatic_or_renal_disease: pointsIf(v.hepatic_or_renal_disease),
      alcohol_misuse: pointsIf(v.alcohol_misuse),
      cancer_history: pointsIf(v.cancer_history),
      age: age(v.age),
      reduced_platelet_count_or_function: pointsIf(v.reduced_platelet_count_or_function),
      earlier_bleeding: pointsIf(v.earlier_bleeding, 2),
      uncontrolled_hypertension: pointsIf(v.uncontrolled_hypertension),
      anemia: pointsIf(v.anemia),
      genetic_factors: pointsIf(v.genetic_factors),
      excessive_fall_risk: pointsIf(v.excessive_fall_risk),
      stroke: pointsIf(v.stroke),
    });
    const probability = BLEEDS[value] ?? BLEEDS_FROM_5;
    return { value, points, risk: { outcome: 'major bleeding', probability, horizon: '1 year' } };
  },
});
