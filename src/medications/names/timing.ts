import type { Timing } from './frequency.js';
import { DAYS, DAYS_A_MONTH, intervalAt, type TimingAt, wordAt } from './intervals.js';
import { countAt } from './quantities.js';
import type { FrequencyWords } from './schema.js';
import { isMark, type Token } from './tokens.js';
import type { Vocabulary } from './vocabulary.js';

const TIMES =
  /^(?:x|times|time|mal|fois|vez|veces|vezes|volte|volta|keer|maal|gange|gang|ganger|gange|dd|per)$/;

/** `not at all`, although listed: an unclear frequency. */
const NEVER: Partial<Timing> = { unclear: true };

/** The unit of a phrase that is just `a day`, `a week` or `a month`. */
function period({ per_day, days_a_week, every_days, as_needed, at }: FrequencyWords) {
  if (as_needed !== undefined || at !== undefined) return undefined;
  if (per_day === 1) return 'day';
  if (days_a_week === 1) return 'week';
  return every_days === DAYS_A_MONTH ? 'month' : undefined;
}

/** `day`, `week`, `month` right after `2 x`. */
function periodWord(text: string) {
  // Not the plural: `x 10 days` is a duration.
  if (/^(?:day|daily|tag|jour|dia|giorno|dag|dygn)$/.test(text)) return 'day';
  if (/^(?:week|weekly|woche|semaine|semana|settimana|vecka|uge|uke)$/.test(text)) return 'week';
  return /^(?:month|monat|mois|mes|mese|maand|manad|maned)$/.test(text) ? 'month' : undefined;
}

/** `3 times a day`, `2x/week`, `x2 daily`, `up to 4 times a day`, `2 dd`. */
function timesAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  start: number,
): TimingAt | undefined {
  let at = start;
  const before = wordAt(tokens, at) === 'x';
  if (before) at += 1;
  const first = countAt(vocabulary, tokens, at);
  if (first?.value === undefined) return undefined;
  let count = first.value;
  at += first.length;
  const joins = isMark(tokens[at], '-') || ['to', 'or', 'bis', 'a'].includes(wordAt(tokens, at));
  const second = joins ? countAt(vocabulary, tokens, at + 1) : undefined;
  if (second?.value !== undefined) {
    count = Math.max(count, second.value);
    at += 1 + second.length;
  }
  const times = wordAt(tokens, at);
  if (!before && !TIMES.test(times)) return undefined;
  if (times === 'per') return undefined;
  const dutch = times === 'dd';
  if (!before) at += 1;
  const phrase = vocabulary.sayings.match(tokens, at);
  const frequency = phrase?.value.says === 'frequency' ? phrase.value.frequency : undefined;
  const unit = (frequency && period(frequency)) ?? periodWord(wordAt(tokens, at));
  if (unit === undefined && !dutch) return undefined;
  const after = frequency === undefined ? 1 : (phrase?.length ?? 1);
  const length = at + (dutch ? 0 : after) - start;
  if (count === 0) return { timing: NEVER, length };
  if (dutch) return { timing: { perDay: [count] }, length };
  if (unit === 'day') return { timing: { perDay: [count] }, length };
  if (unit === 'month') return { timing: { everyDays: [DAYS_A_MONTH / count] }, length };
  return count > 7
    ? { timing: { unclear: true }, length }
    : { timing: { daysAWeek: [count] }, length };
}

/** `4 days a week`, `5 days per week`. */
function daysOfWeekAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  at: number,
): TimingAt | undefined {
  const count = countAt(vocabulary, tokens, at);
  if (count?.value === undefined || !DAYS.test(wordAt(tokens, at + count.length))) return undefined;
  const next = at + count.length + 1;
  const phrase = vocabulary.sayings.match(tokens, next);
  const unit = phrase?.value.says === 'frequency' ? period(phrase.value.frequency) : undefined;
  if (phrase === undefined || unit !== 'week' || count.value > 7) return undefined;
  const timing = count.value === 0 ? NEVER : { daysAWeek: [count.value] };
  return { timing, length: next + phrase.length - at };
}

const DIGIT_SCHEME_MOST = 4;

/** `1-0-1`, `½-0-0,5`, `0-0-20`: numbers for morning, noon, evening and night. */
function schemeAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  start: number,
): TimingAt | undefined {
  if (tokens[start]?.kind !== 'number') return undefined;
  const counts: number[] = [];
  let at = start;
  for (;;) {
    const count = countAt(vocabulary, tokens, at);
    if (tokens[at]?.kind !== 'number' || count?.value === undefined) break;
    counts.push(count.value);
    at += count.length;
    if (!isMark(tokens[at], '-') || counts.length === 4) break;
    at += 1;
  }
  if (isMark(tokens[at - 1], '-')) at -= 1;
  const taken = counts.filter((count) => count > 0);
  const unit = vocabulary.units.match(tokens, at);
  const insulin = unit?.value.unit === '[iU]';
  const plausible =
    insulin || counts.includes(0) || counts.every((count) => count <= DIGIT_SCHEME_MOST);
  if (counts.length < 3 || taken.length === 0 || !plausible) return undefined;
  const sum = taken.reduce((a, b) => a + b, 0);
  return {
    timing: { perDay: [taken.length] },
    count: Number((sum / taken.length).toPrecision(6)),
    ...(unit !== undefined && { unit: unit.value.unit }),
    length: at + (unit?.length ?? 0) - start,
  };
}

