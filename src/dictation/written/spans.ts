import { type Draft, one, type Rule, wordAt } from './draft.js';
import { readOrdinalValue } from './fractions.js';
import { readBelow, readUnit } from './read-unit.js';
import { readNumber, withoutTrailingZero } from './spoken-number.js';
import { TIME_WORDS } from './unit-table.js';

const CHANGES: ReadonlySet<string> = new Set(
  (
    'from increased increase decreased decrease reduced reduce titrated titrate dropped drop rose ' +
    'improved worsened changed change uptitrated went fell wean weaned taper tapered between'
  ).split(' '),
);

/** "from five to ten milligrams" is a change and keeps its word; "five to ten" is a range. */
const changes = (words: readonly string[], i: number): boolean => {
  for (let n = 1; n <= 4; n += 1) if (CHANGES.has(wordAt(words, i - n))) return true;
  return false;
};

/** "three to five days" 3-5 days: only with a unit, and only upwards. */
export const readRange: Rule = ({ words }, i) => {
  const low = readNumber(words, i);
  if (!low || !/^(to|dash|hyphen)$/.test(wordAt(words, low.next))) return undefined;
  const high = readNumber(words, low.next + 1);
  if (!high || high.value <= low.value || low.way === 'pair' || high.way === 'pair')
    return undefined;
  const unit = readUnit(words, high.next);
  const hasNoTo = wordAt(words, low.next) !== 'to';
  const times = wordAt(words, high.next) === 'times';
  if (!hasNoTo && !unit && !times) return undefined;
  if (!hasNoTo && changes(words, i)) return undefined;
  const dose = unit?.use === 'dose';
  const text = [low, high]
    .map((end) => (dose ? withoutTrailingZero(end.text) : end.text))
    .join('-');
  if (!unit) return one(i, high.next, text);
  if (unit.use === 'percent') return one(i, unit.next, `${text}%`);
  const drafts: Draft[] = [
    { from: i, to: high.next, text, kind: 'number' },
    { from: high.next, to: unit.next, text: unit.text, kind: 'word', fixed: true },
  ];
  return { next: unit.next, drafts };
};

/** "six eight weeks" 6-8 weeks: two numbers before a time, the second not much greater. */
export const readSpan: Rule = ({ words }, i) => {
  const low = readNumber(words, i);
  const high = low ? readNumber(words, low.next) : undefined;
  if (!low?.whole || !high?.whole || !TIME_WORDS.has(wordAt(words, high.next))) return undefined;
  if (high.value <= low.value || high.value > 2 * low.value || high.value > 60) return undefined;
  return one(i, high.next, `${low.text}-${high.text}`);
};

/** "three by four by five centimeters" 3 x 4 x 5 cm; each part may have said its unit. */
export const readDimensions: Rule = ({ words }, i) => {
  const drafts: Draft[] = [];
  let next = i;
  for (let n = 0; n < 4; n += 1) {
    const side = readNumber(words, next);
    if (!side) break;
    drafts.push({ from: next, to: side.next, text: side.text, kind: 'number' });
    const unit = readUnit(words, side.next);
    const measured = unit !== undefined && unit.use === 'measure';
    next = measured ? unit.next : side.next;
    if (measured) {
      drafts.push({ from: side.next, to: next, text: unit.text, kind: 'word', fixed: true });
    }
    const by = /^(by|x|times)$/.test(wordAt(words, next)) && readNumber(words, next + 1);
    if (!by || (wordAt(words, next) === 'times' && !measured)) break;
    drafts.push({ from: next, to: next + 1, text: 'x', kind: 'word', fixed: true });
    next += 1;
  }
  return drafts.some(({ text }) => text === 'x') ? { next, drafts } : undefined;
};

const COUNTED_TIMES: ReadonlySet<string> = new Set(
  'at many several three few other some all the of these those past sometimes'.split(' '),
);

/** "alert and oriented times three" x3, "blood cultures times two". */
export const readTimes: Rule = ({ words }, i) => {
  if (wordAt(words, i) !== 'times' || COUNTED_TIMES.has(wordAt(words, i - 1))) return undefined;
  if (i === 0 || readNumber(words, i - 1)) return undefined;
  const read = readNumber(words, i + 1);
  if (!read?.whole || read.value > 99) return undefined;
  return one(i, read.next, `x${read.text}`);
};

/** "times ten to the nine per liter" x 10^9/L. */
export const readPower: Rule = ({ words }, i) => {
  if (!/^(times|by|x)$/.test(wordAt(words, i)) || wordAt(words, i + 1) !== 'ten') return undefined;
  if (wordAt(words, i + 2) !== 'to' || wordAt(words, i + 3) !== 'the') return undefined;
  const power = wordAt(words, i + 4) === 'power' ? i + 5 : i + 4;
  const at = wordAt(words, power) === 'of' ? power + 1 : power;
  const read = readOrdinalValue(words, at) ?? readNumber(words, at);
  if (!read) return undefined;
  const below = readBelow(words, read.next);
  return {
    next: below.next,
    drafts: [
      { from: i, to: i + 1, text: 'x', kind: 'word', fixed: true },
      { from: i + 1, to: below.next, text: `10^${read.value}${below.text}`, kind: 'number' },
    ],
  };
};

/** "sixty seven year old" 67-year-old, "six weeks old" 6 weeks old. */
export const readAge: Rule = ({ words }, i) => {
  const read = readNumber(words, i);
  if (!read) return undefined;
  const span = wordAt(words, read.next);
  const old = wordAt(words, read.next + 1);
  if (!/^(year|month|week|day|hour|minute)s?$/.test(span) || !/^olds?$/.test(old)) return undefined;
  if (read.way === 'short' && read.value > 120) return undefined;
  if (!span.endsWith('s')) return one(i, read.next + 2, `${read.text}-${span}-${old}`);
  const drafts: Draft[] = [
    { from: i, to: read.next, text: read.text, kind: 'number' },
    { from: read.next, to: read.next + 1, text: span, kind: 'word' },
  ];
  return { next: read.next + 1, drafts };
};
