import { ownQuantity } from '../../input.js';
import { item } from '../../questionnaire.js';

/** The performance status in oncology, also as an input of prognostic scores. */
export const ECOG = item(
  'ECOG performance status',
  [0, 5],
  '0 fully active, 1 restricted in strenuous activity, 2 up for more than half the day, no work, 3 in ' +
    'bed or chair for more than half the day, 4 completely disabled, 5 dead.',
);

/** The same for rules about the living. */
export const ECOG_OF_THE_LIVING = { ...ECOG, max: 4, cuts: [1, 2, 3, 4] } as const;

export const KARNOFSKY = ownQuantity('Karnofsky performance status', '%', [0, 100], 10, {
  cuts: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
  help:
    '100 normal, 90 minor signs, 80 activity with effort, 70 cares for self but no normal activity, ' +
    '60 occasional help, 50 considerable help, 40 disabled, 30 severely disabled, 20 very sick, 10 ' +
    'moribund, 0 dead.',
});
