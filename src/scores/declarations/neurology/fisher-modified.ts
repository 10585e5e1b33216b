import { choice } from '../../input.js';
import { defineScore } from '../../score.js';
import { INTRAVENTRICULAR } from './stroke-inputs.js';

/** Symptomatic vasospasm by grade 0–4: Frontera 2006. */
const VASOSPASM = [0, 0.24, 0.33, 0.33, 0.4];

/** Amount of blood on the first CT of a subarachnoid haemorrhage (Frontera 2006). */
export const fisherModified = defineScore({
  id: 'modified_fisher',
  name: 'Modified Fisher scale',
  aliases: ['fisher_modified', 'modified_fisher_scale', 'modified_fisher_grade'],
  group: 'neurology',
  purpose: 'Grades the blood on the first CT and with it the risk of symptomatic vasospasm.',
  population: 'Patients with an aneurysmal subarachnoid haemorrhage',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 4 },
  inputs: {
    subarachnoid_blood: choice('Subarachnoid blood on the first CT', {
      none: 'none',
      thin: 'thin, focal or diffuse',
      thick: 'thick, focal or diffuse',
    }),
    intraventricular_hemorrhage: INTRAVENTRICULAR,
  },
  categories: [
    { id: '0', from: 0, interpretation: 'No blood: symptomatic vasospasm was not seen (0 %).' },
    { id: '1', from: 1, interpretation: 'Thin blood, none in the ventricles: vasospasm in 24 %.' },
    { id: '2', from: 2, interpretation: 'Thin or no blood, with ventricles: vasospasm in 33 %.' },
    { id: '3', from: 3, interpretation: 'Thick blood, none in the ventricles: vasospasm in 33 %.' },
    { id: '4', from: 4, interpretation: 'Thick blood and ventricles: vasospasm in 40 %.' },
  ],
  references: [
    {
      title:
        'Frontera JA et al. Prediction of symptomatic vasospasm after subarachnoid hemorrhage: ' +
        'the modified Fisher scale',
      doi: '10.1227/01.neu.0000218821.34014.1b',
      year: 2006,
    },
  ],
  compute({ subarachnoid_blood, intraventricular_hemorrhage }) {
    // The paper counts blood in both lateral ventricles, calculators any. In the ventricles alone it is grade 2, as thin blood with it.
    const thick = subarachnoid_blood === 'thick' ? 3 : 1;
    const value = intraventricular_hemorrhage
      ? thick + 1
      : subarachnoid_blood === 'none'
        ? 0
        : thick;
    return {
      value,
      risk: {
        outcome: 'symptomatic vasospasm',
        probability: VASOSPASM[value] ?? 0,
        horizon: 'hospital stay',
      },
    };
  },
});
