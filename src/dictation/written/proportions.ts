import { one, type Rule, type WordRun, wordAt } from './draft.js';
import { readUnit } from './read-unit.js';
import { readNumber, type SpokenNumber } from './spoken-number.js';
import { TIME_WORDS } from './unit-table.js';

/** Pressures in mmHg that a reading can be (systolic over diastolic). */
const SYSTOLIC = [40, 300] as const;
const DIASTOLIC = [10, 200] as const;

/** Below the line of graded findings: murmurs, strength, Apgar, pain, visual acuity. */
const SCALES: ReadonlySet<number> = new Set([
  2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 24, 27, 28, 30,
]);
const ACUITY: ReadonlySet<number> = new Set([6, 20]);
const PRESSURE_NAMES: ReadonlySet<string> = new Set([
  'pressure',
  'pressures',
  'bp',
  'bps',
  'bipap',
  'ipap',
]);
const LOOK_BACK = 5;

const namesPressure = ({ words }: WordRun, i: number): boolean => {
  for (let n = 1; n <= LOOK_BACK; n += 1) {
    if (PRESSURE_NAMES.has(wordAt(words, i - n))) return true;
  }
  return false;
};

const inside = (value: number, [low, high]: readonly [number, number]): boolean =>
  value >= low && value <= high;

/** Whether "a over b" is a reading; a number of days after "over" is a duration. */
function isOver(line: WordRun, i: number, above: number, below: number): boolean {
  if (inside(above, SYSTOLIC) && inside(below, DIASTOLIC) && above > below) return true;
  if (namesPressure(line, i)) return true;
  if (ACUITY.has(above) && below >= 4 && below <= 800) return true;
  return above <= below && SCALES.has(below);
}

/** "two to three over six": a grade between two, written `2-3`. */
function readGraded(
  words: readonly string[],
  low: SpokenNumber | undefined,
): SpokenNumber | undefined {
  const high = low ? readNumber(words, low.next + 1) : undefined;
  if (!low || !high || high.value !== low.value + 1 || high.value > 6) return undefined;
  return { ...high, text: `${low.text}-${high.text}` };
}

/** "blood pressure ninety over palp" 90/palp. */
export const readPalpated: Rule = (line, i) => {
  const read = readNumber(line.words, i);
  const named = read && wordAt(line.words, read.next) === 'over' && namesPressure(line, i);
  const word = wordAt(line.words, (read?.next ?? i) + 1);
  if (!named || !/^(palp|palpation|doppler)$/.test(word)) {
    return undefined;
  }
  return one(i, read.next + 2, `${read.text}/${word === 'doppler' ? 'Doppler' : word}`);
};

/** "one forty over ninety" 140/90, "two over six" 2/6, "twenty over forty" 20/40. */
export const readOver: Rule = (line, i) => {
  const { words } = line;
  const low = readNumber(words, i);
  const range = wordAt(words, low?.next ?? i) === 'to' ? readGraded(words, low) : undefined;
  const above = range ?? low;
  if (!above || !/^(over|on|slash)$/.test(wordAt(words, above.next))) return undefined;
  const slash = wordAt(words, above.next) === 'slash';
  const below = readNumber(words, above.next + 1);
  if (!below || TIME_WORDS.has(wordAt(words, below.next))) return undefined;
  if (wordAt(words, above.next) === 'on' && !namesPressure(line, i)) return undefined;
  if (!slash && !isOver(line, i, above.value, below.value)) return undefined;
  const third = slash && wordAt(words, below.next) === 'slash';
  const year = third ? readNumber(words, below.next + 1) : undefined;
  const text = `${above.text}/${below.text}${year ? `/${year.text}` : ''}`;
  const next = year?.next ?? below.next;
  const unit = readUnit(words, next);
  if (unit?.text !== 'mmHg') return one(i, next, text);
  return {
    next: unit.next,
    drafts: [
      { from: i, to: next, text, kind: 'number' },
      { from: next, to: unit.next, text: unit.text, kind: 'word', fixed: true },
    ],
  };
};

const OF_MANY = /^(people|patients|cases|times|women|men|children|doctors)$/;

/** "seven out of ten" 7/10; of a number of people or days it is left in words. */
export const readOutOf: Rule = ({ words }, i) => {
  const low = readNumber(words, i);
  if (!low) return undefined;
  const range = wordAt(words, low.next) === 'to' ? readNumber(words, low.next + 1) : undefined;
  const part = range && range.value > low.value ? range : low;
  const at = part.next;
  if (wordAt(words, at) !== 'out' || wordAt(words, at + 1) !== 'of') return undefined;
  const whole = readNumber(words, at + 2);
  if (!whole || part.value > whole.value || !whole.whole) return undefined;
  const after = wordAt(words, whole.next);
  if (TIME_WORDS.has(after) || OF_MANY.test(after)) return undefined;
  const text = part === low ? low.text : `${low.text}-${part.text}`;
  return one(i, whole.next, `${text}/${whole.text}`);
};

/** "twenty twenty vision" 20/20, "acuity is twenty forty" 20/40. */
export const readAcuity: Rule = ({ words }, i) => {
  const first = wordAt(words, i);
  if (first !== 'twenty' && first !== 'six') return undefined;
  const second = readNumber(words, i + 1);
  if (!second || second.value < 5 || second.value > 800) return undefined;
  let named = wordAt(words, second.next) === 'vision';
  for (let n = 1; n <= LOOK_BACK; n += 1)
    named ||= /^(acuity|vision|va)$/.test(wordAt(words, i - n));
  return named ? one(i, second.next, `${first === 'six' ? 6 : 20}/${second.text}`) : undefined;
};

const DILUTED: ReadonlySet<string> = new Set(
  'titer titers titre titres epinephrine adrenaline dilution dilutions ratio ana reagin rpr vdrl'.split(
    ' ',
  ),
);

/** "one to ten thousand" of epinephrine, a titer of "one to three twenty". */
export const readDilution: Rule = ({ words }, i) => {
  if (wordAt(words, i) !== 'one' || !/^(to|in|colon)$/.test(wordAt(words, i + 1))) return undefined;
  const part = readNumber(words, i + 2);
  if (!part || part.value < 4 || !part.whole) return undefined;
  let named = false;
  for (let n = 1; n <= 6; n += 1) named ||= DILUTED.has(wordAt(words, i - n));
  const after = wordAt(words, part.next);
  if (!named && !DILUTED.has(after) && !(part.value >= 1000 && !TIME_WORDS.has(after))) {
    return undefined;
  }
  return one(i, part.next, `1:${part.text}`);
};
