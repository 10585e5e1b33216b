import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, sumOf } from '../../score.js';
import {
  ACTIVE_CANCER,
  ANGIOGRAPHY_AT_ONCE,
  D_DIMER_FIRST,
  DVT_SIGNS,
  ESC_PE_2019,
  PE_MOST_LIKELY,
} from './shared-inputs.js';

const pulse = stepsAbove(0, [100, 1.5]);

/** Pre-test probability of pulmonary embolism (Wells 2000). */
export const wellsPe = defineScore({
  id: 'wells_pe',
  name: 'Wells score for pulmonary embolism',
  aliases: ['wells', 'wells_criteria_pe', 'wells_criteria_for_pe', 'pe_wells', 'wells_score_pe'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates the pre-test probability of pulmonary embolism.',
  population: 'Adults with suspected acute pulmonary embolism, not pregnant',
  unit: '{score}',
  decimals: 1,
  range: { min: 0, max: 12.5 },
  inputs: {
    dvt_signs: DVT_SIGNS,
    pe_most_likely_diagnosis: PE_MOST_LIKELY,
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts, monotone: 'rising' }),
    immobilization_or_surgery_within_4_weeks: ownFlag(
      'Immobile for 3 days or more, or surgery within 4 weeks',
    ),
    prior_vte: flag('prior_vte'),
    hemoptysis: flag('hemoptysis'),
    active_cancer: ACTIVE_CANCER,
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation:
        'Low probability (below 2; three levels); PE unlikely (two levels: 4 or less).',
      action: D_DIMER_FIRST,
    },
    {
      id: 'moderate',
      from: 2,
      interpretation:
        'Moderate probability (2 to 6); two levels: PE unlikely up to 4, likely above 4.',
      action: {
        text: 'Up to 4: D-dimer. Above 4: CT pulmonary angiography.',
        source: ESC_PE_2019,
      },
    },
    {
      id: 'high',
      from: 6.5,
      interpretation: 'High probability (above 6); PE likely (two levels).',
      action: ANGIOGRAPHY_AT_ONCE,
    },
  ],
  references: [
    {
      title: 'Wells PS et al. Derivation of a simple clinical model for pulmonary embolism',
      doi: '10.1055/s-0037-1613830',
      year: 2000,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      dvt_signs: pointsIf(v.dvt_signs, 3),
      pe_most_likely_diagnosis: pointsIf(v.pe_most_likely_diagnosis, 3),
      heart_rate: pulse(v.heart_rate),
      immobilization_or_surgery_within_4_weeks: pointsIf(
        v.immobilization_or_surgery_within_4_weeks,
        1.5,
      ),
      prior_vte: pointsIf(v.prior_vte, 1.5),
      hemoptysis: pointsIf(v.hemoptysis),
      active_cancer: pointsIf(v.active_cancer),
    });
    const twoLevel = value > 4 ? 'likely' : 'unlikely';
    return { value, points, derived: [{ name: 'two_level', value: twoLevel }] };
  },
});
