import { ownFlag, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { ACTIVE_CANCER, CENTRAL_VENOUS_CATHETER, INTENSIVE_CARE } from './shared-inputs.js';

const age = stepsFrom(0, [40, 1.5], [85, 3.5]);
const egfr = stepsFrom(2.5, [30, 1], [60, 0]);
const platelets = stepsFrom(4, [50, 0]);

/** Bleeding of acutely ill medical inpatients (Decousus 2011). */
export const improveBleeding = defineScore({
  id: 'improve_bleeding',
  name: 'IMPROVE bleeding risk score',
  group: 'thrombosis and bleeding',
  purpose: 'Estimates bleeding in hospital, to weigh against thromboprophylaxis.',
  population: 'Acutely ill adults admitted to a medical ward',
  unit: '{score}',
  decimals: 1,
  range: { min: 0, max: 30.5 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    sex: sex(),
    egfr: quantity('egfr', { cuts: egfr.cuts, monotone: 'falling' }),
    platelets: quantity('platelets', { cuts: platelets.cuts, monotone: 'falling' }),
    active_cancer: ACTIVE_CANCER,
    rheumatic_disease: ownFlag('Rheumatic disease'),
    central_venous_catheter: CENTRAL_VENOUS_CATHETER,
    intensive_care: INTENSIVE_CARE,
    hepatic_failure: ownFlag('Liver failure with an INR above 1.5'),
    bleeding_within_3_months: ownFlag('Bleeding within the 3 months before admission'),
    active_gastroduodenal_ulcer: ownFlag('Active gastroduodenal ulcer'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Below 7: no increased risk of bleeding (major bleeding in 0.4 %).',
    },
    {
      id: 'high',
      from: 7,
      interpretation: '7 or more: increased risk of bleeding (major bleeding in 4.1 %).',
      action: {
        text: 'Consider mechanical instead of drug thromboprophylaxis.',
        source: 'Decousus 2011, 10.1378/chest.09-3081',
      },
    },
  ],
  references: [
    {
      title: 'Decousus H et al. Factors at admission associated with bleeding risk: IMPROVE',
      doi: '10.1378/chest.09-3081',
      year: 2011,
    },
  ],
  compute: (v) =>
    sumOf({
      age: age(v.age),
      sex: pointsIf(v.sex === 'M'),
      egfr: egfr(v.egfr),
      platelets: platelets(v.platelets),
      active_cancer: pointsIf(v.active_cancer, 2),
      rheumatic_disease: pointsIf(v.rheumatic_disease, 2),
      central_venous_catheter: pointsIf(v.central_venous_catheter, 2),
      intensive_care: pointsIf(v.intensive_care, 2.5),
      hepatic_failure: pointsIf(v.hepatic_failure, 2.5),
      bleeding_within_3_months: pointsIf(v.bleeding_within_3_months, 4),
      active_gastroduodenal_ulcer: pointsIf(v.active_gastroduodenal_ulcer, 4.5),
    }),
});
