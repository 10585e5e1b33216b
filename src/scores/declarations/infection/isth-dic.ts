import { choice, ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const platelets = stepsFrom(2, [50, 1], [100, 0]);
const prothrombin = stepsFrom(0, [3, 1], [6, 2]);
const MARKER = { none: 0, moderate: 2, strong: 3 } as const;

export const isthDic = defineScore({
  id: 'isth_dic',
  name: 'ISTH score for overt disseminated intravascular coagulation',
  aliases: ['isth_overt_dic', 'dic', 'dic_score', 'overt_dic'],
  group: 'infection',
  purpose: 'Diagnoses overt disseminated intravascular coagulation.',
  population: 'Patients with a disease that is known to cause it (sepsis, trauma, cancer, ...)',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    underlying_disorder: {
      ...ownFlag('A disease that is known to cause DIC', {
        help: 'Sepsis, trauma, cancer, obstetric disaster, ... Without one the score is not used.',
      }),
      optional: true,
    },
    platelets: quantity('platelets', { cuts: platelets.cuts, monotone: 'falling' }),
    fibrin_marker: choice(
      'D-dimer or fibrin degradation products',
      { none: 'not raised', moderate: 'moderately raised', strong: 'strongly raised' },
      { help: 'By the limits of the laboratory; the score fixes none.' },
    ),
    prothrombin_time_prolongation: ownQuantity(
      'Prothrombin time beyond the upper limit of normal',
      's',
      [-10, 180],
      0.1,
      { cuts: prothrombin.cuts, monotone: 'rising' },
    ),
    fibrinogen: quantity('fibrinogen', { cuts: [100], monotone: 'falling' }),
  },
  categories: [
    {
      id: 'not overt',
      from: 0,
      interpretation: 'Not overt DIC; it may be developing.',
      action: { text: 'Repeat in one to two days.', source: 'Taylor 2001, 10.1055/s-0037-1616068' },
    },
    {
      id: 'overt',
      from: 5,
      interpretation: 'Compatible with overt DIC.',
      action: {
        text: 'Treat the cause; replace only with bleeding or before procedures; repeat daily.',
        source: 'Taylor 2001, 10.1055/s-0037-1616068',
      },
    },
  ],
  references: [
    {
      title:
        'Taylor FB et al. Towards definition, clinical and laboratory criteria, and a scoring ' +
        'system for disseminated intravascular coagulation',
      doi: '10.1055/s-0037-1616068',
      year: 2001,
    },
  ],
  refuses: ({ underlying_disorder }) =>
    underlying_disorder === false
      ? { input: 'underlying_disorder', issue: 'Only for patients with a disease that causes DIC' }
      : undefined,
  compute: (v) =>
    sumOf({
      platelets: platelets(v.platelets),
      fibrin_marker: MARKER[v.fibrin_marker],
      prothrombin_time_prolongation: prothrombin(v.prothrombin_time_prolongation),
      fibrinogen: pointsIf(v.fibrinogen < 100),
    }),
});
