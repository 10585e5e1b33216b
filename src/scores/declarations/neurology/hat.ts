import { choice, flag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { nihssTotal } from './stroke-inputs.js';

const nihssPoints = stepsFrom(0, [15, 1], [21, 2]);
const HYPODENSITY = { none: 0, less_than_third: 1, third_or_more: 2 } as const;

/** Symptomatic haemorrhage by score 0–5: Lou 2008, both cohorts; above 3 points together. */
const SYMPTOMATIC = [0.02, 0.05, 0.1, 0.15, 0.44, 0.44];

const AHA_2019 = 'AHA/ASA acute ischaemic stroke guideline 2019, 10.1161/STR.0000000000000211';
const NOT_ALONE = 'A high score alone is no reason to withhold thrombolysis that is indicated.';

/** Risk of intracranial haemorrhage after thrombolysis for stroke (Lou 2008). */
export const hat = defineScore({
  id: 'hat',
  name: 'Hemorrhage After Thrombolysis (HAT) score',
  aliases: ['hat_score', 'hemorrhage_after_thrombolysis', 'haemorrhage_after_stroke_lysis'],
  group: 'neurology',
  purpose: 'Estimates the risk of symptomatic intracranial haemorrhage after alteplase for stroke.',
  population: 'Adults with acute ischaemic stroke who are to receive intravenous alteplase',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    diabetes: flag('diabetes'),
    glucose: quantity('glucose', { cuts: [200], monotone: 'rising', help: 'Before thrombolysis' }),
    nihss: { ...nihssTotal(nihssPoints.cuts), monotone: 'rising' },
    ct_hypodensity: choice('Easily visible hypodensity on the first CT', {
      none: 'none',
      less_than_third: 'less than a third of the territory of the middle cerebral artery',
      third_or_more: 'a third of the territory or more',
    }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk of symptomatic haemorrhage (2–5 %).',
      action: { text: 'Thrombolysis by its usual criteria.', source: AHA_2019 },
    },
    {
      id: 'intermediate',
      from: 2,
      interpretation: 'Intermediate risk of symptomatic haemorrhage (10–15 %).',
      action: { text: `Watch closely after thrombolysis. ${NOT_ALONE}`, source: AHA_2019 },
    },
    {
      id: 'high',
      from: 4,
      interpretation: 'High risk of symptomatic haemorrhage (44 %).',
      action: {
        text: 'Reassess benefit and harm: extensive hypodensity is a contraindication.',
        source: AHA_2019,
      },
    },
  ],
  references: [
    {
      title:
        'Lou M et al. The HAT score: a simple grading scale for predicting hemorrhage after thrombolysis',
      doi: '10.1212/01.wnl.0000330297.58334.dd',
      year: 2008,
    },
  ],
  compute(v) {
    const points = {
      diabetes: pointsIf(v.diabetes),
      // Diabetes or a glucose above 200 mg/dL: one point for both.
      glucose: pointsIf(!v.diabetes && v.glucose > 200),
      nihss: nihssPoints(v.nihss),
      ct_hypodensity: HYPODENSITY[v.ct_hypodensity],
    };
    const { value } = sumOf(points);
    return {
      value,
      points,
      risk: {
        outcome: 'symptomatic intracranial haemorrhage',
        probability: SYMPTOMATIC[value] ?? 0,
        horizon: 'after thrombolysis',
      },
    };
  },
});
