import { CLASS, may } from '../text/word-classes.js';
import type { Form, Word } from '../text/words.js';
import { lower, MONTH_NAMES, POSSESSIVES } from './grammar.js';
import { isPastVerb } from './tense.js';

/** Adverbials that name a time which is over, by their grammar; words are compared as {@link lower} gives them. */
const MONTH = new RegExp(`^(?:${MONTH_NAMES}|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$`);
const SEASON = /^(?:winter|summer|spring|autumn|fall|christmas|easter)$/;
const DECADE =
  /^(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|childhood|infancy|youth|adolescence|schooldays)$/;
/** What years and days of a life are named after. */
const LIFE =
  /^(?:school|army|navy|military|student|teenage|university|college|playing|working|younger|early|earlier|war|childhood|former|national)$/;
const STAY =
  /^(?:pregnancy|pregnancies|admission|hospitalisation|hospitalization|marriage|visit|attendance|hospital|stay|appointment|labour|confinement|consultation|deployment|posting|operation)$/;
const EARLIER =
  /^(?:first|second|third|fourth|last|previous|earlier|prior|former|1st|2nd|3rd|4th)$/;
const STAGE =
  /^(?:boy|girl|child|kid|baby|teenager|student|toddler|infant|youngster|youth|adolescent|schoolboy|schoolgirl|soldier|apprentice|trainee|undergraduate|neonate|newborn)$/;
const ADULT = /^(?:man|woman|adult|doctor|nurse|mother|father)$/;
const COUNT =
  /^(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|few|several|many|some|couple|around|about|over|of|good)$/;
const UNIT = /^(?:years?|yrs?|decades?|winters?|summers?)$/;
const AGO = /^(?:ago|back|earlier|previously|before|prior)$/;
const PART = /^(?:early|late|mid|middle|the|of|about|around|end|start|beginning|part|summer)$/;
const SUBJECT = /^(?:i|he|she|they|we)$/;
/** `when he was seen`: a part of the present illness. */
const OF_NOW =
  /^(?:seen|admitted|examined|brought|asked|walking|lying|up|at|in|on|found|called|told|reviewed|assessed|sitting|standing|trying|given|coming|going|moving|able)$/;
const AT_THAT = /^(?:time|point|stage|age|occasion|period)$/;

/** Words that a past time can begin with, apart from numbers and the names of months. */
export const TIME_BEGINNINGS =
  'in during throughout circa around back by until till last previous the at as aged when on years ages decades long ' +
  'some a an one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty several many ' +
  'few couple about over';
const BEGINNINGS: ReadonlySet<string> = new Set(TIME_BEGINNINGS.split(' '));

/** Whether a past time may begin with a word. */
export const mayBeginTime = ({ plain, number }: Form): boolean =>
  number || BEGINNINGS.has(plain) || MONTH.test(plain);

const isYear = (word: string): boolean => /^(?:19|20)\d\d$/.test(word);

/** `2014`, `the summer of 2014`, `his late twenties`, `her army years`: what a preposition of time takes. */
function pointAt(words: readonly string[], from: number): number | undefined {
  let at = from;
  const owned = POSSESSIVES.has(words[at] ?? '');
  if (owned) at += 1;
  while (at < from + 5 && PART.test(words[at] ?? '')) at += 1;
  const word = words[at] ?? '';
  const next = words[at + 1] ?? '';
  if (isYear(word) || DECADE.test(word)) return at + 1;
  if (SEASON.test(word) || MONTH.test(word)) {
    const year = next === 'of' ? at + 2 : at + 1;
    return isYear(words[year] ?? '') ? year + 1 : undefined;
  }
  if (LIFE.test(word) && (owned || at > from)) {
    return /^(?:years|days|time|service|career)$/.test(next) ? at + 2 : undefined;
  }
  if (EARLIER.test(word) && STAY.test(next)) return at + 2;
  if (EARLIER.test(word) && STAY.test(words[at + 2] ?? '')) return at + 3;
  return undefined;
}

