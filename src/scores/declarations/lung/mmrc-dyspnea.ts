import { grade } from '../../input.js';
import { defineScore } from '../../score.js';

/** The grade of the modified Medical Research Council dyspnoea scale, 0 to 4. */
export const MMRC = grade('Dyspnoea, modified MRC scale', [0, 4], {
  help:
    '0 only with strenuous exercise; 1 when hurrying or walking up a slight hill; 2 slower than ' +
    'others of the same age or stops on the level; 3 stops after about 100 m or a few minutes; ' +
    '4 too breathless to leave the house, or when dressing.',
});

/** Breathlessness of daily life in five grades (Mahler 1988). */
export const mmrcDyspnea = defineScore({
  id: 'mmrc_dyspnea',
  name: 'Modified Medical Research Council dyspnoea scale',
  aliases: ['mmrc', 'mmrc_dyspnoea'],
  group: 'lung',
  purpose: 'Grades how much breathlessness limits daily life.',
  population: 'Adults with chronic respiratory disease',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 4 },
  inputs: { mmrc_dyspnea: { ...MMRC, monotone: 'rising' } },
  categories: [
    { id: 'less', from: 0, interpretation: 'Few symptoms by the definition of GOLD (0–1).' },
    {
      id: 'more',
      from: 2,
      interpretation: 'Many symptoms by the definition of GOLD (2 or more).',
      action: {
        text: 'Check inhaled treatment and technique; refer for pulmonary rehabilitation.',
        source: 'GOLD 2023 report',
      },
    },
  ],
  references: [
    {
      title: 'Mahler DA, Wells CK. Evaluation of clinical methods for rating dyspnea',
      doi: '10.1378/chest.93.3.580',
      year: 1988,
    },
    {
      title:
        'Bestall JC et al. Usefulness of the Medical Research Council (MRC) dyspnoea scale as a ' +
        'measure of disability in patients with COPD',
      doi: '10.1136/thx.54.7.581',
      year: 1999,
    },
  ],
  compute: (v) => ({ value: Math.round(v.mmrc_dyspnea) }),
});
