import { itemsOf } from '../../questionnaire.js';
import { defineScore, sumOf, total } from '../../score.js';

const PARTS = {
  time: 'Time taken',
  interference: 'Interference',
  distress: 'Distress',
  resistance: 'Resistance (4 yields completely)',
  control: 'Control (4 none)',
} as const;

const titles = (kind: string, first: number) =>
  Object.fromEntries(
    Object.entries(PARTS).map(([key, title], at) => [
      `${kind}_${key}`,
      `${first + at} ${title}, ${kind}`,
    ]),
  ) as Record<`${string}_${keyof typeof PARTS}`, string>;

const HELP = 'In the last week: 0 none, 1 mild, 2 moderate, 3 severe, 4 extreme';
const OBSESSIONS = itemsOf(titles('obsessions', 1), [0, 4], HELP);
const COMPULSIONS = itemsOf(titles('compulsions', 6), [0, 4], HELP);

const TREAT = {
  text: 'Cognitive behavioural therapy with exposure and response prevention, or an SSRI.',
  source: 'NICE CG31 (2005)',
} as const;

/** Severity of obsessions and compulsions from ten items (Goodman 1989). */
export const yBocs = defineScore({
  id: 'y_bocs',
  name: 'Yale-Brown Obsessive Compulsive Scale',
  aliases: ['ybocs', 'yale_brown', 'yale_brown_obsessive_compulsive_scale'],
  group: 'mental health',
  purpose: 'Grades the severity of an obsessive-compulsive disorder.',
  population: 'Adults with an obsessive-compulsive disorder',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 40 },
  inputs: { ...OBSESSIONS, ...COMPULSIONS },
  categories: [
    { id: 'subclinical', from: 0, interpretation: 'Subclinical (0–7).' },
    { id: 'mild', from: 8, interpretation: 'Mild (8–15).', action: TREAT },
    { id: 'moderate', from: 16, interpretation: 'Moderate (16–23).', action: TREAT },
    { id: 'severe', from: 24, interpretation: 'Severe (24–31).', action: TREAT },
    { id: 'extreme', from: 32, interpretation: 'Extreme (32–40).', action: TREAT },
  ],
  references: [
    {
      title:
        'Goodman WK et al. The Yale-Brown Obsessive Compulsive Scale. I. Development, use, and ' +
        'reliability',
      doi: '10.1001/archpsyc.1989.01810110048007',
      year: 1989,
    },
  ],
  compute(v) {
    const obsessions = Object.entries(v).filter(([key]) => key.startsWith('obsessions'));
    const { value, points } = sumOf(v);
    const part = total(Object.fromEntries(obsessions));
    return {
      value,
      points,
      derived: [
        { name: 'obsessions', value: part },
        { name: 'compulsions', value: value - part },
      ],
    };
  },
});
