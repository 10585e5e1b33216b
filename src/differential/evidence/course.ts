import { COURSES, type CourseLength } from '../knowledge/schema.js';
import { daysOf, numberIn } from './lengths.js';

const LENGTH =
  /\b(?:(\d+(?:\.\d+)?)|(an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|few|several|many|couple(?: of)?|half an?))(?:\s*(?:-|–|to|or)\s*(\d+))?[\s-]*(seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|weeks?|wks?|months?|mos?|years?|yrs?)\b/gi;
const UNNUMBERED =
  /\b(?:for|past|last|over|since)\s+(?:the\s+)?(?:\w+\s+)?(hours|days|weeks|months|years)\b/gi;
const SPOKEN: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:this (?:morning|afternoon|evening)|earlier today|today|tonight|just now|an hour ago)\b/i,
    0.2,
  ],
  [/\b(?:yesterday|last night|overnight|since last night)\b/i, 1],
  [
    /\b(?:chronic|long[- ]?standing|lifelong|since (?:childhood|birth|adolescence|puberty)|for ages)\b/i,
    365,
  ],
];

/** Durations that are not the duration of the illness. */
const NOT_OF_ILLNESS =
  /\b(?:smok\w*|pack\w*|cigarettes?|lmp|menstrua\w*|periods?|surgery|operat\w*|operation|married|travel\w*|trip|vacation|holiday|return\w*|vaccin\w*|immuni\w*|diagnosed|known|retired|gestation\w*|pregnan\w*|trimester|postpartum|deliver\w*|gave birth|every|each|per|sleeps?|lasting|lasts?|episodes? (?:of|last)|drinks?|drinking|alcohol|transplant\w*|divorced|died|working as|works?|worked|miscarriage|abortion|prophyla\w*)\b/i;
const AGE_AFTER =
  /^[\s-]*(?:old|of age|y\/?o)\b|^[\s-]*(?:pregnant|gestation|of gestation|postpartum|into (?:her|the) pregnancy)/i;
const AGE_BEFORE = /\b(?:aged?|every|each|at|until)\s*$/i;

/** Ends of a clause; the text continues after them. */
const CLAUSE_ENDS = /[.;,](?= )|\n| (?=(?:and|but) )/g;

/** Maximum characters of a clause on either side of a duration. */
const CLAUSE_REACH = 300;
/** Characters in which an age occurs before or after a duration. */
const AGE_REACH = 40;

/**
 * Returns the clause around a position of a text; linear in its maximum length, independent of the
 * length of the text.
 */
function clauseAround(text: string, at: number): string {
  const start = Math.max(0, at - CLAUSE_REACH);
  const part = text.slice(start, at + CLAUSE_REACH);
  let from = 0;
  let to = part.length;
  for (const { index } of part.matchAll(CLAUSE_ENDS)) {
    if (start + index < at) from = index + 1;
    else {
      to = index;
      break;
    }
  }
  return part.slice(from, to);
}

/** Returns a duration as one of {@link COURSES}. */
export function courseOf(days: number): CourseLength {
  if (days < 1) return 'hours';
  if (days < 14) return 'days';
  return days < 84 ? 'weeks' : 'months';
}

/**
 * Returns the durations of an illness: every duration in its description other than an age, a
 * habit, a pregnancy or past events; each once, in ascending order. Several describe a chronic
 * illness that has worsened.
 *
 * Linear in the length of the text.
 */
export function coursesIn(text: string): readonly CourseLength[] {
  const found = new Set<CourseLength>();
  const take = (days: number, at: number, length: number) => {
    const end = at + length;
    if (AGE_AFTER.test(text.slice(end, end + AGE_REACH))) return;
    if (AGE_BEFORE.test(text.slice(Math.max(0, at - AGE_REACH), at))) return;
    if (!NOT_OF_ILLNESS.test(clauseAround(text, at))) found.add(courseOf(days));
  };
  for (const match of text.matchAll(LENGTH)) {
    const [all, digits, word, upTo, unit = ''] = match;
    const first = word?.toLowerCase().split(' ')[0] ?? '';
    const number = numberIn(upTo ?? digits ?? first);
    // `h` alone means hours only after a digit, and `a day` is a frequency.
    if (/^an?$/.test(word ?? '') && !/\bago\b/i.test(text.slice(match.index, match.index + 30)))
      continue;
    take(daysOf(number, unit), match.index, all.length);
  }
  for (const match of text.matchAll(UNNUMBERED)) {
    take(daysOf(3, match[1] ?? ''), match.index, match[0].length);
  }
  for (const [words, days] of SPOKEN) {
    const match = words.exec(text);
    if (match !== null) take(days, match.index, match[0].length);
  }
  return COURSES.filter((length) => found.has(length));
}
