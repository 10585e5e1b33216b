import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

export const candidaScore = defineScore({
  id: 'candida_score',
  name: 'Candida score',
  aliases: ['leon_score'],
  group: 'infection',
  purpose: 'Identifies patients in intensive care who benefit from early antifungal treatment.',
  population: 'Non-neutropenic adults in intensive care for 7 days or more',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    total_parenteral_nutrition: ownFlag('Total parenteral nutrition'),
    surgery_on_icu_admission: ownFlag('Surgery on admission to intensive care'),
    multifocal_candida_colonization: ownFlag('Candida at more than one site', {
      help: 'Surveillance cultures of two or more non-adjacent foci.',
    }),
    severe_sepsis: ownFlag('Severe sepsis or septic shock'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Below the threshold: invasive candidiasis is unlikely.',
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'Above 2.5 points (sensitivity 81 %, specificity 74 %).',
      action: {
        text: 'Consider early antifungal treatment; take cultures and markers.',
        source: 'León 2006, 10.1097/01.CCM.0000202208.37364.7D',
      },
    },
  ],
  references: [
    {
      title:
        'León C et al. A bedside scoring system ("Candida score") for early antifungal treatment ' +
        'in nonneutropenic critically ill patients with Candida colonization',
      doi: '10.1097/01.CCM.0000202208.37364.7D',
      year: 2006,
    },
    {
      title:
        'Leroy G et al. Evaluation of "Candida score" in critically ill patients: a prospective, ' +
        'multicenter, observational, cohort study',
      doi: '10.1186/2110-5820-1-50',
      year: 2011,
    },
  ],
  compute: (v) =>
    sumOf({
      total_parenteral_nutrition: pointsIf(v.total_parenteral_nutrition),
      surgery_on_icu_admission: pointsIf(v.surgery_on_icu_admission),
      multifocal_candida_colonization: pointsIf(v.multifocal_candida_colonization),
      severe_sepsis: pointsIf(v.severe_sepsis, 2),
    }),
});
