import { itemsOf } from '../../questionnaire.js';

const HELP =
  'In the last two weeks: 0 not at all, 1 several days, 2 more than half the days, 3 nearly every day.';

export const PHQ_2_ITEMS = itemsOf(
  { little_interest: '1 Little interest or pleasure', feeling_down: '2 Feeling down or hopeless' },
  [0, 3],
  HELP,
);

export const PHQ_9_ITEMS = {
  ...PHQ_2_ITEMS,
  ...itemsOf(
    {
      sleep_problems: '3 Trouble sleeping, or sleeping too much',
      tiredness: '4 Tired, little energy',
      appetite_change: '5 Poor appetite or overeating',
      feeling_failure: '6 Feeling bad about oneself',
      trouble_concentrating: '7 Trouble concentrating',
      slow_or_restless: '8 Slow, or restless',
      better_off_dead: '9 Thoughts of being better off dead or of self-harm',
    },
    [0, 3],
    HELP,
  ),
} as const;

export const GAD_7_ITEMS = itemsOf(
  {
    feeling_nervous: '1 Nervous, anxious or on edge',
    cannot_stop_worrying: '2 Cannot stop or control worrying',
    worrying_too_much: '3 Worrying too much',
    trouble_relaxing: '4 Trouble relaxing',
    restless: '5 So restless that it is hard to sit still',
    easily_annoyed: '6 Easily annoyed or irritable',
    feeling_afraid: '7 Afraid that something awful might happen',
  },
  [0, 3],
  HELP,
);
