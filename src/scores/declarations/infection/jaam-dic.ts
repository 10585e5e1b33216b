import { ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const products = stepsFrom(0, [10, 1], [25, 3]);

/** Count < 80 or a fall by more than half: 3; < 120 or by more than 30 %: 1. */
function plateletPoints(count: number, fallPercent: number): number {
  if (count < 80 || fallPercent > 50) return 3;
  return pointsIf(count < 120 || fallPercent > 30);
}

export const jaamDic = defineScore({
  id: 'jaam_dic',
  name: 'JAAM score for acute disseminated intravascular coagulation',
  aliases: ['jaam', 'japanese_association_for_acute_medicine_dic'],
  group: 'infection',
  purpose: 'Diagnoses disseminated intravascular coagulation early in the critically ill.',
  population: 'Critically ill adults with a disease that causes it',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    sirs: ownQuantity('SIRS criteria met', '{score}', [0, 4], 1, {
      cuts: [3],
      monotone: 'rising',
    }),
    platelets: quantity('platelets', { cuts: [80, 120], monotone: 'falling' }),
    platelet_fall_24_hours: ownQuantity('Fall of platelets within 24 hours', '%', [0, 100], 1, {
      cuts: [30, 50],
      monotone: 'rising',
      optional: true,
    }),
    fibrin_degradation_products: ownQuantity(
      'Fibrin and fibrinogen degradation products',
      'ug/mL',
      [0, 10_000],
      0.1,
      { cuts: products.cuts, monotone: 'rising', help: 'Not D-dimer: its limits are others.' },
    ),
    prothrombin_time_ratio: ownQuantity('Prothrombin time ratio', '1', [0.5, 30], 0.01, {
      cuts: [1.2],
      monotone: 'rising',
      help: 'Patient over normal control.',
    }),
  },
  categories: [
    { id: 'no dic', from: 0, interpretation: 'The criteria are not met.' },
    {
      id: 'dic',
      from: 4,
      interpretation: 'Disseminated intravascular coagulation by the JAAM criteria.',
      action: {
        text: 'Treat the cause; follow coagulation and bleeding.',
        source: 'Gando 2006, 10.1097/01.CCM.0000202209.42491.38',
      },
    },
  ],
  references: [
    {
      title:
        'Gando S et al. A multicenter, prospective validation of disseminated intravascular ' +
        'coagulation diagnostic criteria for critically ill patients',
      doi: '10.1097/01.CCM.0000202209.42491.38',
      year: 2006,
    },
  ],
  compute: (v) =>
    sumOf({
      sirs: pointsIf(v.sirs >= 3),
      platelets: plateletPoints(v.platelets, v.platelet_fall_24_hours ?? 0),
      fibrin_degradation_products: products(v.fibrin_degradation_products),
      prothrombin_time_ratio: pointsIf(v.prothrombin_time_ratio >= 1.2),
    }),
});
