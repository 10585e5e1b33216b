import { choice } from '../../input.js';
import { defineScore } from '../../score.js';

/** What is seen of the throat, in four classes. */
export const MALLAMPATI = choice('Modified Mallampati class, sitting, mouth open, no phonation', {
  '1': 'soft palate, fauces, uvula and pillars seen',
  '2': 'soft palate, fauces and uvula seen',
  '3': 'soft palate and base of the uvula seen',
  '4': 'soft palate not seen',
});

/** View of the throat before intubation (Mallampati 1985, Samsoon and Young 1987). */
export const mallampati = defineScore({
  id: 'mallampati',
  name: 'Modified Mallampati classification',
  aliases: ['mallampati_score', 'modified_mallampati', 'mallampati_class'],
  group: 'trauma and surgery',
  purpose: 'Classes the view of the throat, one sign of a difficult intubation.',
  population: 'Cooperative patients before intubation',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 4 },
  inputs: { mallampati_class: MALLAMPATI },
  categories: [
    { id: 'easy', from: 1, interpretation: 'Intubation is likely to be easy (class I or II).' },
    {
      id: 'difficult',
      from: 3,
      interpretation: 'Intubation may be difficult (class III or IV); alone it predicts poorly.',
      action: {
        text: 'Assess the airway fully and have a plan for a difficult intubation.',
        source: 'ASA difficult airway guideline 2022, 10.1097/ALN.0000000000004002',
      },
    },
  ],
  references: [
    {
      title: 'Mallampati SR et al. A clinical sign to predict difficult tracheal intubation',
      doi: '10.1007/BF03011357',
      year: 1985,
    },
    {
      title: 'Samsoon GL, Young JR. Difficult tracheal intubation: a retrospective study',
      doi: '10.1111/j.1365-2044.1987.tb04039.x',
      year: 1987,
    },
  ],
  compute: ({ mallampati_class }) => ({ value: Number(mallampati_class) }),
});
