import { ownFlag, quantity, sex } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Frailty from seven yes-or-no questions (Raîche 2008). */
export const prisma7 = defineScore({
  id: 'prisma_7',
  name: 'PRISMA-7',
  aliases: ['prisma7', 'prisma_7_questionnaire'],
  group: 'function and frailty',
  purpose: 'Screens for frailty.',
  population: 'Older adults at home',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    age: quantity('age', { cuts: [86], monotone: 'rising', help: 'Counts above 85 years.' }),
    sex: sex(),
    health_limits_activities: ownFlag('Health problems that limit activities'),
    needs_regular_help: ownFlag('Needs somebody to help regularly'),
    health_keeps_at_home: ownFlag('Health problems that make staying at home necessary'),
    someone_to_count_on: ownFlag('Can count on somebody close in case of need'),
    uses_walking_aid: ownFlag('Regularly uses a stick, walker or wheelchair'),
  },
  categories: [
    { id: 'not frail', from: 0, interpretation: 'Below the threshold (0–2).' },
    {
      id: 'frail',
      from: 3,
      interpretation: 'Frailty is likely (3–7).',
      action: { text: 'Clinical review for frailty.', source: 'NICE NG56 (2016)' },
    },
  ],
  references: [
    {
      title:
        'Raîche M, Hébert R, Dubois MF. PRISMA-7: a case-finding tool to identify older adults ' +
        'with moderate to severe disabilities',
      doi: '10.1016/j.archger.2007.06.004',
      year: 2008,
    },
  ],
  compute: ({ age, sex: sexAtBirth, ...yes }) =>
    sumOf({
      age: pointsIf(Math.floor(age) > 85),
      sex: pointsIf(sexAtBirth === 'M'),
      ...onePointEach(yes),
    }),
});
