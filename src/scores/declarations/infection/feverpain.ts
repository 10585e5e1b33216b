import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const NICE = 'NICE NG84 (2018)';

export const feverpain = defineScore({
  id: 'feverpain',
  name: 'FeverPAIN score',
  aliases: ['fever_pain'],
  group: 'infection',
  purpose:
    'Estimates how likely a sore throat is from streptococci and who gains from antibiotics.',
  population: 'People from 3 years with acute sore throat in primary care',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    fever_past_24_hours: ownFlag('Fever in the past 24 hours'),
    purulence: ownFlag('Pus on the tonsils'),
    attended_within_3_days: ownFlag('Came within 3 days of the first symptoms'),
    severely_inflamed_tonsils: ownFlag('Severely inflamed tonsils'),
    cough_or_coryza_absent: ownFlag('Neither cough nor coryza'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Streptococci in 13 to 18 %: near to the rate of carriers.',
      action: { text: 'Do not offer an antibiotic.', source: NICE },
    },
    {
      id: 'intermediate',
      from: 2,
      interpretation: 'Streptococci in 34 to 40 %.',
      action: { text: 'No antibiotic, or a back-up prescription.', source: NICE },
    },
    {
      id: 'high',
      from: 4,
      interpretation: 'Streptococci in 62 to 65 %.',
      action: { text: 'Consider an antibiotic at once or a back-up prescription.', source: NICE },
    },
  ],
  references: [
    {
      title:
        'Little P et al. PRImary care Streptococcal Management (PRISM) study: identifying clinical ' +
        'variables associated with streptococcal throat infections',
      doi: '10.1136/bmjopen-2013-003943',
      year: 2013,
    },
    {
      title:
        'Little P et al. Clinical score and rapid antigen detection test to guide antibiotic use ' +
        'for sore throats: randomised controlled trial',
      doi: '10.1136/bmj.f5806',
      year: 2013,
    },
  ],
  compute: (v) =>
    sumOf({
      fever_past_24_hours: pointsIf(v.fever_past_24_hours),
      purulence: pointsIf(v.purulence),
      attended_within_3_days: pointsIf(v.attended_within_3_days),
      severely_inflamed_tonsils: pointsIf(v.severely_inflamed_tonsils),
      cough_or_coryza_absent: pointsIf(v.cough_or_coryza_absent),
    }),
});
