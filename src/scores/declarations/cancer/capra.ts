import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsAbove, sumOf } from '../../score.js';
import { PRIMARY_PATTERN, PSA, SECONDARY_PATTERN } from './prostate-inputs.js';

// To 6 none, 6.1–10, 10.1–20, 20.1–30, above 30 ng/mL.
const psaPoints = stepsAbove(0, [6, 1], [10, 2], [20, 3], [30, 4]);

/** Risk of prostate cancer from age, PSA, Gleason patterns, stage and cores (Cooperberg 2005). */
export const capra = defineScore({
  id: 'capra',
  name: 'UCSF-CAPRA score',
  aliases: ['ucsf_capra', 'capra_score', 'cancer_of_the_prostate_risk_assessment'],
  group: 'cancer',
  purpose: 'Groups localised prostate cancer by the risk of recurrence, metastasis and death.',
  population: 'Men with localised prostate cancer before treatment',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    age: quantity('age', { cuts: [50], monotone: 'rising', help: 'At diagnosis.' }),
    psa: { ...PSA, cuts: psaPoints.cuts, help: 'At diagnosis.' },
    primary_gleason_pattern: PRIMARY_PATTERN,
    secondary_gleason_pattern: SECONDARY_PATTERN,
    clinical_t3a: ownFlag('Clinical stage T3a (not T1 or T2)'),
    positive_cores_percent: ownQuantity('Biopsy cores with cancer', '%', [0, 100], 1, {
      cuts: [34],
      monotone: 'rising',
      help: '34 % and more count.',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk (0–2).' },
    { id: 'intermediate', from: 3, interpretation: 'Intermediate risk (3–5).' },
    { id: 'high', from: 6, interpretation: 'High risk (6–10).' },
  ],
  references: [
    {
      title:
        'Cooperberg MR et al. The University of California, San Francisco Cancer of the Prostate ' +
        'Risk Assessment score: a straightforward and reliable preoperative predictor',
      doi: '10.1097/01.ju.0000158155.33890.e7',
      year: 2005,
    },
  ],
  compute: (v) =>
    sumOf({
      age: pointsIf(Math.floor(v.age) >= 50),
      psa: psaPoints(rounded(v.psa, 1)),
      primary_gleason_pattern: pointsIf(v.primary_gleason_pattern >= 4, 3),
      // The secondary pattern counts only where the primary one does not.
      secondary_gleason_pattern: pointsIf(
        v.primary_gleason_pattern < 4 && v.secondary_gleason_pattern >= 4,
      ),
      clinical_t3a: pointsIf(v.clinical_t3a),
      positive_cores_percent: pointsIf(v.positive_cores_percent >= 34),
    }),
});
