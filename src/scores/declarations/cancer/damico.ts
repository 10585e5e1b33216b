import { choice } from '../../input.js';
import { defineScore } from '../../score.js';
import { PRIMARY_PATTERN, PSA, SECONDARY_PATTERN } from './prostate-inputs.js';

const STAGE = { t1c_t2a: 1, t2b: 2, t2c: 3, t3_t4: 3 } as const;

const byPsa = (psa: number) => (psa > 20 ? 3 : psa > 10 ? 2 : 1);
const byGleason = (sum: number) => (sum >= 8 ? 3 : sum === 7 ? 2 : 1);

/** Risk of recurrence of localised prostate cancer: 1 low, 2 intermediate, 3 high (D'Amico 1998). */
export const damico = defineScore({
  id: 'damico',
  name: 'D’Amico risk classification of prostate cancer',
  aliases: ['d_amico', 'damico_risk', 'damico_classification', 'd_amico_risk_classification'],
  group: 'cancer',
  purpose: 'Groups localised prostate cancer by the risk of recurrence after treatment.',
  population: 'Men with localised prostate cancer before treatment',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 3 },
  inputs: {
    psa: { ...PSA, cuts: [10, 20], help: 'At diagnosis.' },
    primary_gleason_pattern: PRIMARY_PATTERN,
    secondary_gleason_pattern: SECONDARY_PATTERN,
    clinical_t_stage: choice('Clinical T stage', {
      t1c_t2a: 'T2a or below: half of one lobe or less, or not palpable',
      t2b: 'T2b: more than half of one lobe',
      t2c: 'T2c: both lobes',
      t3_t4: 'T3 or T4: beyond the prostate',
    }),
  },
  categories: [
    {
      id: 'low',
      from: 1,
      interpretation: 'Low risk: PSA up to 10, Gleason 6 or less and stage T1–T2a.',
      action: {
        text: 'Offer active surveillance where life expectancy is above 10 years.',
        source: 'EAU guideline on prostate cancer (2024)',
      },
    },
    {
      id: 'intermediate',
      from: 2,
      interpretation: 'Intermediate risk: PSA above 10 to 20, or Gleason 7, or stage T2b.',
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'High risk: PSA above 20, or Gleason 8 and above, or stage T2c and above.',
      action: {
        text: 'Staging for metastases before treatment.',
        source: 'EAU guideline on prostate cancer (2024)',
      },
    },
  ],
  references: [
    {
      title:
        'D’Amico AV et al. Biochemical outcome after radical prostatectomy, external beam radiation ' +
        'therapy, or interstitial radiation therapy for clinically localized prostate cancer',
      doi: '10.1001/jama.280.11.969',
      year: 1998,
    },
  ],
  compute(v) {
    const sum = Math.round(v.primary_gleason_pattern) + Math.round(v.secondary_gleason_pattern);
    return { value: Math.max(byPsa(v.psa), byGleason(sum), STAGE[v.clinical_t_stage]) };
  },
});
