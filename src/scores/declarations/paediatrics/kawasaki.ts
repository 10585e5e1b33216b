import { ownFlag, ownQuantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const AHA = 'AHA 2017, 10.1161/CIR.0000000000000484';

/** Principal features of Kawasaki disease and whether they make the diagnosis (AHA 2017). */
export const kawasaki = defineScore({
  id: 'kawasaki',
  name: 'Kawasaki disease criteria',
  aliases: ['kawasaki_criteria', 'kawasaki_disease'],
  group: 'paediatrics',
  purpose: 'Determines whether fever and the principal features make a classic Kawasaki disease.',
  population: 'Children with fever whose features no other disease explains',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    fever_days: ownQuantity('Days of fever', 'd', [0, 60], 1, {
      cuts: [4, 5],
      help: 'The day on which it began is day 1.',
    }),
    extremity_changes: ownFlag('Changes of the extremities', {
      help: 'Red palms and soles, swollen hands or feet; later peeling around the nails.',
    }),
    polymorphous_rash: ownFlag('Rash: maculopapular, diffuse red or like erythema multiforme'),
    conjunctival_injection: ownFlag('Red eyes on both sides, without exudate'),
    oral_changes: ownFlag('Red or cracked lips, strawberry tongue or red mouth and throat'),
    cervical_lymphadenopathy: ownFlag('Cervical lymph node of 1.5 cm or more', {
      help: 'Usually on one side.',
    }),
  },
  categories: [
    {
      id: 'not met',
      interpretation: 'The criteria are not met; look again as long as the fever lasts.',
    },
    {
      id: 'incomplete possible',
      interpretation: 'Fever for five days or more with two or three features: may be incomplete.',
      action: {
        text: 'CRP and ESR; if raised, further blood tests and an echocardiogram.',
        source: AHA,
      },
    },
    {
      id: 'classic',
      interpretation: 'Classic Kawasaki disease, if nothing else explains the features.',
      action: {
        text: 'Echocardiogram; immunoglobulin 2 g/kg and aspirin within 10 days of the onset.',
        source: AHA,
      },
    },
  ],
  references: [
    {
      title:
        'McCrindle BW et al. Diagnosis, treatment, and long-term management of Kawasaki disease: ' +
        'a scientific statement from the American Heart Association',
      doi: '10.1161/CIR.0000000000000484',
      year: 2017,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      extremity_changes: pointsIf(v.extremity_changes),
      polymorphous_rash: pointsIf(v.polymorphous_rash),
      conjunctival_injection: pointsIf(v.conjunctival_injection),
      oral_changes: pointsIf(v.oral_changes),
      cervical_lymphadenopathy: pointsIf(v.cervical_lymphadenopathy),
    });
    const days = Math.floor(v.fever_days);
    const classic = value >= 4 && days >= 5;
    const incomplete = value >= 2 && value <= 3 && days >= 5;
    return {
      value,
      points,
      category: classic ? 'classic' : incomplete ? 'incomplete possible' : 'not met',
      warnings:
        value >= 4 && days === 4
          ? [
              'with four features or more the diagnosis can be made on day 4 of fever already, above ' +
                'all with red and swollen hands and feet (AHA 2017)',
            ]
          : undefined,
    };
  },
});
