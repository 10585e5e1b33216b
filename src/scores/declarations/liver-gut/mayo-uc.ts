import { grade } from '../../input.js';
import { type ComputedScore, defineScore, sumOf } from '../../score.js';

const CLINICAL = {
  stool_frequency: grade('Stool frequency', [0, 3], {
    help: '0 normal for the patient; 1, 2, 3: 1–2, 3–4, 5 or more stools a day above normal.',
    monotone: 'rising',
  }),
  rectal_bleeding: grade('Rectal bleeding', [0, 3], {
    help: '0 none; 1 streaks less than half the time; 2 obvious most of the time; 3 blood alone.',
    monotone: 'rising',
  }),
  physician_global_assessment: grade('Physician’s global assessment', [0, 3], {
    help: '0 normal; 1 mild; 2 moderate; 3 severe.',
    monotone: 'rising',
  }),
};

const SCHROEDER_1987 = {
  title: 'Schroeder KW et al. Coated oral 5-aminosalicylic acid therapy for ulcerative colitis',
  doi: '10.1056/NEJM198712243172603',
  year: 1987,
} as const;
const RUTGEERTS_2005 = {
  title:
    'Rutgeerts P et al. Infliximab for induction and maintenance therapy for ulcerative colitis',
  doi: '10.1056/NEJMoa050516',
  year: 2005,
} as const;

/** Activity of ulcerative colitis with endoscopy, 0 to 12 (Schroeder 1987). */
export const mayoUc = defineScore({
  id: 'mayo_uc',
  name: 'Mayo score of ulcerative colitis',
  aliases: ['mayo_score', 'full_mayo', 'mayo_score_ulcerative_colitis', 'dai_uc'],
  group: 'liver and gut',
  purpose: 'Measures the activity of ulcerative colitis, with endoscopy.',
  population: 'Adults with ulcerative colitis',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 12 },
  inputs: {
    ...CLINICAL,
    endoscopic_findings: grade('Findings at endoscopy', [0, 3], {
      help: '0 normal or inactive; 1 erythema, mild friability; 2 erosions; 3 bleeding, ulcers.',
      monotone: 'rising',
    }),
  },
  categories: [
    {
      id: 'remission',
      from: 0,
      interpretation: 'Clinical remission: 2 or below with no part above 1.',
    },
    { id: 'mild', from: 3, interpretation: 'Mild activity.' },
    { id: 'moderate', from: 6, interpretation: 'Moderate activity.' },
    { id: 'severe', from: 11, interpretation: 'Severe activity.' },
  ],
  references: [SCHROEDER_1987, RUTGEERTS_2005],
  compute(v): ComputedScore {
    const { value, points } = sumOf({
      stool_frequency: v.stool_frequency,
      rectal_bleeding: v.rectal_bleeding,
      physician_global_assessment: v.physician_global_assessment,
      endoscopic_findings: v.endoscopic_findings,
    });
    // Two points in a single part are no remission (Rutgeerts 2005).
    const notInRemission = value <= 2 && Object.values(points).some((one) => one > 1);
    return { value, points, category: notInRemission ? 'mild' : undefined };
  },
});

/** The Mayo score without endoscopy, 0 to 9 (Lewis 2008). */
export const partialMayo = defineScore({
  id: 'partial_mayo',
  name: 'Partial Mayo score of ulcerative colitis',
  aliases: ['pmayo', 'partial_mayo_score'],
  group: 'liver and gut',
  purpose: 'Measures the activity of ulcerative colitis without endoscopy.',
  population: 'Adults with ulcerative colitis',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 9 },
  inputs: CLINICAL,
  categories: [
    { id: 'remission', from: 0, interpretation: 'Remission (below 2).' },
    { id: 'mild', from: 2, interpretation: 'Mild activity (2 to 4).' },
    { id: 'moderate', from: 5, interpretation: 'Moderate activity (5 to 7).' },
    { id: 'severe', from: 8, interpretation: 'Severe activity (8 or 9).' },
  ],
  references: [
    {
      title:
        'Lewis JD et al. Use of the noninvasive components of the Mayo score to assess clinical ' +
        'response in ulcerative colitis',
      doi: '10.1002/ibd.20520',
      year: 2008,
    },
    SCHROEDER_1987,
  ],
  compute: (v) =>
    sumOf({
      stool_frequency: v.stool_frequency,
      rectal_bleeding: v.rectal_bleeding,
      physician_global_assessment: v.physician_global_assessment,
    }),
});
