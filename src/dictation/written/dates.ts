import { readBelowHundred, readYear } from './cardinal.js';
import { type Draft, type Rule, type RuleReading, type WordRun, wordAt } from './draft.js';
import { readOrdinalValue } from './fractions.js';
import { digitOf, ZERO_WORDS } from './number-words.js';
import { readNumber } from './spoken-number.js';
import { TIME_WORDS, UNIT_PHRASES } from './unit-table.js';

const NAMES =
  'January February March April May June July August September October November December';

export const MONTHS: ReadonlyMap<string, string> = new Map(
  NAMES.split(' ').map((name) => [name.toLowerCase(), name]),
);

/** "may" and "march" are verbs too. */
const VERBS: ReadonlySet<string> = new Set(['may', 'march']);
const BEFORE_MONTH: ReadonlySet<string> = new Set(
  'in on since until till last of during by early late mid from to through before after next'.split(
    ' ',
  ),
);

interface Day {
  readonly next: number;
  readonly value: number;
}

function readDay(words: readonly string[], i: number, ordinalOnly: boolean): Day | undefined {
  const at = wordAt(words, i) === 'the' ? i + 1 : i;
  const ordinal = readOrdinalValue(words, at);
  if (ordinal) return ordinal.value <= 31 ? ordinal : undefined;
  if (ordinalOnly || at !== i) return undefined;
  const read = readNumber(words, i);
  if (!read?.whole || read.way !== 'full' || read.value < 1 || read.value > 31) {
    return undefined;
  }
  const unit = wordAt(words, read.next);
  return UNIT_PHRASES.has(unit) || TIME_WORDS.has(unit) ? undefined : read;
}

const month = (words: readonly string[], i: number): string | undefined =>
  MONTHS.get(wordAt(words, i));

const number = (from: number, to: number, text: string): Draft => ({
  from,
  to,
  text,
  kind: 'number',
});

/** "the third of march twenty twenty six" 3 March 2026; the "the" belongs to the day. */
function readDayMonth({ words }: WordRun, i: number): RuleReading | undefined {
  const day = readDay(words, i, true);
  if (!day) return undefined;
  const at = wordAt(words, day.next) === 'of' ? day.next + 1 : day.next;
  const name = month(words, at);
  if (!name || (at === day.next && VERBS.has(wordAt(words, at)))) return undefined;
  const year = readYear(words, at + 1);
  const drafts: Draft[] = [
    number(i, at, String(day.value)),
    { from: at, to: at + 1, text: name, kind: 'word', fixed: true },
  ];
  if (year) drafts.push(number(at + 1, year.next, String(year.value)));
  return { next: year?.next ?? at + 1, drafts };
}

/** "march third twenty twenty six" March 3, 2026; "march twenty twenty six" March 2026. */
function readMonthDay({ words }: WordRun, i: number): RuleReading | undefined {
  const name = month(words, i);
  if (!name) return undefined;
  const verb = VERBS.has(wordAt(words, i)) && !BEFORE_MONTH.has(wordAt(words, i - 1));
  const named: Draft = { from: i, to: i + 1, text: name, kind: 'word', fixed: true };
  const year = readYear(words, i + 1);
  if (year)
    return { next: year.next, drafts: [named, number(i + 1, year.next, String(year.value))] };
  const day = readDay(words, i + 1, verb);
  if (!day) return verb ? undefined : { next: i + 1, drafts: [named] };
  const drafts = [named, number(i + 1, day.next, String(day.value))];
  const at = wordAt(words, day.next) === 'of' ? day.next + 1 : day.next;
  const dayYear = readYear(words, at);
  if (!dayYear) return { next: day.next, drafts };
  const comma: Draft = {
    from: day.next,
    to: day.next,
    text: ',',
    kind: 'punctuation',
    glue: 'left',
  };
  drafts.push(comma, number(day.next, dayYear.next, String(dayYear.value)));
  return { next: dayYear.next, drafts };
}

/** A part of a date in figures, with the spoken zero: "oh three" 03. */
function readFigure(
  words: readonly string[],
  i: number,
): { next: number; text: string } | undefined {
  if (ZERO_WORDS.has(wordAt(words, i))) {
    const digit = digitOf(wordAt(words, i + 1));
    return digit === undefined ? undefined : { next: i + 2, text: `0${digit}` };
  }
  const year = readYear(words, i);
  if (year) return { next: year.next, text: String(year.value) };
  const read = readBelowHundred(words, i);
  return read && { next: read.next, text: String(read.value) };
}

/** "in oh one twenty twenty one" 01/2021: a month with its zero before a year. */
export const readMonthYear: Rule = ({ words }, i) => {
  const month = ZERO_WORDS.has(wordAt(words, i)) ? digitOf(wordAt(words, i + 1)) : undefined;
  const year = month === undefined || month === 0 ? undefined : readYear(words, i + 2);
  if (!year || year.value < 1930 || year.value > 2040) return undefined;
  return { next: year.next, drafts: [number(i, year.next, `0${month}/${year.value}`)] };
};

/** "oh three slash twelve slash nineteen sixty four" 03/12/1964. */
export const readSlashDate: Rule = ({ words }, i) => {
  const parts: string[] = [];
  let next = i;
  for (let n = 0; n < 3; n += 1) {
    const figure = readFigure(words, next);
    if (!figure) return undefined;
    parts.push(figure.text);
    next = figure.next;
    if (n === 2) break;
    if (!/^(slash|dash)$/.test(wordAt(words, next))) return undefined;
    next += 1;
  }
  return { next, drafts: [number(i, next, parts.join('/'))] };
};

const DECADES: ReadonlyMap<string, number> = new Map(
  'tens twenties thirties forties fifties sixties seventies eighties nineties'
    .split(' ')
    .map((word, n) => [word, (n + 1) * 10]),
);

const BEFORE_DECADE: ReadonlySet<string> = new Set(
  'the low mid high upper lower his her their my early late over'.split(' '),
);

/** "the nineteen eighties" the 1980s, "in the one forties" the 140s, "her sixties" her 60s. */
export const readDecade: Rule = ({ words }, i) => {
  const century = readBelowHundred(words, i);
  const alone = DECADES.get(wordAt(words, i));
  if (alone !== undefined && BEFORE_DECADE.has(wordAt(words, i - 1))) {
    return { next: i + 1, drafts: [number(i, i + 1, `${alone}s`)] };
  }
  const decade = century ? DECADES.get(wordAt(words, century.next)) : undefined;
  if (!century || decade === undefined || century.next !== i + 1 || century.value > 20) {
    return undefined;
  }
  if (century.value > 3 && century.value < 17) return undefined;
  return { next: i + 2, drafts: [number(i, i + 2, `${century.value * 100 + decade}s`)] };
};

/** Dates in the order in which they are spoken; months take a capital. */
export const readDate: Rule = (line, i) => readDayMonth(line, i) ?? readMonthDay(line, i);
