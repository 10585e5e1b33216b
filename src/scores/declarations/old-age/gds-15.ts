import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const ASSESS = {
  text: 'Clinical assessment of depression, with the risk of suicide.',
  source: 'Sheikh and Yesavage 1986, 10.1300/J018v05n01_09',
} as const;

const NO_COUNTS = { help: 'A no counts.' } as const;

/** Answers that count when they are no: content, good spirits, happy, glad to live, energy. */
const COUNTED_WHEN_NO: ReadonlySet<string> = new Set([
  'satisfied_with_life',
  'in_good_spirits',
  'happy_most_of_the_time',
  'wonderful_to_be_alive',
  'full_of_energy',
]);

/** Depression in old age from fifteen answers about the last week (Sheikh and Yesavage 1986). */
export const gds15 = defineScore({
  id: 'gds_15',
  name: 'Geriatric Depression Scale, short form',
  aliases: ['gds', 'gds15', 'geriatric_depression_scale', 'geriatric_depression_scale_15'],
  group: 'old age',
  purpose: 'Screens for depression in old age with fifteen questions.',
  population: 'Older adults without severe dementia; answers about the last week',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 15 },
  inputs: {
    satisfied_with_life: ownFlag('1 Satisfied with life', NO_COUNTS),
    dropped_activities: ownFlag('2 Dropped many activities and interests'),
    life_feels_empty: ownFlag('3 Life feels empty'),
    often_bored: ownFlag('4 Often bored'),
    in_good_spirits: ownFlag('5 In good spirits most of the time', NO_COUNTS),
    afraid_of_something_bad: ownFlag('6 Afraid that something bad will happen'),
    happy_most_of_the_time: ownFlag('7 Happy most of the time', NO_COUNTS),
    often_helpless: ownFlag('8 Often feels helpless'),
    prefers_to_stay_home: ownFlag('9 Rather stays at home than goes out for new things'),
    more_memory_problems: ownFlag('10 More problems with memory than most'),
    wonderful_to_be_alive: ownFlag('11 Finds it wonderful to be alive', NO_COUNTS),
    feels_worthless: ownFlag('12 Feels worthless'),
    full_of_energy: ownFlag('13 Full of energy', NO_COUNTS),
    situation_hopeless: ownFlag('14 Finds the situation hopeless'),
    others_better_off: ownFlag('15 Thinks that most people are better off'),
  },
  categories: [
    { id: 'normal', from: 0, interpretation: 'Normal range (0–4).' },
    { id: 'mild', from: 5, interpretation: 'Mild depression is likely (5–8).', action: ASSESS },
    { id: 'moderate', from: 9, interpretation: 'Moderate depression (9–11).', action: ASSESS },
    { id: 'severe', from: 12, interpretation: 'Severe depression (12–15).', action: ASSESS },
  ],
  references: [
    {
      title:
        'Sheikh JI, Yesavage JA. Geriatric Depression Scale (GDS): recent evidence and development ' +
        'of a shorter version',
      doi: '10.1300/J018v05n01_09',
      year: 1986,
    },
  ],
  compute(v) {
    const points = Object.entries(v).map(([key, yes]) => [
      key,
      pointsIf(yes !== COUNTED_WHEN_NO.has(key)),
    ]);
    return sumOf(Object.fromEntries(points));
  },
});
