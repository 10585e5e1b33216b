import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

export const bacterialMeningitisScore = defineScore({
  id: 'bacterial_meningitis_score',
  name: 'Bacterial Meningitis Score for children',
  aliases: ['bms', 'nigrovic'],
  group: 'infection',
  purpose: 'Finds children with pleocytosis at very low risk of bacterial meningitis.',
  population:
    'Children of 29 days to 19 years with CSF pleocytosis; not after antibiotics, with purpura, ' +
    'immunosuppression, neurosurgery or critical illness',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    age: quantity('age', { min: 29 / 365.25, max: 19.99, precision: 0.01, optional: true }),
    csf_gram_stain_positive: ownFlag('Gram stain of the cerebrospinal fluid shows bacteria'),
    csf_protein: ownQuantity('Protein in the cerebrospinal fluid', 'mg/dL', [0, 5000], 1, {
      cuts: [80],
      monotone: 'rising',
    }),
    neutrophils: quantity('neutrophils', { cuts: [10], monotone: 'rising' }),
    seizure: ownFlag('Seizure at or before presentation'),
    csf_neutrophils: ownQuantity('Neutrophils in the cerebrospinal fluid', '/uL', [0, 100_000], 1, {
      cuts: [1000],
      monotone: 'rising',
    }),
  },
  categories: [
    {
      id: 'very low',
      from: 0,
      interpretation: 'Very low risk: bacterial meningitis in about 0.1 %.',
      action: {
        text: 'Outpatient management may be considered if the child is well.',
        source: 'Nigrovic 2007, 10.1001/jama.297.1.52',
      },
    },
    {
      id: 'not very low',
      from: 1,
      interpretation: 'Not at very low risk.',
      action: {
        text: 'Admit and give antibiotics until cultures are known.',
        source: 'Nigrovic 2007, 10.1001/jama.297.1.52',
      },
    },
  ],
  references: [
    {
      title:
        'Nigrovic LE et al. Clinical prediction rule for identifying children with cerebrospinal ' +
        'fluid pleocytosis at very low risk of bacterial meningitis',
      doi: '10.1001/jama.297.1.52',
      year: 2007,
    },
  ],
  compute: (v) =>
    sumOf({
      csf_gram_stain_positive: pointsIf(v.csf_gram_stain_positive, 2),
      csf_protein: pointsIf(v.csf_protein >= 80),
      neutrophils: pointsIf(v.neutrophils >= 10),
      seizure: pointsIf(v.seizure),
      csf_neutrophils: pointsIf(v.csf_neutrophils >= 1000),
    }),
});
