import { choice, ownQuantity } from '../../input.js';
import { defineScore, stepsFrom, sumOf } from '../../score.js';

// Bishop's bands leave gaps (effacement 0–30, 40–50, 60–70, 80 and more; dilation 1–2, 3–4): a
// finding between two counts in the lower until the upper is reached.
const dilation = stepsFrom(0, [1, 1], [3, 2], [5, 3]);
const effacement = stepsFrom(0, [40, 1], [60, 2], [80, 3]);
const station = stepsFrom(0, [-2, 1], [-1, 2], [1, 3]);
const consistency = { firm: 0, medium: 1, soft: 2 } as const;
const position = { posterior: 0, mid: 1, anterior: 2 } as const;

/** Readiness of the cervix for induction (Bishop 1964). */
export const bishop = defineScore({
  id: 'bishop',
  name: 'Bishop score',
  aliases: ['bishop_score', 'cervical_ripeness'],
  group: 'obstetrics',
  purpose: 'Grades how ready the cervix is for the induction of labour.',
  population: 'Pregnant women near term before an induction of labour',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 13 },
  inputs: {
    cervical_dilation: ownQuantity('Cervical dilation', 'cm', [0, 10], 1, {
      cuts: dilation.cuts,
      monotone: 'rising',
    }),
    cervical_effacement: ownQuantity('Cervical effacement', '%', [0, 100], 1, {
      cuts: effacement.cuts,
      monotone: 'rising',
    }),
    fetal_station: ownQuantity('Station of the fetal head', 'cm', [-5, 5], 1, {
      cuts: station.cuts,
      monotone: 'rising',
      help: 'Below (+) or above (−) the ischial spines.',
    }),
    cervical_consistency: choice('Consistency of the cervix', {
      firm: 'firm',
      medium: 'medium',
      soft: 'soft',
    }),
    cervical_position: choice('Position of the cervix', {
      posterior: 'posterior',
      mid: 'mid-position',
      anterior: 'anterior',
    }),
  },
  categories: [
    {
      id: 'unfavorable',
      from: 0,
      interpretation: 'Unfavourable cervix (0–5): an induction without ripening is likely to fail.',
      action: {
        text: 'Ripen the cervix first: vaginal dinoprostone, oral misoprostol or a balloon.',
        source: 'NICE NG207 (2021)',
      },
    },
    {
      id: 'intermediate',
      from: 6,
      interpretation: 'Intermediate cervix (6–7).',
      action: {
        text: 'At 6 points ripen the cervix; above 6 offer amniotomy and oxytocin.',
        source: 'NICE NG207 (2021)',
      },
    },
    {
      id: 'favorable',
      from: 8,
      interpretation:
        'Favourable cervix (8–13): induction is about as likely to succeed as spontaneous labour.',
      action: { text: 'Offer amniotomy and oxytocin.', source: 'NICE NG207 (2021)' },
    },
  ],
  references: [
    {
      title: 'Bishop EH. Pelvic scoring for elective induction',
      url: 'https://pubmed.ncbi.nlm.nih.gov/14199536/',
      year: 1964,
    },
    {
      title: 'ACOG Practice Bulletin 107: Induction of labor',
      doi: '10.1097/AOG.0b013e3181b48ef5',
      year: 2009,
    },
  ],
  compute: (v) =>
    sumOf({
      cervical_dilation: dilation(v.cervical_dilation),
      cervical_effacement: effacement(v.cervical_effacement),
      fetal_station: station(v.fetal_station),
      cervical_consistency: consistency[v.cervical_consistency],
      cervical_position: position[v.cervical_position],
    }),
});
