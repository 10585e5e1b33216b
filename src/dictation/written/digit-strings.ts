import { type Draft, one, type Rule, wordAt } from './draft.js';
import { digitOf, TEEN_WORDS, TENS_WORDS, ZERO_WORDS } from './number-words.js';
import { readUnit } from './read-unit.js';

const LONGEST = 24;
const EMERGENCY: ReadonlySet<string> = new Set(['911', '999', '112', '111', '000']);

const goesOn = (word: string): boolean =>
  word === 'point' ||
  word === 'hundred' ||
  word === 'thousand' ||
  TENS_WORDS.has(word) ||
  TEEN_WORDS.has(word);

/** The digits said one by one from `i`; "double five" is two of them. */
function readRun(words: readonly string[], i: number): { next: number; digits: string } {
  let next = i;
  let digits = '';
  let before = { next, digits };
  while (digits.length < LONGEST) {
    const word = wordAt(words, next);
    const repeat = word === 'double' ? 2 : word === 'triple' || word === 'treble' ? 3 : 0;
    const digit = digitOf(repeat > 0 ? wordAt(words, next + 1) : word);
    if (digit === undefined) break;
    before = { next, digits };
    digits += String(digit).repeat(Math.max(1, repeat));
    next += repeat > 0 ? 2 : 1;
  }
  // "seven nine hundred": the last digit belongs to what follows.
  return goesOn(wordAt(words, next)) ? before : { next, digits };
}

const LISTED: ReadonlySet<string> = new Set(
  'ages nerves levels leads grades weeks days'.split(' '),
);

/** Record, telephone and room numbers: four digits spoken one by one, or three with a zero. */
export const readDigitString: Rule = ({ words }, i) => {
  const { next, digits } = readRun(words, i);
  const zero =
    ZERO_WORDS.has(wordAt(words, i)) || (digits.length === 3 && /^[1-9]0\d$/.test(digits));
  const enough = digits.length >= 4 || (digits.length === 3 && (zero || EMERGENCY.has(digits)));
  // "ages seven five three six weeks" are four numbers.
  const many = readUnit(words, next) !== undefined || LISTED.has(wordAt(words, i - 1));
  if (!enough || many) return undefined;
  return one(i, next, digits);
};

const SUTURES: ReadonlySet<string> = new Set(
  (
    'vicryl monocryl prolene nylon silk chromic ethibond pds dexon ethilon catgut gut maxon suture ' +
    'sutures mersilene fiberwire stratafix'
  ).split(' '),
);

/** "two oh vicryl" 2-0 Vicryl: the size of a suture. */
export const readSuture: Rule = ({ words }, i) => {
  const size = digitOf(wordAt(words, i));
  if (size === undefined || size === 0 || !ZERO_WORDS.has(wordAt(words, i + 1))) return undefined;
  const near = [2, 3, 4].some((n) => SUTURES.has(wordAt(words, i + n)));
  if (!near) return undefined;
  const draft: Draft = { from: i, to: i + 2, text: `${size}-0`, kind: 'number' };
  return { next: i + 2, drafts: [draft] };
};