/** `1x1`, `1 x 3`, `2x1`: number per dose and doses a day, one of which is usually 1. */
function productAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  at: number,
): TimingAt | undefined {
  const [a, x, b] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (vocabulary.units.match(tokens, at + 3) !== undefined) return undefined;
  if (a?.kind !== 'number' || x?.text !== 'x' || b?.kind !== 'number') return undefined;
  const [first, second] = [Number(a.text), Number(b.text)];
  if (!(first <= 6 && second <= 6 && Number.isInteger(first * second))) return undefined;
  if (first * second === 0) return { timing: NEVER, length: 3 };
  return {
    timing: { perDay: [Math.max(first, second)] },
    count: Math.min(first, second),
    length: 3,
  };
}

function weekdaysAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  start: number,
): TimingAt | undefined {
  const days = new Set<number>();
  let at = start;
  let end = start;
  if (
    ['every', 'each', 'on', 'jeden', 'chaque', 'cada', 'ogni', 'elke'].includes(wordAt(tokens, at))
  )
    at += 1;
  for (;;) {
    const found = vocabulary.sayings.match(tokens, at);
    if (found?.value.says !== 'day') break;
    days.add(found.value.day);
    at += found.length;
    end = at;
    const joins = /^(?:and|und|et|y|e|en|og|och|[,/&+])$/.test(tokens[at]?.text ?? '');
    if (joins) at += 1;
  }
  return days.size === 0 ? undefined : { timing: { weekdays: days }, length: end - start };
}

/** `9 am`, `18:00`, `8 Uhr`: a time of the day by the clock. */
function clockAt(tokens: readonly Token[], at: number): TimingAt | undefined {
  const hour = tokens[at]?.kind === 'number' ? Number(tokens[at]?.text) : Number.NaN;
  if (!(hour >= 0 && hour <= 24)) return undefined;
  const minutes = isMark(tokens[at + 1], ':') && /^[0-5]\d$/.test(tokens[at + 2]?.text ?? '');
  const end = at + (minutes ? 3 : 1);
  const half = /^(?:am|pm|uhr)$/.exec(wordAt(tokens, end))?.[0];
  if (!minutes && half === undefined) return undefined;
  const time = half === 'pm' && hour < 12 ? hour + 12 : hour;
  const part =
    time < 4 || time >= 21 ? 'night' : time < 11 ? 'morning' : time < 15 ? 'noon' : 'evening';
  return { timing: { at: new Set([part]) }, length: end + (half === undefined ? 0 : 1) - at };
}

function timingOf(words: FrequencyWords): Partial<Timing> {
  return {
    ...(words.per_day !== undefined && { perDay: [words.per_day] }),
    ...(words.days_a_week !== undefined && { daysAWeek: [words.days_a_week] }),
    ...(words.every_days !== undefined && { everyDays: [words.every_days] }),
    ...(words.at !== undefined && { at: new Set([words.at]) }),
    ...(words.as_needed && { asNeeded: true }),
    ...(words.once && { once: true }),
    ...(words.unclear && { unclear: true }),
  };
}

/**
 * Reads the frequency at this position. `field`: in the frequency field, where `od` and `on` count.
 */
export function timingAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  at: number,
  field = false,
): TimingAt | undefined {
  const pattern =
    schemeAt(vocabulary, tokens, at) ??
    intervalAt(vocabulary, tokens, at) ??
    timesAt(vocabulary, tokens, at) ??
    daysOfWeekAt(vocabulary, tokens, at) ??
    productAt(vocabulary, tokens, at) ??
    clockAt(tokens, at) ??
    weekdaysAt(vocabulary, tokens, at);
  const phrase = field
    ? vocabulary.frequencyField.match(tokens, at)
    : phraseOfLine(vocabulary, tokens, at);
  if (phrase === undefined || (pattern?.length ?? 0) >= phrase.length) return pattern;
  return { timing: timingOf(phrase.value), length: phrase.length };
}

function phraseOfLine(vocabulary: Vocabulary, tokens: readonly Token[], at: number) {
  const found = vocabulary.sayings.match(tokens, at);
  return found?.value.says === 'frequency'
    ? { value: found.value.frequency, length: found.length }
    : undefined;
}
