import { ownFlag, ownQuantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Below 3 cm, 3 to 6 cm, above 6 cm. */
const size = (diameter: number) => (diameter > 6 ? 3 : diameter >= 3 ? 2 : 1);

/** Surgical grade of an arteriovenous malformation of the brain (Spetzler and Martin 1986). */
export const spetzlerMartin = defineScore({
  id: 'spetzler_martin',
  name: 'Spetzler–Martin grade of an arteriovenous malformation',
  aliases: ['spetzler_martin_grade', 'avm_grade'],
  group: 'neurology',
  purpose: 'Grades the risk of operating on an arteriovenous malformation of the brain.',
  population: 'Patients with an arteriovenous malformation of the brain',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 5 },
  inputs: {
    avm_size: ownQuantity('Largest diameter of the nidus', 'cm', [0.1, 15], 0.1, {
      cuts: [3, 6],
      monotone: 'rising',
    }),
    eloquent_location: ownFlag('In or next to eloquent brain', {
      help:
        'Sensorimotor, language or visual cortex, hypothalamus, thalamus, internal capsule, ' +
        'brainstem, cerebellar peduncles, deep cerebellar nuclei',
    }),
    deep_venous_drainage: ownFlag('Drains into deep veins'),
  },
  categories: [
    { id: 'A', from: 1, interpretation: 'Grade I or II (Spetzler–Ponce class A): lowest risk.' },
    { id: 'B', from: 3, interpretation: 'Grade III (class B): intermediate surgical risk.' },
    { id: 'C', from: 4, interpretation: 'Grade IV or V (class C): highest surgical risk.' },
  ],
  references: [
    {
      title: 'Spetzler RF, Martin NA. A proposed grading system for arteriovenous malformations',
      doi: '10.3171/jns.1986.65.4.0476',
      year: 1986,
    },
    {
      title:
        'Spetzler RF, Ponce FA. A 3-tier classification of cerebral arteriovenous malformations',
      doi: '10.3171/2010.8.JNS10663',
      year: 2011,
    },
  ],
  compute: (v) =>
    sumOf({
      avm_size: size(v.avm_size),
      eloquent_location: pointsIf(v.eloquent_location),
      deep_venous_drainage: pointsIf(v.deep_venous_drainage),
    }),
});
