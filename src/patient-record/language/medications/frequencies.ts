import { foldWord } from '../text/fold.js';
import { goesOn, type Word } from '../text/words.js';

const NUMBERS: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const LARGEST = 99;

const numberOf = (word: Word | undefined): number | undefined => {
  if (word === undefined) return undefined;
  const value = word.number ? Number(word.written) : NUMBERS.indexOf(word.folded);
  return Number.isInteger(value) && value > 0 && value <= LARGEST ? value : undefined;
};

/** Letters of the time unit of a frequency, by the folded word. */
const PERIODS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    hour: 'h',
    hr: 'h',
    hrs: 'h',
    h: 'h',
    day: 'd',
    daily: 'd',
    d: 'd',
    week: 'wk',
    weekly: 'wk',
    month: 'mo',
    monthly: 'mo',
  }).map(([word, letters]) => [foldWord(word), letters]),
);
const rounded = (value: number) => Number(value.toPrecision(3));

/** Once every given number of hours, days, weeks or months, as a number per day, week or month. */
const each = (count: number, period: string): string =>
  period === 'h' ? `${rounded(24 / count)}/d` : `${rounded(1 / count)}/${period}`;

export interface FrequencyAt {
  readonly value: string;
  /** First word after it. */
  readonly to: number;
}

/** `3 times a day`, `2x/day`, `five times daily`. */
function times(words: readonly Word[], at: number): FrequencyAt | undefined {
  const count = numberOf(words[at]);
  const unit = words[at + 1];
  if (count === undefined || !goesOn(unit) || !/^(?:time|x)$/.test(unit?.folded ?? '')) {
    return undefined;
  }
  const link = /^(?:a|an|per|each|every|in)$/.test(words[at + 2]?.folded ?? '') ? 1 : 0;
  const last = words[at + 2 + link];
  const period = goesOn(last) ? PERIODS.get(last?.folded ?? '') : undefined;
  if (period === undefined || period === 'h') return undefined;
  return { value: `${count}/${period}`, to: at + 3 + link };
}

/** `every 8 hours`, `every 4 to 6 hours`, `q 3 days`: of a range the more frequent. */
function every(words: readonly Word[], at: number): FrequencyAt | undefined {
  if (!/^(?:every|q|each)$/.test(words[at]?.folded ?? '')) return undefined;
  const count = numberOf(words[at + 1]);
  if (count === undefined || !goesOn(words[at + 1])) return undefined;
  let to = at + 2;
  if (/^(?:to|or)$/.test(words[to]?.folded ?? '') && numberOf(words[to + 1]) !== undefined) to += 2;
  else if (words[to]?.number === true) to += 1;
  const period = goesOn(words[to]) ? PERIODS.get(words[to]?.folded ?? '') : undefined;
  return period === undefined ? undefined : { value: each(count, period), to: to + 1 };
}

/** `6 hourly`, `q6h`, `q72h`. */
function hourly(words: readonly Word[], at: number): FrequencyAt | undefined {
  const [, glued] = /^q(\d{1,2})(?:h|hrs?)$/.exec(words[at]?.folded ?? '') ?? [];
  if (glued !== undefined && Number(glued) > 0)
    return { value: each(Number(glued), 'h'), to: at + 1 };
  const count = numberOf(words[at]);
  if (count === undefined || words[at + 1]?.folded !== 'hourly') return undefined;
  return { value: each(count, 'h'), to: at + 2 };
}

/** Reads a frequency with a number: per day, week or month. */
export const frequencyAt = (words: readonly Word[], at: number): FrequencyAt | undefined =>
  times(words, at) ?? every(words, at) ?? hourly(words, at);
