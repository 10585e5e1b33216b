import { wordAt } from './draft.js';
import { isNumberWord } from './number-words.js';
import { readUnit } from './read-unit.js';
import { readNumber, type SpokenNumber } from './spoken-number.js';
import { TIME_WORDS } from './unit-table.js';
import { SPANS, VALUE_FILLERS, VALUE_NAMES } from './value-names.js';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const JOINS = set('or to through and versus thru');
const ORDERS = set(
  'po iv im sl pr bid tid qid prn daily nightly twice once weekly qhs qam qpm tabs po orally ' +
    'sublingually subcut subcutaneously intravenously',
);
const CALENDAR = set('day days week weeks months month year visit cycle cycles session number');
const NOT_COUNTED_FROM = set(
  'this last every each per a one next that the past same few several couple some many for his her my your their',
);
const SPAN_BEFORE = set(
  'for in x at past after within over every times least about approximately than',
);
const SPAN_AFTER = set(
  'ago early late later prior before after apart duration earlier postoperatively postpartum',
);
const BODY = set('foot yard');
const LOOK_BACK = 8;

/** "potassium was at", "grade two or": whether the words before say that a number is a reading. */
export function isReading(words: readonly string[], i: number): boolean {
  let at = i - 1;
  if (JOINS.has(wordAt(words, at)) && isNumberWord(wordAt(words, at - 1))) at -= 1;
  while (i - at < LOOK_BACK && isNumberWord(wordAt(words, at))) at -= 1;
  if (wordAt(words, at) === 'than')
    return /^(greater|less|higher|lower)$/.test(wordAt(words, at - 1));
  for (let n = 0; n < 4; n += 1) {
    const word = wordAt(words, at);
    if (CALENDAR.has(word)) {
      const before = wordAt(words, at - 1);
      // "cycle three day eight" numbers the day, "two weeks" counts.
      const counted = word.endsWith('s') && isNumberWord(before);
      return n === 0 && !NOT_COUNTED_FROM.has(before) && !counted;
    }
    if (VALUE_NAMES.has(word) || (word === 'c' && wordAt(words, at - 1) === 'one')) return true;
    if (!VALUE_FILLERS.has(word)) return false;
    at -= 1;
  }
  return false;
}

/** "one" stays a word in "one day she fell", and is a number in "one day ago". */
function oneMeasures(words: readonly string[], i: number, next: number): boolean {
  const before = wordAt(words, i - 1);
  if (SPAN_BEFORE.has(before)) return true;
  if (before === 'and' && TIME_WORDS.has(wordAt(words, i - 2))) return true;
  const after = wordAt(words, next);
  return SPAN_AFTER.has(after) || SPANS.has(after);
}

function hasUnit(words: readonly string[], i: number, read: SpokenNumber): boolean {
  const unit = readUnit(words, read.next);
  if (!unit) return false;
  if (unit.use === 'time' && read.value === 1) return oneMeasures(words, i, unit.next);
  return !(unit.use === 'count' && read.value === 1 && BODY.has(unit.text));
}

/**
 * Whether a number is written in digits: from ten on always; below ten with a unit, as a reading or
 * in an order, else it stays a word ("two brothers").
 */
export function usesDigits(words: readonly string[], i: number, read: SpokenNumber): boolean {
  if (read.value >= 10 || !read.whole) return true;
  if (hasUnit(words, i, read) || isReading(words, i)) return true;
  if (/^(foot|feet)$/.test(wordAt(words, i - 1)) && isNumberWord(wordAt(words, i - 2))) return true;
  const next = wordAt(words, read.next);
  if (ORDERS.has(next) || next === 'million') return true;
  if (next === 'times') return read.value > 1;
  if (next === 'of' || (next === 'in' && read.value === 1)) {
    return (readNumber(words, read.next + 1)?.value ?? 0) >= 10;
  }
  if (next === 'at') {
    const time = readNumber(words, read.next + 1);
    return time !== undefined && /^minutes?$/.test(wordAt(words, time.next));
  }
  const listed = readNumber(words, read.next);
  if (listed) return listed.value < 10 && usesDigits(words, read.next, listed);
  const both = next === 'and' && (read.value > 1 || /^(at|between)$/.test(wordAt(words, i - 1)));
  if (!both && !/^(or|to|through|thru|plus)$/.test(next)) return false;
  const second = readNumber(words, read.next + 1);
  if (!second) return false;
  const after = wordAt(words, second.next);
  const half = /^[ap]$/.test(after) && wordAt(words, second.next + 1) === 'm';
  if (half || second.value >= 10 || next === 'plus' || /^(times|am|pm|out)$/.test(after))
    return true;
  return hasUnit(words, read.next + 1, second);
}
