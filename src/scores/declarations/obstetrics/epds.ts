import { itemsOf } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

const ITEMS = itemsOf(
  {
    unable_to_laugh: '1 Able to laugh',
    no_looking_forward: '2 Looks forward to things',
    self_blame: '3 Blames herself',
    anxious_or_worried: '4 Anxious or worried',
    scared_or_panicky: '5 Scared or panicky',
    overwhelmed: '6 Things get on top of her',
    sleepless_from_unhappiness: '7 Sleeps badly from unhappiness',
    sad_or_miserable: '8 Sad or miserable',
    crying: '9 Crying from unhappiness',
    self_harm_thoughts: '10 Thoughts of self-harm',
  },
  [0, 3],
  'Points of the answer, 0 (well) to 3 (worst); the answers of items 3 and 5–10 are printed worst first.',
);

/** Depression around birth from ten answers about the last seven days (Cox 1987). */
export const epds = defineScore({
  id: 'epds',
  name: 'Edinburgh Postnatal Depression Scale',
  aliases: ['edinburgh_postnatal_depression_scale', 'postnatal_depression'],
  group: 'obstetrics',
  purpose: 'Screens for depression in pregnancy and after birth.',
  population: 'Women in pregnancy and in the year after birth',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 30 },
  inputs: ITEMS,
  categories: [
    { id: 'unlikely', from: 0, interpretation: 'Depression is unlikely (0–9).' },
    {
      id: 'possible',
      from: 10,
      interpretation: 'Depression is possible (10–12).',
      action: {
        text: 'Assess further or repeat in two weeks.',
        source: 'Cox 1987, 10.1192/bjp.150.6.782',
      },
    },
    {
      id: 'likely',
      from: 13,
      interpretation: 'A depressive illness is likely (13 and more).',
      action: {
        text: 'Full clinical assessment; the score does not replace it.',
        source: 'Cox 1987, 10.1192/bjp.150.6.782',
      },
    },
  ],
  references: [
    {
      title: 'Cox JL, Holden JM, Sagovsky R. Detection of postnatal depression',
      doi: '10.1192/bjp.150.6.782',
      year: 1987,
    },
    {
      title:
        'Levis B et al. Accuracy of the Edinburgh Postnatal Depression Scale for screening to ' +
        'detect major depression',
      doi: '10.1136/bmj.m4022',
      year: 2020,
    },
  ],
  compute(v) {
    const { value, points } = sumOf(v);
    return {
      value,
      points,
      warnings:
        v.self_harm_thoughts > 0
          ? ['thoughts of self-harm: assess her safety today, whatever the total']
          : undefined,
    };
  },
});
