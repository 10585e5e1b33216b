import { ownFlag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';
import {
  ANOREXIA,
  NAUSEA_OR_VOMITING,
  neutrophilPercent,
  PAIN_MIGRATION,
  RLQ_TENDERNESS,
  WSES_2020,
} from './appendicitis-inputs.js';

const fever = stepsFrom(0, [37.3, 1]);
const wbc = stepsAbove(0, [10, 2]);
const shift = stepsAbove(0, [75, 1]);
const action = (text: string) => ({ text, source: 'WSES Jerusalem guideline 2020' });

/** Suspected appendicitis: MANTRELS (Alvarado 1986). */
export const alvarado = defineScore({
  id: 'alvarado',
  name: 'Alvarado score',
  aliases: ['mantrels', 'alvarado_score'],
  group: 'liver and gut',
  purpose: 'Estimates how likely acute appendicitis is.',
  population: 'Patients with suspected appendicitis; less sure in women and children',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    pain_migration: PAIN_MIGRATION,
    anorexia: ANOREXIA,
    nausea_or_vomiting: NAUSEA_OR_VOMITING,
    rlq_tenderness: RLQ_TENDERNESS,
    rebound_tenderness: ownFlag('Rebound tenderness'),
    temperature: quantity('temperature', { cuts: fever.cuts }),
    wbc: quantity('wbc', { cuts: wbc.cuts }),
    neutrophil_percent: neutrophilPercent(shift.cuts),
  },
  categories: [
    {
      id: 'unlikely',
      from: 0,
      interpretation: 'Appendicitis is unlikely.',
      action: action('Can be discharged with advice to return if it gets worse.'),
    },
    {
      id: 'possible',
      from: 5,
      interpretation: 'Appendicitis is possible.',
      action: action('Observe and image.'),
    },
    {
      id: 'probable',
      from: 7,
      interpretation: 'Appendicitis is probable.',
      action: action('Surgical opinion; image before operating.'),
    },
    {
      id: 'very probable',
      from: 9,
      interpretation: 'Appendicitis is very probable.',
      action: action('Surgical opinion at once.'),
    },
  ],
  references: [
    {
      title: 'Alvarado A. A practical score for the early diagnosis of acute appendicitis',
      doi: '10.1016/S0196-0644(86)80993-3',
      year: 1986,
    },
    WSES_2020,
  ],
  compute: (v) =>
    sumOf({
      pain_migration: pointsIf(v.pain_migration),
      anorexia: pointsIf(v.anorexia),
      nausea_or_vomiting: pointsIf(v.nausea_or_vomiting),
      rlq_tenderness: pointsIf(v.rlq_tenderness, 2),
      rebound_tenderness: pointsIf(v.rebound_tenderness),
      // 99.1 °F is 37.28 °C, which the thermometer shows as 37.3.
      temperature: fever(rounded(v.temperature, 1)),
      wbc: wbc(v.wbc),
      neutrophil_percent: shift(v.neutrophil_percent),
    }),
});
