import { ownFlag, quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { ageInDays, ILL_APPEARING } from './febrile-infant.js';

/** Risk group of a febrile infant: 0 low, 1 intermediate, 2 high (Mintegi 2014, Gomez 2016). */
export const stepByStep = defineScore({
  id: 'step_by_step',
  name: 'Step-by-Step approach to the febrile infant',
  aliases: ['step_by_step_febrile_infant', 'febrile_infant_step_by_step'],
  group: 'paediatrics',
  purpose: 'Sorts febrile infants by their risk of an invasive bacterial infection.',
  population: 'Infants of up to 90 days with fever without a source',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 2 },
  inputs: {
    ill_appearing: ILL_APPEARING,
    age_days: ageInDays(90, [22]),
    leukocyturia: ownFlag('White cells in urine (positive urine test)'),
    procalcitonin: quantity('procalcitonin', { cuts: [0.5], monotone: 'rising' }),
    crp: quantity('crp', { cuts: [20], monotone: 'rising' }),
    neutrophils: quantity('neutrophils', { cuts: [10], monotone: 'rising' }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk of an invasive bacterial infection.',
      action: {
        text: 'Lumbar puncture and antibiotics may be left out; observe for some hours.',
        source: 'Gomez 2016, 10.1542/peds.2015-4381',
      },
    },
    {
      id: 'intermediate',
      from: 1,
      interpretation:
        'Intermediate risk: raised CRP (above 20 mg/L) or neutrophils (above 10 000).',
      action: {
        text: 'Blood culture and close observation; decide on antibiotics by the course.',
        source: 'Gomez 2016, 10.1542/peds.2015-4381',
      },
    },
    {
      id: 'high',
      from: 2,
      interpretation:
        'High risk: looks ill, 21 days or younger, leukocyturia, or procalcitonin 0.5 ng/mL or more.',
      action: {
        text: 'Cultures (with lumbar puncture where ill or 21 days or younger), antibiotics, admission.',
        source: 'Gomez 2016, 10.1542/peds.2015-4381',
      },
    },
  ],
  references: [
    {
      title:
        'Gomez B et al. Validation of the Step-by-Step approach in the management of young ' +
        'febrile infants',
      doi: '10.1542/peds.2015-4381',
      year: 2016,
    },
  ],
  compute(v) {
    const young = Math.floor(v.age_days) <= 21;
    if (v.ill_appearing || young || v.leukocyturia || v.procalcitonin >= 0.5) return { value: 2 };
    return { value: v.crp > 20 || v.neutrophils > 10 ? 1 : 0 };
  },
});
