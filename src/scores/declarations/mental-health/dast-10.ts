import { ownFlag } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const SKINNER = 'Skinner, The Drug Abuse Screening Test, guide of the author';

/** Harm from drugs (not alcohol or tobacco) in the last year from ten questions (Skinner 1982). */
export const dast10 = defineScore({
  id: 'dast_10',
  name: 'Drug Abuse Screening Test 10',
  aliases: ['dast10', 'drug_abuse_screening_test'],
  group: 'mental health',
  purpose: 'Screens for problems with drugs other than alcohol and tobacco.',
  population: 'Adults',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    used_drugs: ownFlag('1 Used drugs other than for medical reasons'),
    more_than_one_drug: ownFlag('2 Uses more than one drug at a time'),
    always_able_to_stop: ownFlag('3 Always able to stop when wanted', {
      help: 'The one item of which a no counts.',
    }),
    blackouts_or_flashbacks: ownFlag('4 Blackouts or flashbacks'),
    drug_guilt: ownFlag('5 Feels bad or guilty about it'),
    family_complaints: ownFlag('6 Partner or parents complain'),
    neglected_family: ownFlag('7 Neglected the family'),
    illegal_activities: ownFlag('8 Illegal activities to obtain drugs'),
    drug_withdrawal_symptoms: ownFlag('9 Withdrawal symptoms after stopping'),
    drug_medical_problems: ownFlag('10 Medical problems from drugs'),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'No problems reported.' },
    {
      id: 'low',
      from: 1,
      interpretation: 'Low level of problems (1–2).',
      action: { text: 'Monitor; assess again later.', source: SKINNER },
    },
    {
      id: 'moderate',
      from: 3,
      interpretation: 'Moderate level of problems (3–5).',
      action: { text: 'Investigate further.', source: SKINNER },
    },
    {
      id: 'substantial',
      from: 6,
      interpretation: 'Substantial level of problems (6–8).',
      action: { text: 'Intensive assessment.', source: SKINNER },
    },
    {
      id: 'severe',
      from: 9,
      interpretation: 'Severe level of problems (9–10).',
      action: { text: 'Intensive assessment.', source: SKINNER },
    },
  ],
  references: [
    {
      title: 'Skinner HA. The drug abuse screening test',
      doi: '10.1016/0306-4603(82)90005-3',
      year: 1982,
    },
    {
      title:
        'Yudko E, Lozhkina O, Fouts A. A comprehensive review of the psychometric properties of ' +
        'the Drug Abuse Screening Test',
      doi: '10.1016/j.jsat.2006.08.002',
      year: 2007,
    },
  ],
  compute: ({ always_able_to_stop, ...yes }) =>
    sumOf({
      always_able_to_stop: pointsIf(!always_able_to_stop),
      ...onePointEach(yes),
    }),
});
