import { choice } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';

const ASH = 'ASH 2018 guideline on HIT, 10.1182/bloodadvances.2018024489';

/** Pre-test probability of heparin-induced thrombocytopenia (Lo 2006). */
export const fourTs = defineScore({
  id: 'four_ts',
  name: '4Ts score',
  aliases: ['4ts', '4t', '4ts_score', '4_ts'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates the pre-test probability of heparin-induced thrombocytopenia.',
  population: 'Adults with a falling platelet count during or after heparin',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    thrombocytopenia: choice('Thrombocytopenia', {
      '0': 'fall below 30 %, or nadir below 10',
      '1': 'fall of 30 to 50 %, or nadir 10 to 19',
      '2': 'fall above 50 % and nadir of 20 or more (10*3/uL)',
    }),
    timing: choice('Timing of the fall', {
      '0': 'before day 4 without recent heparin',
      '1': 'fits days 5 to 10 but is unclear; after day 10; or within 1 day, heparin 30–100 days ago',
      '2': 'clearly days 5 to 10, or within 1 day with heparin in the last 30 days',
    }),
    thrombosis: choice('Thrombosis or other sequelae', {
      '0': 'none',
      '1': 'progressive, recurrent or suspected thrombosis; skin lesions without necrosis',
      '2': 'new thrombosis, skin necrosis, or acute systemic reaction to a heparin bolus',
    }),
    other_causes: choice('Other causes of thrombocytopenia', {
      '0': 'definite',
      '1': 'possible',
      '2': 'none apparent',
    }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low probability (0 to 3).',
      action: { text: 'No laboratory test for HIT and no change of heparin.', source: ASH },
    },
    {
      id: 'intermediate',
      from: 4,
      interpretation: 'Intermediate probability (4 to 5).',
      action: {
        text: 'Stop heparin, give another anticoagulant, send an immunoassay.',
        source: ASH,
      },
    },
    {
      id: 'high',
      from: 6,
      interpretation: 'High probability (6 to 8).',
      action: {
        text: 'Stop heparin, give another anticoagulant at full intensity, send an immunoassay.',
        source: ASH,
      },
    },
  ],
  references: [
    {
      title: 'Lo GK et al. Evaluation of pretest clinical score (4 Ts) for the diagnosis of HIT',
      doi: '10.1111/j.1538-7836.2006.01787.x',
      year: 2006,
    },
  ],
  compute: (v) =>
    sumOf({
      thrombocytopenia: Number(v.thrombocytopenia),
      timing: Number(v.timing),
      thrombosis: Number(v.thrombosis),
      other_causes: Number(v.other_causes),
    }),
});