/** `six years ago`, `a year later`, `two years before that`. */
function countedAt(words: readonly string[]): number | undefined {
  let at = 0;
  while (at < 4 && COUNT.test(words[at] ?? '')) at += 1;
  if (at === 0 || !UNIT.test(words[at] ?? '')) return undefined;
  const link = words[at + 1] ?? '';
  if (link === 'later' || link === 'afterwards') return at + 2;
  if (!AGO.test(link)) return undefined;
  return words[at + 2] === 'that' ? at + 3 : at + 2;
}

/** `as a student`, `as a young man`. */
function stageAt(words: readonly string[]): number | undefined {
  if (!/^an?$/.test(words[1] ?? '')) return undefined;
  const young = /^(?:young|younger|small|little|medical|teenage|newborn)$/.test(words[2] ?? '');
  const noun = young ? (words[3] ?? '') : (words[2] ?? '');
  if (STAGE.test(noun) || (young && words[2] !== 'medical' && ADULT.test(noun)))
    return young ? 4 : 3;
  return undefined;
}

/** `the winter before last`, `the following year`, `the year after`. */
function articleTimeAt(words: readonly string[]): number | undefined {
  const [, first = '', second = '', third = ''] = words;
  const span = (word: string) => SEASON.test(word) || word === 'year' || word === 'month';
  if (/^(?:following|next|previous|preceding|same)$/.test(first) && span(second)) return 3;
  if (!span(first)) return undefined;
  if (second === 'before' && third === 'last') return 4;
  if (second === 'before' || second === 'after') return 3;
  // `the year I got it`, `the summer he left school`.
  return SUBJECT.test(second) ? 2 : undefined;
}

/** `at the age of seven`, `at that time`, `on that occasion`. */
function atPoint(words: readonly string[]): number | undefined {
  const [, first = '', second = ''] = words;
  if (first === 'age') return 3;
  if (first === 'the' && second === 'age') return words[3] === 'of' ? 5 : undefined;
  if (first === 'that' && AT_THAT.test(second)) return 3;
  return pointAt(words, 1);
}

/**
 * Returns the end of an adverbial of a past time that begins at a word, or undefined. A time
 * that may be within the present illness is none: `two days ago`, `last night`.
 */
export function pastTimeAt(text: readonly Word[], at: number): number | undefined {
  const word = text[at];
  if (word === undefined || !may(word, CLASS.time) || !mayBeginTime(word)) return undefined;
  const first = word.plain;
  const words: string[] = [];
  for (let n = 0; n < 9; n += 1) words.push(lower(text[at + n]));
  const to = lengthOf(words, first);
  return to === undefined ? undefined : at + to;
}

function lengthOf(words: readonly string[], first: string): number | undefined {
  const [, second = '', third = '', fourth = ''] = words;
  switch (first) {
    case 'back': {
      if (second === 'then' || (second === 'when' && !SUBJECT.test(third))) return 2;
      return second === 'in' || second === 'around' ? pointAt(words, 2) : undefined;
    }
    case 'in':
      return second === 'those' && third === 'days' ? 3 : pointAt(words, 1);
    case 'during':
    case 'throughout':
    case 'circa':
    case 'around':
    case 'by':
      return pointAt(words, 1);
    case 'until':
    case 'till':
      // `until he stopped drinking`: what was before that is over.
      return SUBJECT.test(second) && isPastVerb(third) ? 3 : pointAt(words, 1);
    case 'on':
    case 'at':
      return atPoint(words);
    case 'last':
    case 'previous':
      return SEASON.test(second) || second === 'year' || MONTH.test(second) ? 2 : undefined;
    case 'the':
      return articleTimeAt(words);
    case 'as':
      return stageAt(words);
    case 'aged':
      return /^\d+$|^(?:[a-z]+)$/.test(second) && COUNT.test(second) ? 2 : undefined;
    case 'when':
      return SUBJECT.test(second) && third === 'was' && !OF_NOW.test(fourth) ? 3 : undefined;
    case 'years':
    case 'ages':
    case 'decades':
    case 'long':
      return second === 'ago' || (second === 'back' && first !== 'long') ? 2 : undefined;
    default: {
      if (MONTH.test(first) && isYear(second)) return 2;
      if (first === 'a' && second === 'long' && third === 'time' && fourth === 'ago') return 4;
      if (first === 'some' && second === 'time' && third === 'ago') return 3;
      return countedAt(words);
    }
  }
}
