import { ownFlag } from '../../input.js';
import { answers } from '../../questionnaire.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { PALLIATIVE_PERFORMANCE } from '../function/palliative-performance.js';

// 10–20 % 4 points, 30–50 % 2.5 points, 60 % and more none.
const performance = stepsFrom(4, [30, 2.5], [60, 0]);

/** Survival of weeks in incurable cancer without laboratory tests (Morita 1999). */
export const palliativePrognosticIndex = defineScore({
  id: 'palliative_prognostic_index',
  name: 'Palliative Prognostic Index',
  aliases: ['ppi_palliative', 'morita_index'],
  group: 'cancer',
  purpose: 'Estimates whether a patient with incurable cancer has weeks to live.',
  population: 'Adults with cancer beyond curative treatment',
  unit: '{score}',
  decimals: 1,
  range: { min: 0, max: 15 },
  inputs: {
    palliative_performance: { ...PALLIATIVE_PERFORMANCE, min: 10, monotone: 'falling' },
    oral_intake: answers('Oral intake', {
      '0': 'normal, or parenteral nutrition',
      '1': 'moderately reduced, more than mouthfuls',
      '2.5': 'severely reduced, mouthfuls or less',
    }),
    edema: ownFlag('Oedema'),
    dyspnea_at_rest: ownFlag('Dyspnoea at rest'),
    delirium_not_from_drug: ownFlag('Delirium', { help: 'Not if one drug alone causes it.' }),
  },
  categories: [
    { id: 'more than 6 weeks', from: 0, interpretation: 'Survival beyond 6 weeks is likely.' },
    {
      id: '3 to 6 weeks',
      interpretation: 'Above 4 points: survival of less than 6 weeks is likely.',
    },
    {
      id: 'less than 3 weeks',
      interpretation: 'Above 6 points: survival of less than 3 weeks is likely.',
    },
  ],
  references: [
    {
      title:
        'Morita T et al. The Palliative Prognostic Index: a scoring system for survival ' +
        'prediction of terminally ill cancer patients',
      doi: '10.1007/s005200050242',
      year: 1999,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      palliative_performance: performance(v.palliative_performance),
      oral_intake: Number(v.oral_intake),
      edema: pointsIf(v.edema),
      dyspnea_at_rest: pointsIf(v.dyspnea_at_rest, 3.5),
      delirium_not_from_drug: pointsIf(v.delirium_not_from_drug, 4),
    });
    const category =
      value > 6 ? 'less than 3 weeks' : value > 4 ? '3 to 6 weeks' : 'more than 6 weeks';
    return { value, points, category };
  },
});
