import { ownQuantity, quantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const age = stepsFrom(0, [50, 2], [60, 4], [70, 6], [80, 7]);
const comorbidities = stepsFrom(0, [1, 1], [2, 2]);
const breathing = stepsFrom(0, [20, 1], [30, 2]);
/** < 7 | 7–14 | > 14 mmol/L. */
const urea = (level: number) => (level > 14 ? 3 : pointsIf(level >= 7));
const crp = stepsFrom(0, [50, 1], [100, 2]);

/** Deaths in hospital by 1–21 points in the validation cohort, percent (Knight 2020, figure 2). */
const MORTALITY = [
  0.3, 0.8, 2.3, 4.8, 7.5, 7.8, 11.7, 14.4, 19.2, 22.9, 26.9, 32.9, 40.1, 44.6, 51.6, 59.1, 66.1,
  75.8, 77.4, 82.9, 87.5,
] as const;

export const fourCMortality = defineScore({
  id: '4c_mortality',
  name: '4C Mortality Score for COVID-19',
  aliases: ['four_c_mortality', '4c', 'isaric_4c_mortality', '4c_mortality_covid_19'],
  group: 'infection',
  purpose: 'Estimates the risk of death in hospital with COVID-19.',
  population: 'Adults admitted to hospital with COVID-19 (first wave, before vaccination)',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 21 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    sex: sex(),
    comorbidities: ownQuantity('Number of comorbidities', '1', [0, 30], 1, {
      cuts: comorbidities.cuts,
      monotone: 'rising',
      help:
        'Heart, lung (not asthma), kidney (eGFR ≤ 30), liver or neurological disease, dementia, ' +
        'connective tissue disease, diabetes, HIV, cancer, obesity.',
    }),
    respiratory_rate: quantity('respiratory_rate', { cuts: breathing.cuts, monotone: 'rising' }),
    oxygen_saturation: quantity('oxygen_saturation', {
      cuts: [92],
      monotone: 'falling',
      help: 'On room air.',
    }),
    gcs: quantity('gcs', { cuts: [15], monotone: 'falling' }),
    urea: quantity('urea', { cuts: [7, 14], monotone: 'rising' }),
    crp: quantity('crp', { cuts: crp.cuts, monotone: 'rising' }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk: 1.2 % died in hospital.' },
    { id: 'intermediate', from: 4, interpretation: 'Intermediate risk: 9.9 % died in hospital.' },
    { id: 'high', from: 9, interpretation: 'High risk: 31.4 % died in hospital.' },
    { id: 'very high', from: 15, interpretation: 'Very high risk: 61.5 % died in hospital.' },
  ],
  references: [
    {
      title:
        'Knight SR et al. Risk stratification of patients admitted to hospital with covid-19 using ' +
        'the ISARIC WHO Clinical Characterisation Protocol: the 4C Mortality Score',
      doi: '10.1136/bmj.m3339',
      year: 2020,
    },
    {
      title:
        'Prospective validation of the 4C prognostic models for adults hospitalised with COVID-19',
      doi: '10.1136/thoraxjnl-2021-217629',
      year: 2022,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      age: age(v.age),
      sex: pointsIf(v.sex === 'M'),
      comorbidities: comorbidities(v.comorbidities),
      respiratory_rate: breathing(v.respiratory_rate),
      oxygen_saturation: pointsIf(v.oxygen_saturation < 92, 2),
      gcs: pointsIf(v.gcs < 15, 2),
      // Urea nitrogen of 19.6 mg/dL, the limit in these units, is 6.997 mmol/L of urea.
      urea: urea(rounded(v.urea, 2)),
      crp: crp(v.crp),
    });
    const percent = MORTALITY[value - 1];
    return {
      value,
      points,
      risk:
        percent !== undefined
          ? {
              outcome: 'death in hospital',
              probability: percent / 100,
              horizon: 'hospital stay',
            }
          : undefined,
    };
  },
});
