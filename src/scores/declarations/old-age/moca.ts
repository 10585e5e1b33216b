import { ownFlag } from '../../input.js';
import { item } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';
import { contradictsParts, optionalParts, pointsOfParts } from './total-or-parts.js';

const MAX = 30;

const PARTS = {
  visuospatial_executive: item('Visuospatial and executive', [0, 5], 'Trail, cube, clock (3).'),
  animal_naming: item('Naming', [0, 3], 'A point for each animal.'),
  moca_attention: item('Attention', [0, 6], 'Digits (2), letters (1), serial sevens (3).'),
  moca_language: item('Language', [0, 3], 'Two sentences, fluency.'),
  abstraction: item('Abstraction', [0, 2], 'A point for each pair.'),
  delayed_recall: item('Delayed recall', [0, 5], 'A point for each word without a cue.'),
  moca_orientation: item('Orientation', [0, 6], 'Date, month, year, day, place, city.'),
};
const EDUCATION = 'education_12_years_or_less';
/** The point for education may be in the total or not: it is not given above 29. */
const PARTS_AND_EDUCATION = { ...PARTS, [EDUCATION]: item('Education', [0, 1], 'A point.') };
type MocaPart = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as MocaPart[];

/** Cognition by the total of the Montreal Cognitive Assessment or its parts (Nasreddine 2005). */
export const moca = defineScore({
  id: 'moca',
  name: 'Montreal Cognitive Assessment',
  aliases: ['montreal_cognitive_assessment'],
  group: 'old age',
  purpose: 'Screens for mild cognitive impairment.',
  population: 'Adults with complaints about memory',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: MAX },
  inputs: {
    moca_total: {
      ...item(
        'Total of the MoCA as reported, with the point for education',
        [0, MAX],
        'Instead of the parts.',
      ),
      optional: true,
    },
    ...optionalParts(PARTS),
    education_12_years_or_less: {
      ...ownFlag('Twelve years of education or fewer', {
        fixed: true,
        help: 'Adds a point unless the total is 30 already.',
      }),
      optional: true,
    },
  },
  categories: [
    { id: 'severe', from: 0, interpretation: 'Severe cognitive impairment (0–9).' },
    { id: 'moderate', from: 10, interpretation: 'Moderate cognitive impairment (10–17).' },
    { id: 'mild', from: 18, interpretation: 'Mild cognitive impairment (18–25).' },
    { id: 'normal', from: 26, interpretation: 'Normal range (26–30).' },
  ],
  references: [
    {
      title:
        'Nasreddine ZS et al. The Montreal Cognitive Assessment, MoCA: a brief screening tool for ' +
        'mild cognitive impairment',
      doi: '10.1111/j.1532-5415.2005.53221.x',
      year: 2005,
    },
  ],
  alsoNeeds: (v) =>
    v.moca_total === undefined ? [...PART_NAMES, 'education_12_years_or_less'] : [],
  refuses: (v) =>
    contradictsParts(v.moca_total, PARTS_AND_EDUCATION, { ...v, [EDUCATION]: undefined })
      ? { input: 'moca_total', issue: 'does not agree with the parts' }
      : undefined,
  compute(v) {
    if (v.moca_total !== undefined) {
      return { value: v.moca_total, points: { moca_total: v.moca_total } };
    }
    const { value, points } = sumOf(pointsOfParts(PARTS, v));
    const extra = v.education_12_years_or_less && value < MAX ? 1 : 0;
    return { value: value + extra, points: { ...points, education_12_years_or_less: extra } };
  },
});
