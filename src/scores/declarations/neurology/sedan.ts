import { quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { EARLY_INFARCT_SIGNS, HYPERDENSE_ARTERY, nihssTotal } from './stroke-inputs.js';

// 8.1–12.0 mmol/L (145–216 mg/dL) and above: the authors give both units.
const glucosePoints = stepsFrom(0, [145, 1], [217, 2]);

/** Symptomatic haemorrhage by score 0–5 in the derivation cohort; none is stated for 6. */
const SYMPTOMATIC = [0.014, 0.029, 0.085, 0.122, 0.217, 0.333];

/** Symptomatic haemorrhage after thrombolysis for stroke (Strbian 2012). */
export const sedan = defineScore({
  id: 'sedan',
  name: 'SEDAN score',
  aliases: ['sedan_score'],
  group: 'neurology',
  purpose: 'Ranks the risk of symptomatic intracranial haemorrhage after alteplase for stroke.',
  population: 'Adults with acute ischaemic stroke treated with intravenous alteplase',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    glucose: quantity('glucose', { cuts: glucosePoints.cuts, monotone: 'rising' }),
    early_infarct_signs: EARLY_INFARCT_SIGNS,
    hyperdense_artery_sign: HYPERDENSE_ARTERY,
    age: quantity('age', { min: 18, cuts: [76], monotone: 'rising' }),
    nihss: { ...nihssTotal([10]), monotone: 'rising' },
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk of symptomatic haemorrhage (0–1).' },
    { id: 'intermediate', from: 2, interpretation: 'Intermediate risk of haemorrhage (2–3).' },
    {
      id: 'high',
      from: 4,
      interpretation: 'High risk of symptomatic haemorrhage (4–6).',
      action: {
        text: 'A high score alone is no reason to withhold thrombolysis; watch closely afterwards.',
        source: 'AHA/ASA acute ischaemic stroke guideline 2019, 10.1161/STR.0000000000000211',
      },
    },
  ],
  references: [
    {
      title:
        'Strbian D et al. Symptomatic intracranial hemorrhage after stroke thrombolysis: SEDAN',
      doi: '10.1002/ana.23546',
      year: 2012,
    },
    {
      title: 'Mazya MV et al. External validation of the SEDAN score in stroke thrombolysis',
      doi: '10.1161/STROKEAHA.113.000794',
      year: 2013,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      glucose: glucosePoints(Math.round(v.glucose)),
      early_infarct_signs: pointsIf(v.early_infarct_signs),
      hyperdense_artery_sign: pointsIf(v.hyperdense_artery_sign),
      age: pointsIf(Math.floor(v.age) > 75),
      nihss: pointsIf(v.nihss >= 10),
    });
    const probability = SYMPTOMATIC[value];
    return {
      value,
      points,
      risk:
        probability !== undefined
          ? {
              outcome: 'symptomatic intracranial haemorrhage (ECASS II)',
              probability,
              horizon: 'after thrombolysis',
            }
          : undefined,
    };
  },
});
