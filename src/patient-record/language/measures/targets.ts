import { GAP, type Word } from '../text/words.js';
import { endsBefore } from './amounts.js';

/** Words before a name after which its number is a goal or a condition, and not measured. */
const LEADS_TO_TARGET = new Set(
  'if goal target aim aiming keep maintain maintaining titrate titrated titrating unless until should'.split(
    ' ',
  ),
);
const LOOK_BACK = 6;

/**
 * Whether the number after a name is no measurement: `hold if heart rate < 55`, `aim for sats of 94 %`,
 * `PRN for SBP > 160`.
 *
 * @param from first word of the name
 * @param compared the number has a comparator
 */
export function isTarget(words: readonly Word[], from: number, compared: boolean): boolean {
  for (let at = from - 1; at >= 0 && at >= from - LOOK_BACK; at -= 1) {
    const word = words[at];
    const gap = words[at + 1]?.gap ?? 0;
    if (word === undefined || word.number || endsBefore(words[at + 1])) return false;
    if ((gap & GAP.comma) !== 0) return false;
    if (LEADS_TO_TARGET.has(word.folded)) return true;
    if (compared && word.folded === 'for' && at === from - 1) return true;
  }
  return false;
}
