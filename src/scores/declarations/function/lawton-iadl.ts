import { ownFlag } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, sumOf } from '../../score.js';

/** Independence in eight instrumental activities of daily life (Lawton and Brody 1969). */
export const lawtonIadl = defineScore({
  id: 'lawton_iadl',
  name: 'Lawton scale of instrumental activities of daily living',
  aliases: ['lawton', 'iadl', 'lawton_brody', 'lawton_brody_iadl'],
  group: 'function and frailty',
  purpose: 'Counts the instrumental activities of daily life that a person masters.',
  population: 'Older adults who live at home',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    uses_telephone: ownFlag('Telephone', {
      help: 'A point if used at all: dials alone, dials a few known numbers, or only answers it.',
    }),
    does_all_shopping: ownFlag('Shopping', {
      help: 'A point only if all shopping is done alone; small purchases are not enough.',
    }),
    prepares_meals: ownFlag('Preparing food', {
      help: 'A point only if adequate meals are planned, prepared and served alone.',
    }),
    does_housekeeping: ownFlag('Housekeeping', {
      help: 'A point if any part of it is done, even light tasks or with help; none otherwise.',
    }),
    does_laundry: ownFlag('Laundry', {
      help: 'A point if all or small items are washed; none if others do it all.',
    }),
    travels_independently: ownFlag('Transport', {
      help: 'A point for driving, public transport (also accompanied) or a taxi alone.',
    }),
    takes_own_medication: ownFlag('Own medication', {
      help: 'A point only if right doses are taken at the right time without preparation by others.',
    }),
    handles_finances: ownFlag('Finances', {
      help: 'A point if day-to-day purchases are managed, even with help for banking.',
    }),
  },
  categories: [
    { id: 'dependent', from: 0, interpretation: 'Dependent in all eight activities.' },
    {
      id: 'partly dependent',
      from: 1,
      interpretation: 'Dependent in some of the eight activities (1–7).',
    },
    { id: 'independent', from: 8, interpretation: 'Independent in all eight activities.' },
  ],
  references: [
    {
      title:
        'Lawton MP, Brody EM. Assessment of older people: self-maintaining and instrumental ' +
        'activities of daily living',
      doi: '10.1093/geront/9.3_Part_1.179',
      year: 1969,
    },
  ],
  compute: (v) => sumOf(onePointEach(v)),
});
