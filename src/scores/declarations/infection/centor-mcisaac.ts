import { ownFlag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const age = stepsFrom(1, [15, 0], [45, -1]);

/** Share with group A streptococci by McIsaac score 0 (and below) to 4 (and above), Fine 2012. */
const POSITIVE = [0.08, 0.14, 0.23, 0.37, 0.55] as const;

const NICE = 'NICE NG84 (2018)';

export const centorMcisaac = defineScore({
  id: 'centor_mcisaac',
  name: 'Centor score, modified by McIsaac',
  aliases: ['centor', 'mcisaac', 'modified_centor', 'centor_score'],
  group: 'infection',
  purpose: 'Estimates how likely a sore throat is from group A streptococci.',
  population: 'Children from 3 years and adults with acute pharyngitis',
  unit: '{score}',
  decimals: 0,
  range: { min: -1, max: 5 },
  inputs: {
    age: quantity('age', { min: 3, cuts: age.cuts, monotone: 'falling' }),
    temperature: quantity('temperature', { cuts: [38], monotone: 'rising', optional: true }),
    history_of_fever: {
      ...ownFlag('Fever above 38 °C now or in this illness'),
      optional: true,
    },
    tonsillar_exudate_or_swelling: ownFlag('Exudate on the tonsils, or swollen tonsils'),
    tender_anterior_cervical_nodes: ownFlag('Tender or swollen anterior cervical lymph nodes'),
    cough_absent: ownFlag('No cough'),
  },
  categories: [
    {
      id: 'low',
      from: -1,
      interpretation: 'Streptococci are unlikely.',
      action: { text: 'Neither test nor antibiotic; advise on self-care.', source: NICE },
    },
    {
      id: 'intermediate',
      from: 2,
      interpretation: 'Streptococci are possible.',
      action: {
        text: 'Rapid antigen test or culture; antibiotic only if it is positive.',
        source: 'McIsaac 2004, 10.1001/jama.291.13.1587',
      },
    },
    {
      id: 'high',
      from: 4,
      interpretation: 'About half have streptococci.',
      action: {
        text: 'Test, or consider an antibiotic at once or as a back-up prescription.',
        source: NICE,
      },
    },
  ],
  references: [
    {
      title:
        'McIsaac WJ et al. Empirical validation of guidelines for the management of pharyngitis in ' +
        'children and adults',
      doi: '10.1001/jama.291.13.1587',
      year: 2004,
    },
    {
      title: 'Centor RM et al. The diagnosis of strep throat in adults in the emergency room',
      doi: '10.1177/0272989X8100100304',
      year: 1981,
    },
    {
      title:
        'Fine AM et al. Large-scale validation of the Centor and McIsaac scores to predict group A ' +
        'streptococcal pharyngitis',
      doi: '10.1001/archinternmed.2012.950',
      year: 2012,
    },
  ],
  alsoNeeds: (v) => (v.history_of_fever === undefined ? ['temperature'] : []),
  compute(v) {
    const measured = v.temperature !== undefined && rounded(v.temperature, 1) > 38;
    const fever = measured || v.history_of_fever === true;
    const isReported = v.temperature === undefined || (!measured && v.history_of_fever === true);
    const source = isReported ? 'history_of_fever' : 'temperature';
    const { value, points } = sumOf({
      age: age(v.age),
      [source]: pointsIf(fever),
      tonsillar_exudate_or_swelling: pointsIf(v.tonsillar_exudate_or_swelling),
      tender_anterior_cervical_nodes: pointsIf(v.tender_anterior_cervical_nodes),
      cough_absent: pointsIf(v.cough_absent),
    });
    const row = Math.min(4, Math.max(0, value));
    const probability = POSITIVE[row] ?? 0;
    return {
      value,
      points,
      risk: { outcome: 'group A streptococci in the throat', probability, horizon: 'now' },
    };
  },
});
