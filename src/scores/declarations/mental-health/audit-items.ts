import { answers, item } from '../../questionnaire.js';

/** The three items of consumption: the AUDIT-C. */
export const AUDIT_C_ITEMS = {
  drinking_frequency: item(
    '1 How often alcohol',
    [0, 4],
    '0 never, 1 monthly or less, 2 two to four times a month, 3 two or three times a week, 4 more',
  ),
  drinks_per_day: item(
    '2 Drinks on a typical day',
    [0, 4],
    '0 one or two, 1 three or four, 2 five or six, 3 seven to nine, 4 ten or more',
  ),
  six_or_more_drinks: item(
    '3 How often six drinks or more',
    [0, 4],
    '0 never, 1 less than monthly, 2 monthly, 3 weekly, 4 daily or almost',
  ),
} as const;

const HOW_OFTEN =
  'In the last year: 0 never, 1 less than monthly, 2 monthly, 3 weekly, 4 daily or almost';
const EVER = {
  '0': 'no',
  '2': 'yes, but not in the last year',
  '4': 'yes, in the last year',
} as const;

export const AUDIT_ITEMS = {
  ...AUDIT_C_ITEMS,
  unable_to_stop: item('4 Unable to stop once started', [0, 4], HOW_OFTEN),
  failed_expectations: item('5 Failed to do what was expected', [0, 4], HOW_OFTEN),
  morning_drink: item('6 Needed a drink in the morning', [0, 4], HOW_OFTEN),
  guilt_after_drinking: item('7 Guilt or remorse after drinking', [0, 4], HOW_OFTEN),
  unable_to_remember: item('8 Could not remember the night before', [0, 4], HOW_OFTEN),
  injury_from_drinking: answers('9 Somebody injured through the drinking', EVER),
  others_concerned: answers('10 Others concerned about the drinking', EVER),
} as const;
