import { flag, ownFlag, ownQuantity, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const age = stepsAbove(0, [75, 4]);
const gfr = stepsFrom(6, [20, 4], [40, 2], [60, 0]);
const VOLUME_CUTS = Array.from({ length: 10 }, (_, at) => 100 * (at + 1));
const ANAEMIA = { M: 39, F: 36 } as const;

/** Observed contrast nephropathy and dialysis by score, development cohort of Mehran 2004, figure 3. */
const RATES = [
  { from: 16, nephropathy: 0.573, dialysis: 12.6 },
  { from: 11, nephropathy: 0.261, dialysis: 1.09 },
  { from: 6, nephropathy: 0.14, dialysis: 0.12 },
  { from: 0, nephropathy: 0.075, dialysis: 0.04 },
] as const;

const action = {
  text: 'Hydrate with isotonic saline, use the least contrast, stop nephrotoxic drugs, check creatinine at 48–72 h.',
  source: 'KDIGO AKI 2012, chapter 4',
};

export const mehran = defineScore({
  id: 'mehran',
  name: 'Mehran score for contrast nephropathy after PCI (2004)',
  aliases: ['mehran_score', 'contrast_nephropathy', 'mehran_2004'],
  group: 'kidney',
  purpose: 'Predicts contrast-induced nephropathy and dialysis after coronary intervention.',
  population: 'Adults with percutaneous coronary intervention, not in shock and not on dialysis',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 41 },
  inputs: {
    periprocedural_hypotension: ownFlag(
      'Systolic pressure below 80 mmHg for at least 1 hour with inotropes or balloon pump within 24 hours of the procedure',
    ),
    intra_aortic_balloon_pump: ownFlag('Intra-aortic balloon pump'),
    heart_failure_nyha_3_4: ownFlag(
      'Heart failure of NYHA class III or IV, or a history of pulmonary oedema',
    ),
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    sex: sex(),
    hematocrit: quantity('hematocrit', { cuts: [36, 39], monotone: 'falling' }),
    diabetes: flag('diabetes'),
    contrast_volume: ownQuantity('Volume of contrast medium', 'mL', [0, 1000], 1, {
      cuts: VOLUME_CUTS,
      monotone: 'rising',
    }),
    egfr: quantity('egfr', { cuts: gfr.cuts, monotone: 'falling' }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk: nephropathy in 7.5 %, dialysis in 0.04 %.' },
    {
      id: 'moderate',
      from: 6,
      interpretation: 'Moderate risk: nephropathy in 14 %, dialysis in 0.12 %.',
      action,
    },
    {
      id: 'high',
      from: 11,
      interpretation: 'High risk: nephropathy in 26.1 %, dialysis in 1.09 %.',
      action,
    },
    {
      // The abstract says "high (≥16)", its figure "11 to 16": 16 counts as very high here.
      id: 'very high',
      from: 16,
      interpretation: 'Very high risk: nephropathy in 57.3 %, dialysis in 12.6 %.',
      action,
    },
  ],
  references: [
    {
      title:
        'Mehran R et al. A simple risk score for prediction of contrast-induced nephropathy after ' +
        'percutaneous coronary intervention: development and initial validation',
      doi: '10.1016/j.jacc.2004.06.068',
      year: 2004,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      periprocedural_hypotension: pointsIf(v.periprocedural_hypotension, 5),
      intra_aortic_balloon_pump: pointsIf(v.intra_aortic_balloon_pump, 5),
      heart_failure_nyha_3_4: pointsIf(v.heart_failure_nyha_3_4, 5),
      age: age(Math.floor(v.age)),
      hematocrit: pointsIf(v.hematocrit < ANAEMIA[v.sex], 3),
      diabetes: pointsIf(v.diabetes, 3),
      contrast_volume: Math.floor(v.contrast_volume / 100),
      egfr: gfr(v.egfr),
    });
    const rate = RATES.find(({ from }) => value >= from) ?? RATES[3];
    return {
      value,
      points,
      risk: {
        outcome: 'contrast-induced nephropathy',
        probability: rate.nephropathy,
        horizon: '48 hours',
      },
      derived: [{ name: 'dialysis_risk', value: rate.dialysis, unit: '%' }],
    };
  },
});
