import { ownFlag } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { MALLAMPATI } from './mallampati.js';

const FINDINGS = [
  'reduced_neck_mobility',
  'mouth_opening_below_3_cm',
  'coma',
  'severe_hypoxemia',
  'operator_not_anesthesiologist',
] as const;

/** Difficult intubation in intensive care (De Jong 2013). */
export const macocha = defineScore({
  id: 'macocha',
  name: 'MACOCHA score',
  aliases: ['macocha_score'],
  group: 'trauma and surgery',
  purpose: 'Predicts a difficult intubation in intensive care.',
  population: 'Critically ill adults before intubation',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 12 },
  inputs: {
    mallampati_class: MALLAMPATI,
    obstructive_sleep_apnea: ownFlag('Obstructive sleep apnoea', { fixed: true }),
    reduced_neck_mobility: ownFlag('Reduced mobility of the neck (collar, arthritis)'),
    mouth_opening_below_3_cm: ownFlag('Mouth opens less than 3 cm'),
    coma: ownFlag('Coma'),
    severe_hypoxemia: ownFlag('Severe hypoxaemia (saturation below 80 %)'),
    operator_not_anesthesiologist: ownFlag('The operator is no anaesthetist'),
  },
  categories: [
    {
      id: 'not-predicted',
      from: 0,
      interpretation: 'A difficult intubation is unlikely (0–2; negative predictive value 98 %).',
    },
    {
      id: 'predicted',
      from: 3,
      interpretation: 'A difficult intubation is predicted (3 or more; about one in three).',
      action: {
        text: 'Prepare for a difficult airway and call the most experienced operator.',
        source: 'De Jong 2013, 10.1164/rccm.201210-1851OC',
      },
    },
  ],
  references: [
    {
      title: 'De Jong A et al. Early identification of difficult intubation: the MACOCHA score',
      doi: '10.1164/rccm.201210-1851OC',
      year: 2013,
    },
  ],
  compute: (v) =>
    sumOf({
      mallampati_class: pointsIf(Number(v.mallampati_class) >= 3, 5),
      obstructive_sleep_apnea: pointsIf(v.obstructive_sleep_apnea, 2),
      ...onePointEach(v, FINDINGS),
    }),
});
