import { readBelowHundred } from './cardinal.js';
import { one, type Rule, type WordRun, wordAt } from './draft.js';
import { digitOf, TEEN_WORDS, TENS_WORDS, ZERO_WORDS } from './number-words.js';
import { readUnit } from './read-unit.js';
import { VALUE_NAMES } from './value-names.js';

interface Clock {
  readonly next: number;
  readonly hour: number;
  readonly minute?: number;
}

function readMinute(
  words: readonly string[],
  i: number,
): { next: number; value: number } | undefined {
  if (ZERO_WORDS.has(wordAt(words, i))) {
    const digit = digitOf(wordAt(words, i + 1));
    return digit === undefined ? undefined : { next: i + 2, value: digit };
  }
  const read = readBelowHundred(words, i);
  return read && read.value >= 10 && read.value <= 59 ? read : undefined;
}

/** "ten thirty", "eight oh five", "ten colon thirty", "eight". */
function readClock(words: readonly string[], i: number, highest: number): Clock | undefined {
  const word = wordAt(words, i);
  const hour = TEEN_WORDS.get(word) ?? digitOf(word) ?? (word === 'twenty' ? 20 : undefined);
  if (hour === undefined || hour > highest || (word === 'o' && highest === 12)) return undefined;
  const colon = wordAt(words, i + 1) === 'colon' ? i + 2 : i + 1;
  const minute = readMinute(words, colon);
  return minute ? { next: minute.next, hour, minute: minute.value } : { next: i + 1, hour };
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Length of "am", "pm", "a m", "p m" at `i`, and which. */
function readHalf(words: readonly string[], i: number): { next: number; half: string } | undefined {
  const word = wordAt(words, i);
  if (word === 'am' || word === 'pm') return { next: i + 1, half: word };
  const spelt = (word === 'a' || word === 'p') && wordAt(words, i + 1) === 'm';
  return spelt ? { next: i + 2, half: `${word}m` } : undefined;
}

/** "ten thirty am" 10:30 AM, "eight o'clock" 8 o'clock. */
export const readTime: Rule = (line, i) => {
  const { words } = line;
  const clock = readClock(words, i, 12);
  if (!clock || clock.hour === 0) return undefined;
  const text = `${clock.hour}${clock.minute === undefined ? '' : `:${two(clock.minute)}`}`;
  const half = readHalf(words, clock.next);
  if (half) {
    const mark = line.british ? half.half : half.half.toUpperCase();
    return {
      next: half.next,
      drafts: [
        { from: i, to: clock.next, text, kind: 'number' },
        { from: clock.next, to: half.next, text: mark, kind: 'word', fixed: true },
      ],
    };
  }
  if (wordAt(words, clock.next) === "o'clock") return one(i, clock.next, text);
  return clock.minute !== undefined && isAtTime(line, i, clock.next, clock.hour)
    ? one(i, clock.next, text)
    : undefined;
};

const HAPPENED: ReadonlySet<string> = new Set(
  (
    'arrived seen admitted woke awoke presented started began last given born pronounced died called ' +
    'appointment onset yesterday today morning afternoon evening tonight time taken collected drawn ' +
    'discharged intubated extubated delivered performed found scene circulation well left examined'
  ).split(' '),
);

/**
 * "at ten thirty" is a time unless a unit follows or a reading is stated; "at one eighteen" is as
 * well a rate of 118, and a time only where something happened.
 */
function isAtTime({ words }: WordRun, i: number, next: number, hour = 12): boolean {
  if (!/^(at|around|until|by)$/.test(wordAt(words, i - 1)) || readUnit(words, next)) return false;
  const now = /^(today|yesterday|tomorrow|tonight|this|on)$/.test(wordAt(words, next));
  let happened = hour > 3 || now;
  for (let n = 2; n <= 7; n += 1) {
    if (VALUE_NAMES.has(wordAt(words, i - n))) return false;
    happened ||= HAPPENED.has(wordAt(words, i - n));
  }
  return happened;
}

/** "at twenty one fifty eight" 21:58: the afternoon and evening of a day of 24 hours. */
export const readLateTime: Rule = (line, i) => {
  const { words } = line;
  if (wordAt(words, i - 1) !== 'at') return undefined;
  const midnight = wordAt(words, i) === 'zero' ? readBelowHundred(words, i + 1) : undefined;
  if (midnight && midnight.value >= 10 && midnight.value <= 59) {
    return isAtTime(line, i, midnight.next)
      ? one(i, midnight.next, `00:${midnight.value}`)
      : undefined;
  }
  if (ZERO_WORDS.has(wordAt(words, i)) && (digitOf(wordAt(words, i + 1)) ?? 0) > 0) {
    const early = readMinute(words, i + 2);
    const time = early && isAtTime(line, i, early.next);
    if (time) return one(i, early.next, `0${digitOf(wordAt(words, i + 1))}:${two(early.value)}`);
  }
  const late = TENS_WORDS.has(wordAt(words, i)) && digitOf(wordAt(words, i + 1)) !== undefined;
  const hour = late ? readBelowHundred(words, i) : undefined;
  const whole = TEEN_WORDS.get(wordAt(words, i)) ?? (wordAt(words, i) === 'twenty' ? 20 : 0);
  const value = hour?.value ?? whole;
  const at = hour?.next ?? i + 1;
  const minute = value >= 13 && value <= 23 ? readMinute(words, at) : undefined;
  if (!minute || !isAtTime(line, i, minute.next)) return undefined;
  return one(i, minute.next, `${two(value)}:${two(minute.value)}`);
};

/** "fourteen thirty hours" 1430 hours, "oh eight hundred hours" 0800 hours. */
export const readMilitary: Rule = ({ words }, i) => {
  const zero = ZERO_WORDS.has(wordAt(words, i));
  const hour = zero ? readClock(words, i + 1, 9) : undefined;
  const full = zero ? undefined : readBelowHundred(words, i);
  const value = hour?.hour ?? full?.value;
  const at = zero ? i + 2 : full?.next;
  if (value === undefined || at === undefined || value > 24 || (!zero && value < 10))
    return undefined;
  const hundred = wordAt(words, at) === 'hundred';
  const minute = hundred ? { next: at + 1, value: 0 } : readMinute(words, at);
  if (!minute || wordAt(words, minute.next) !== 'hours') return undefined;
  return one(i, minute.next, `${two(value)}${two(minute.value)}`);
};
