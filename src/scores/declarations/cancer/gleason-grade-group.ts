import { defineScore } from '../../score.js';
import { PRIMARY_PATTERN, SECONDARY_PATTERN } from './prostate-inputs.js';

/** Recurrence of PSA within 5 years of prostatectomy by grade group, Epstein 2016 (20 845 men). */
const RECURRENCE = [0.04, 0.12, 0.37, 0.52, 0.74];

function gradeGroup(primary: number, secondary: number): 1 | 2 | 3 | 4 | 5 {
  const sum = primary + secondary;
  if (sum <= 6) return 1;
  if (sum === 7) return primary <= 3 ? 2 : 3;
  return sum === 8 ? 4 : 5;
}

/** ISUP grade group of prostate cancer from the two Gleason patterns (Epstein 2016). */
export const gleasonGradeGroup = defineScore({
  id: 'gleason_grade_group',
  name: 'Gleason score and ISUP grade group',
  aliases: ['gleason', 'gleason_score', 'isup_grade', 'isup_grade_group', 'prostate_grade_group'],
  group: 'cancer',
  purpose: 'Turns the two Gleason patterns of a prostate cancer into its grade group.',
  population: 'Men with adenocarcinoma of the prostate',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 5 },
  inputs: {
    primary_gleason_pattern: PRIMARY_PATTERN,
    secondary_gleason_pattern: SECONDARY_PATTERN,
  },
  categories: [
    { id: 'group 1', from: 1, interpretation: 'Grade group 1: Gleason 6 or less.' },
    { id: 'group 2', from: 2, interpretation: 'Grade group 2: Gleason 3+4=7.' },
    { id: 'group 3', from: 3, interpretation: 'Grade group 3: Gleason 4+3=7.' },
    { id: 'group 4', from: 4, interpretation: 'Grade group 4: Gleason 8 (4+4, 3+5, 5+3).' },
    { id: 'group 5', from: 5, interpretation: 'Grade group 5: Gleason 9–10.' },
  ],
  references: [
    {
      title:
        'Epstein JI et al. A contemporary prostate cancer grading system: a validated alternative ' +
        'to the Gleason score',
      doi: '10.1016/j.eururo.2015.06.046',
      year: 2016,
    },
    {
      title:
        'Epstein JI et al. The 2014 International Society of Urological Pathology (ISUP) consensus ' +
        'conference on Gleason grading of prostatic carcinoma',
      doi: '10.1097/PAS.0000000000000530',
      year: 2016,
    },
  ],
  compute(v) {
    const [primary, secondary] = [
      Math.round(v.primary_gleason_pattern),
      Math.round(v.secondary_gleason_pattern),
    ];
    const value = gradeGroup(primary, secondary);
    const probability = RECURRENCE[value - 1] ?? 0;
    const outcome = 'recurrence of PSA after prostatectomy';
    return {
      value,
      risk: { outcome, probability, horizon: '5 years' },
      derived: [
        { name: 'gleason_score', value: primary + secondary },
        { name: 'notation', value: `${primary}+${secondary}` },
      ],
    };
  },
});
