import { choice, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, stepsFrom, sumOf } from '../../score.js';

const CYTOGENETICS = { very_good: 0, good: 1, intermediate: 2, poor: 3, very_poor: 4 } as const;

const hemoglobin = stepsFrom(1.5, [8, 1], [10, 0]);
const platelets = stepsFrom(1, [50, 0.5], [100, 0]);
const neutrophils = stepsFrom(0.5, [0.8, 0]);

/** Blasts of the marrow: to 2 %, above 2 and below 5, 5 to 10, above 10. */
function blastPoints(percent: number): number {
  if (percent > 10) return 3;
  if (percent >= 5) return 2;
  return percent > 2 ? 1 : 0;
}

/** Prognosis of primary myelodysplastic syndromes (Greenberg 2012). */
export const ipssR = defineScore({
  id: 'ipss_r',
  name: 'Revised International Prognostic Scoring System for myelodysplastic syndromes',
  aliases: ['ipssr', 'revised_ipss', 'ipss_revised'],
  group: 'cancer',
  purpose: 'Groups patients with a myelodysplastic syndrome by survival and progression.',
  population: 'Adults with an untreated primary myelodysplastic syndrome',
  unit: '{score}',
  decimals: 1,
  range: { min: 0, max: 10 },
  inputs: {
    mds_cytogenetics: choice('Cytogenetic group', {
      very_good: 'very good: −Y, del(11q)',
      good: 'good: normal, del(5q), del(12p), del(20q), double with del(5q)',
      intermediate: 'intermediate: del(7q), +8, +19, i(17q), any other single or double clone',
      poor: 'poor: −7, inv(3)/t(3q)/del(3q), double with −7/del(7q), three abnormalities',
      very_poor: 'very poor: more than three abnormalities',
    }),
    marrow_blasts_percent: ownQuantity('Blasts in the bone marrow', '%', [0, 30], 0.1, {
      cuts: [2, 5, 10],
      monotone: 'rising',
    }),
    hemoglobin: quantity('hemoglobin', { cuts: hemoglobin.cuts, monotone: 'falling' }),
    platelets: quantity('platelets', { cuts: platelets.cuts, monotone: 'falling' }),
    neutrophils: quantity('neutrophils', { cuts: neutrophils.cuts, monotone: 'falling' }),
  },
  categories: [
    {
      id: 'very low',
      from: 0,
      interpretation: 'Very low risk (to 1.5): median survival 8.8 years.',
    },
    { id: 'low', from: 2, interpretation: 'Low risk (above 1.5 to 3): median survival 5.3 years.' },
    {
      id: 'intermediate',
      from: 3.5,
      interpretation: 'Intermediate risk (above 3 to 4.5): median survival 3.0 years.',
    },
    {
      id: 'high',
      from: 5,
      interpretation: 'High risk (above 4.5 to 6): median survival 1.6 years.',
    },
    {
      id: 'very high',
      from: 6.5,
      interpretation: 'Very high risk (above 6): median survival 0.8 years.',
    },
  ],
  references: [
    {
      title:
        'Greenberg PL et al. Revised International Prognostic Scoring System for myelodysplastic ' +
        'syndromes',
      doi: '10.1182/blood-2012-03-420489',
      year: 2012,
    },
  ],
  compute: (v) =>
    sumOf({
      mds_cytogenetics: CYTOGENETICS[v.mds_cytogenetics],
      marrow_blasts_percent: blastPoints(v.marrow_blasts_percent),
      hemoglobin: hemoglobin(rounded(v.hemoglobin, 2)),
      platelets: platelets(v.platelets),
      neutrophils: neutrophils(rounded(v.neutrophils, 3)),
    }),
});
