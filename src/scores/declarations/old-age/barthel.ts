import { answers, pointsOfAnswers } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

const CONTINENCE = { '0': 'incontinent', '5': 'occasional accident', '10': 'continent' } as const;

/**
 * Independence in ten activities of daily life, 0 to 100 (Mahoney and Barthel 1965; bands of Shah
 * 1989).
 */
export const barthel = defineScore({
  id: 'barthel',
  name: 'Barthel index',
  aliases: ['barthel_index', 'barthel_adl'],
  group: 'old age',
  purpose: 'Measures independence in the activities of daily living.',
  population: 'Adults, above all after a stroke or in rehabilitation',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 100 },
  inputs: {
    feeding: answers('Feeding', { '0': 'unable', '5': 'needs help', '10': 'independent' }),
    bathing: answers('Bathing', { '0': 'dependent', '5': 'independent' }),
    grooming: answers('Grooming', { '0': 'needs help', '5': 'independent' }),
    dressing: answers('Dressing', { '0': 'dependent', '5': 'needs help', '10': 'independent' }),
    bowels: answers('Bowels', CONTINENCE),
    bladder: answers('Bladder', CONTINENCE),
    toilet_use: answers('Toilet', { '0': 'dependent', '5': 'needs help', '10': 'independent' }),
    transfers: answers('Bed to chair and back', {
      '0': 'unable',
      '5': 'much help, but can sit',
      '10': 'little help',
      '15': 'independent',
    }),
    walking: answers('Mobility on level ground', {
      '0': 'immobile',
      '5': 'independent in a wheelchair',
      '10': 'walks with the help of one person',
      '15': 'independent, with or without a stick',
    }),
    stairs: answers('Stairs', { '0': 'unable', '5': 'needs help', '10': 'independent' }),
  },
  categories: [
    { id: 'total dependence', from: 0, interpretation: 'Totally dependent (0–20).' },
    { id: 'severe dependence', from: 21, interpretation: 'Severely dependent (21–60).' },
    { id: 'moderate dependence', from: 61, interpretation: 'Moderately dependent (61–90).' },
    { id: 'slight dependence', from: 91, interpretation: 'Slightly dependent (91–99).' },
    {
      id: 'independent',
      from: 100,
      interpretation:
        'Independent in these ten activities, which does not mean able to live alone.',
    },
  ],
  references: [
    {
      title: 'Mahoney FI, Barthel DW. Functional evaluation: the Barthel Index',
      url: 'https://pubmed.ncbi.nlm.nih.gov/14258950/',
      year: 1965,
    },
    {
      title:
        'Shah S, Vanclay F, Cooper B. Improving the sensitivity of the Barthel Index for stroke ' +
        'rehabilitation',
      doi: '10.1016/0895-4356(89)90065-6',
      year: 1989,
    },
  ],
  compute: (v) => sumOf(pointsOfAnswers(v)),
});
