import { choice, flag, ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const POPULATION = { north_american_or_european: 0, japanese: 3, finnish: 5 } as const;
const SITE = { ica: 0, mca: 2, aca_pcom_posterior: 4 } as const;
const size = stepsFrom(0, [7, 3], [10, 6], [20, 10]);

/** Rupture within five years by score: Greving 2014, table. */
const rupture = stepsFrom(
  0.004,
  [3, 0.007],
  [4, 0.009],
  [5, 0.013],
  [6, 0.017],
  [7, 0.024],
  [8, 0.032],
  [9, 0.043],
  [10, 0.053],
  [11, 0.072],
  [12, 0.178],
);

/** Rupture of an unruptured intracranial aneurysm (Greving 2014). */
export const phases = defineScore({
  id: 'phases',
  name: 'PHASES score',
  aliases: ['phases_score', 'aneurysm_rupture_phases'],
  group: 'neurology',
  purpose: 'Predicts the rupture of an unruptured intracranial aneurysm within five years.',
  population: 'Adults with an unruptured saccular intracranial aneurysm',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 22 },
  inputs: {
    aneurysm_population: choice('Population', {
      north_american_or_european: 'North American or European (not Finnish)',
      japanese: 'Japanese',
      finnish: 'Finnish',
    }),
    hypertension: flag('hypertension'),
    age: quantity('age', { min: 18, cuts: [70], monotone: 'rising' }),
    aneurysm_size: ownQuantity('Largest diameter of the aneurysm', 'mm', [0.5, 60], 0.1, {
      cuts: size.cuts,
      monotone: 'rising',
    }),
    earlier_sah: ownFlag('Earlier subarachnoid haemorrhage from another aneurysm', { fixed: true }),
    aneurysm_site: choice('Site', {
      ica: 'internal carotid artery',
      mca: 'middle cerebral artery',
      aca_pcom_posterior: 'anterior cerebral or communicating, posterior communicating, posterior',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Rupture within five years in under 1 % (0–4).' },
    {
      id: 'intermediate',
      from: 5,
      interpretation: 'Rupture within five years in 1.3–4.3 % (5–9).',
    },
    { id: 'high', from: 10, interpretation: 'Rupture within five years in 5 % or more.' },
  ],
  references: [
    {
      title: 'Greving JP et al. Development of the PHASES score for prediction of aneurysm rupture',
      doi: '10.1016/S1474-4422(13)70263-1',
      year: 2014,
    },
  ],
  compute(v) {
    const points = {
      aneurysm_population: POPULATION[v.aneurysm_population],
      hypertension: pointsIf(v.hypertension),
      age: pointsIf(v.age >= 70),
      aneurysm_size: size(v.aneurysm_size),
      earlier_sah: pointsIf(v.earlier_sah),
      aneurysm_site: SITE[v.aneurysm_site],
    };
    const { value } = sumOf(points);
    return {
      value,
      points,
      risk: { outcome: 'aneurysm rupture', probability: rupture(value), horizon: '5 years' },
    };
  },
});
