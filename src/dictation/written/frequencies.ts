import { one, type Rule, wordAt } from './draft.js';
import { readNumber } from './spoken-number.js';

const EVERY: Readonly<Record<string, string>> = { h: 'h', hour: 'h', hours: 'h', hourly: 'h' };

/** "q six hours" q6h, "q four to six h" q4-6h. */
export const readEvery: Rule = ({ words }, i) => {
  if (wordAt(words, i) !== 'q') return undefined;
  const low = readNumber(words, i + 1);
  if (!low?.whole) return undefined;
  const to = wordAt(words, low.next) === 'to' ? readNumber(words, low.next + 1) : undefined;
  const last = to ?? low;
  const amount = to ? `${low.text}-${to.text}` : low.text;
  const unit = wordAt(words, last.next);
  const hours = EVERY[unit];
  if (hours) return one(i, last.next + 1, `q${amount}h`, 'word', { fixed: true });
  if (/^(minutes|minute|days|weeks|months)$/.test(unit)) {
    return {
      next: last.next,
      drafts: [
        { from: i, to: i + 1, text: 'every', kind: 'word' },
        { from: i + 1, to: last.next, text: amount, kind: 'number' },
      ],
    };
  }
  return undefined;
};

/**
 * Frequencies that are misread as abbreviations and are written in words
 * (ISMP list of error-prone abbreviations: QD, QOD, HS, TIW, and OD as "daily").
 */
export const SAFE_FREQUENCIES: ReadonlyMap<string, string> = new Map([
  ['qd', 'daily'],
  ['q d', 'daily'],
  ['q day', 'daily'],
  ['q daily', 'daily'],
  ['qod', 'every other day'],
  ['q o d', 'every other day'],
  ['q other day', 'every other day'],
  ['qhs', 'nightly'],
  ['q h s', 'nightly'],
  ['qn', 'nightly'],
  ['q night', 'nightly'],
  ['q hs', 'nightly'],
  ['q bedtime', 'nightly'],
  ['qam', 'every morning'],
  ['q am', 'every morning'],
  ['q a m', 'every morning'],
  ['q morning', 'every morning'],
  ['qpm', 'every evening'],
  ['q pm', 'every evening'],
  ['q p m', 'every evening'],
  ['q evening', 'every evening'],
  ['q week', 'weekly'],
  ['q weekly', 'weekly'],
  ['q month', 'monthly'],
  ['q monthly', 'monthly'],
  ['q hour', 'every hour'],
  ['q shift', 'every shift'],
  ['hs', 'at bedtime'],
  ['at hs', 'at bedtime'],
  ['tiw', '3 times weekly'],
  ['q h', 'every hour'],
]);
