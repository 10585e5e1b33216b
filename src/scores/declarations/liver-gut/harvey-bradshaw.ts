import { grade, ownFlag, ownQuantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Activity of Crohn’s disease from one day (Harvey 1980). */
export const harveyBradshaw = defineScore({
  id: 'harvey_bradshaw',
  name: 'Harvey–Bradshaw index',
  aliases: ['hbi', 'harvey_bradshaw_index'],
  group: 'liver and gut',
  purpose: 'Measures the activity of Crohn’s disease.',
  population: 'Adults with Crohn’s disease',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 68 },
  inputs: {
    general_well_being: grade('General well-being yesterday', [0, 4], {
      help: '0 very well; 1 slightly below par; 2 poor; 3 very poor; 4 terrible.',
      monotone: 'rising',
    }),
    abdominal_pain: grade('Abdominal pain yesterday', [0, 3], {
      help: '0 none; 1 mild; 2 moderate; 3 severe.',
      monotone: 'rising',
    }),
    liquid_stools_per_day: ownQuantity('Liquid or soft stools yesterday', '1', [0, 50], 1, {
      monotone: 'rising',
    }),
    abdominal_mass: grade('Abdominal mass', [0, 3], {
      help: '0 none; 1 dubious; 2 definite; 3 definite and tender.',
      monotone: 'rising',
    }),
    arthralgia: ownFlag('Arthralgia'),
    uveitis: ownFlag('Uveitis'),
    erythema_nodosum: ownFlag('Erythema nodosum'),
    aphthous_ulcers: ownFlag('Aphthous ulcers'),
    pyoderma_gangrenosum: ownFlag('Pyoderma gangrenosum'),
    anal_fissure: ownFlag('Anal fissure'),
    new_fistula: ownFlag('New fistula'),
    abscess: ownFlag('Abscess'),
  },
  categories: [
    { id: 'remission', from: 0, interpretation: 'Remission (below 5).' },
    { id: 'mild', from: 5, interpretation: 'Mild activity (5 to 7).' },
    { id: 'moderate', from: 8, interpretation: 'Moderate activity (8 to 16).' },
    { id: 'severe', from: 17, interpretation: 'Severe activity (above 16).' },
  ],
  references: [
    {
      title: 'Harvey RF, Bradshaw JM. A simple index of Crohn’s-disease activity',
      doi: '10.1016/S0140-6736(80)92767-1',
      year: 1980,
    },
    {
      title:
        'Best WR. Predicting the Crohn’s disease activity index from the Harvey-Bradshaw index',
      doi: '10.1097/01.MIB.0000215091.77492.2a',
      year: 2006,
    },
  ],
  compute: (v) =>
    sumOf({
      general_well_being: v.general_well_being,
      abdominal_pain: v.abdominal_pain,
      liquid_stools_per_day: v.liquid_stools_per_day,
      abdominal_mass: v.abdominal_mass,
      arthralgia: pointsIf(v.arthralgia),
      uveitis: pointsIf(v.uveitis),
      erythema_nodosum: pointsIf(v.erythema_nodosum),
      aphthous_ulcers: pointsIf(v.aphthous_ulcers),
      pyoderma_gangrenosum: pointsIf(v.pyoderma_gangrenosum),
      anal_fissure: pointsIf(v.anal_fissure),
      new_fistula: pointsIf(v.new_fistula),
      abscess: pointsIf(v.abscess),
    }),
});
