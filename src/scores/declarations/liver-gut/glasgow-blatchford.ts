import { flag, ownFlag, quantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

/** Urea 6.5, 8, 10 and 25 mmol/L, as the paper's card gives them in mg/dL of urea nitrogen. */
const bun = stepsFrom(0, [18.2, 2], [22.4, 3], [28, 4], [70, 6]);
const hemoglobin = {
  M: stepsFrom(6, [10, 3], [12, 1], [13, 0]),
  F: stepsFrom(6, [10, 1], [12, 0]),
} as const;
const systolic = stepsFrom(3, [90, 2], [100, 1], [110, 0]);
const pulse = stepsFrom(0, [100, 1]);

const source = 'ESGE guideline on non-variceal upper GI bleeding 2021; ACG 2021';

/** Need of treatment in upper gastrointestinal bleeding, before endoscopy (Blatchford 2000). */
export const glasgowBlatchford = defineScore({
  id: 'glasgow_blatchford',
  name: 'Glasgow–Blatchford bleeding score',
  aliases: ['gbs', 'blatchford', 'glasgow_blatchford_score', 'glasgow_bleeding_score'],
  group: 'liver and gut',
  purpose: 'Finds patients with upper gastrointestinal bleeding who can go home.',
  population: 'Adults with upper gastrointestinal bleeding, before endoscopy',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 23 },
  inputs: {
    bun: quantity('bun', { cuts: bun.cuts }),
    hemoglobin: quantity('hemoglobin', { cuts: hemoglobin.M.cuts }),
    sex: sex(),
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts }),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts }),
    melena: ownFlag('Melaena'),
    syncope: ownFlag('Syncope', { help: 'At presentation.' }),
    liver_disease: flag('liver_disease', {
      title: 'Liver disease',
      help: 'Known, or clinical or laboratory signs of chronic or acute disease.',
    }),
    congestive_heart_failure: flag('congestive_heart_failure'),
  },
  categories: [
    {
      id: 'very low',
      from: 0,
      interpretation: 'Very low risk of needing treatment or of dying.',
      action: { text: 'Can be managed as an outpatient, with endoscopy later.', source },
    },
    {
      id: 'raised',
      from: 2,
      interpretation: 'Raised risk of needing transfusion, endoscopic treatment or surgery.',
      action: { text: 'Admit; resuscitate; endoscopy within 24 hours.', source },
    },
    {
      id: 'high',
      from: 7,
      interpretation: 'High risk: endoscopic treatment is often needed from 7 on.',
      action: { text: 'Admit; resuscitate; endoscopy within 24 hours.', source },
    },
  ],
  references: [
    {
      title:
        'Blatchford O et al. A risk score to predict need for treatment for upper-gastrointestinal ' +
        'haemorrhage',
      doi: '10.1016/S0140-6736(00)02816-6',
      year: 2000,
    },
    {
      title:
        'Stanley AJ et al. Comparison of risk scoring systems for patients presenting with upper ' +
        'gastrointestinal bleeding',
      doi: '10.1136/bmj.i6432',
      year: 2017,
    },
    {
      title: 'Gralnek IM et al. Non-variceal upper gastrointestinal hemorrhage: ESGE guideline',
      doi: '10.1055/a-1369-5274',
      year: 2021,
    },
  ],
  compute: (v) =>
    sumOf({
      bun: bun(rounded(v.bun, 2)),
      hemoglobin: hemoglobin[v.sex](v.hemoglobin),
      systolic_bp: systolic(v.systolic_bp),
      heart_rate: pulse(v.heart_rate),
      melena: pointsIf(v.melena),
      syncope: pointsIf(v.syncope, 2),
      liver_disease: pointsIf(v.liver_disease, 2),
      congestive_heart_failure: pointsIf(v.congestive_heart_failure, 2),
    }),
});
