import { flag, ownFlag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { ACTIVE_CANCER, THROMBOPHILIA } from './shared-inputs.js';

const age = stepsFrom(0, [70, 1]);
const bmiBands = stepsFrom(0, [30, 1]);
/** Calculated from weight and height, 30 may come out as 29.9999999. */
const bmi = (kgPerM2: number) => bmiBands(rounded(kgPerM2, 2));

/** Venous thromboembolism of medical inpatients (Barbar 2010). */
export const padua = defineScore({
  id: 'padua',
  name: 'Padua prediction score',
  aliases: ['padua_score'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates venous thromboembolism of medical inpatients without prophylaxis.',
  population: 'Adults admitted to a medical ward',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 20 },
  inputs: {
    active_cancer: {
      ...ACTIVE_CANCER,
      help: 'Metastases, or chemotherapy or radiotherapy within the last 6 months.',
    },
    prior_vte: flag('prior_vte', { help: 'Not superficial vein thrombosis.' }),
    reduced_mobility: ownFlag('Bed rest with bathroom privileges for 3 days or more'),
    thrombophilia: THROMBOPHILIA,
    trauma_or_surgery_within_1_month: ownFlag('Trauma or surgery within 1 month'),
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    heart_or_respiratory_failure: ownFlag('Heart or respiratory failure'),
    acute_infarction_or_stroke: ownFlag('Acute myocardial infarction or ischaemic stroke'),
    acute_infection_or_rheumatic_disorder: ownFlag('Acute infection or rheumatological disorder'),
    bmi: quantity('bmi', { cuts: bmiBands.cuts, monotone: 'rising' }),
    hormonal_treatment: ownFlag('Ongoing hormonal treatment'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk: 0.3 % had venous thromboembolism within 90 days.',
      action: {
        text: 'No drug or mechanical thromboprophylaxis.',
        source: 'ACCP 2012, 10.1378/chest.11-2296',
      },
    },
    {
      id: 'high',
      from: 4,
      interpretation: 'High risk: 11 % had it within 90 days without prophylaxis.',
      action: {
        text: 'Drug thromboprophylaxis; mechanical where the risk of bleeding is high.',
        source: 'ACCP 2012, 10.1378/chest.11-2296',
      },
    },
  ],
  references: [
    {
      title: 'Barbar S et al. A risk assessment model for hospitalized medical patients: Padua',
      doi: '10.1111/j.1538-7836.2010.04044.x',
      year: 2010,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      active_cancer: pointsIf(v.active_cancer, 3),
      prior_vte: pointsIf(v.prior_vte, 3),
      reduced_mobility: pointsIf(v.reduced_mobility, 3),
      thrombophilia: pointsIf(v.thrombophilia, 3),
      trauma_or_surgery_within_1_month: pointsIf(v.trauma_or_surgery_within_1_month, 2),
      age: age(v.age),
      heart_or_respiratory_failure: pointsIf(v.heart_or_respiratory_failure),
      acute_infarction_or_stroke: pointsIf(v.acute_infarction_or_stroke),
      acute_infection_or_rheumatic_disorder: pointsIf(v.acute_infection_or_rheumatic_disorder),
      bmi: bmi(v.bmi),
      hormonal_treatment: pointsIf(v.hormonal_treatment),
    });
    const risk = {
      outcome: 'venous thromboembolism without prophylaxis',
      probability: value >= 4 ? 0.11 : 0.003,
      horizon: '90 days',
    };
    return { value, points, risk };
  },
});
