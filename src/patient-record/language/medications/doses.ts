import { GAP, goesOn, SENTENCE_END, type Word } from '../text/words.js';

/** A dose as written: words `from` to `to` (not included), and its part of the text. */
export interface Dose {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const UNIT = new RegExp(
  `^(?:${[
    'mgs?|mcgs?|ugs?|µg|μg|ng|g|gms?|gram|gramme|milligram|milligramme|microgram|microgramme|nanogram|mls?|ccs?',
    'milliliter|unit|ius?|u|mu|meq|mmol|milliequivalent|millimole|tablet|tab|capsule|cap|puff|drop|gtt|spray|patch|patche',
    'suppository|ampule|ampoule|vial|tsp|tbsp|teaspoon|tablespoon|teaspoonful|lozenge|application|liter|l|pill|inhalation',
    'percent|sachet|nebule|neb|squirt|actuation|pump|strip|bag|pastille|pessary',
  ].join('|')})$`,
);
/** What an amount is for: `/kg`, `/h`, `/5 mL`. */
const PER =
  /^(?:kg|h|hr|hor|min|minute|d|day|m2|m²|dose|week|puff|spray|actuation|ml|mls|tablet|tab|milliliter)$/;
/** Contents of a sample and no dose: `mg/dL`. */
const OF_SAMPLE = /^(?:dl|l|liter|deciliter|ul|mol)$/;
const NUMBER_WORD =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|quarter|point)$/;
/** Words that continue a number in digits: `2 million units`. */
const SCALE = /^(?:hundred|thousand|million|half|quarter)$/;
const MAX_NUMBERS = 8;

const isNumberWord = (word: Word | undefined) =>
  word !== undefined && !word.number && NUMBER_WORD.test(word.folded);
const isNumeric = (word: Word | undefined) => word?.number === true || isNumberWord(word);
const gapText = (text: string, words: readonly Word[], at: number) =>
  text.slice(words[at - 1]?.end ?? 0, words[at]?.start ?? 0);
const joined = (word: Word | undefined) =>
  word !== undefined && (word.gap & (SENTENCE_END | GAP.comma | GAP.open | GAP.close)) === 0;

/** Where the numbers end that begin at a word: `5`, `5-10`, `500/125`, `one or two`, `1 1/2`. */
function numbersEnd(text: string, words: readonly Word[], from: number): number | undefined {
  if (!isNumeric(words[from])) return undefined;
  let to = from + 1;
  while (to < from + MAX_NUMBERS && joined(words[to])) {
    const [word, next] = [words[to], words[to + 1]];
    const sign = gapText(text, words, to);
    if (isNumeric(word)) {
      const digits = word?.number === true && words[to - 1]?.number === true;
      const fraction = next?.number === true && /^ ?\/ ?$/.test(gapText(text, words, to + 1));
      if (digits && !/[-–/x×]/.test(sign) && !fraction) return undefined;
      // `one 10 mg tablet` counts tablets, `30/500 two tablets` too.
      const worded = isNumberWord(words[to - 1]);
      if (word?.number === true && worded && sign === ' ') return undefined;
      if (!word?.number && !worded && !SCALE.test(word?.folded ?? '')) break;
      to += 1;
    } else if (/^(?:to|or|x)$/.test(word?.folded ?? '') && isNumeric(next) && joined(next)) to += 2;
    else if (
      word?.folded === 'and' &&
      next?.folded === 'a' &&
      /^(?:half|quarter)$/.test(words[to + 2]?.folded ?? '')
    ) {
      to += 3;
    } else if (/^(?:half|quarter)$/.test(words[to - 1]?.folded ?? '')) {
      // `half a tablet`, `half of a tablet`
      if (word?.folded === 'of' && next?.folded === 'a') return to + 2;
      return word?.folded === 'a' ? to + 1 : to;
    } else break;
  }
  return to;
}

/** Where what an amount is for ends: `/kg/h`, `/5 mL`, `/125 mg`; undefined for a content of a sample. */
function perEnd(text: string, words: readonly Word[], from: number): number | undefined {
  let to = from;
  for (let steps = 0; steps < 3; steps += 1) {
    const word = words[to];
    const isPer = word?.folded === 'per' && goesOn(word);
    const slash = word !== undefined && /^ ?\/ ?$/.test(gapText(text, words, to));
    if (!isPer && !slash) break;
    let at = isPer ? to + 1 : to;
    if (words[at]?.number && UNIT.test(words[at + 1]?.folded ?? '')) at += 1;
    const unit = words[at]?.folded ?? '';
    if (OF_SAMPLE.test(unit)) return undefined;
    if (!PER.test(unit) && !UNIT.test(unit)) break;
    // `5 mg per day` has a frequency too, which is read with the frequencies.
    if (isPer && /^(?:day|d|week)$/.test(unit)) break;
    to = at + 1;
  }
  return to;
}

/** Returns a part of the text from a number on, in digits also where it is written in words. */
function writtenFrom(text: string, words: readonly Word[], from: number, end: number): string {
  const word = words[from];
  if (word === undefined) return '';
  return word.number ? word.written + text.slice(word.end, end) : text.slice(word.start, end);
}

const PART = /[½¼¾⅓⅔]\s?$/;

/** The unit of `½ tablet`: the part is no word. */
function partAt(text: string, words: readonly Word[], at: number): Dose | undefined {
  const word = words[at];
  // A sign for a part is next to the space.
  if (word === undefined || word.start - (words[at - 1]?.end ?? 0) < 2) return undefined;
  if (!UNIT.test(word.folded)) return undefined;
  const part = PART.exec(gapText(text, words, at));
  if (part === null) return undefined;
  return { text: text.slice(word.start - part[0].length, word.end), from: at, to: at + 1 };
}

/**
 * The dose that begins at a word: numbers with their unit, as `5 mg`, `500/125 mg`, `1-2 tablets`,
 * `half a tablet`, `0.1 mcg/kg/min`, `250 mg/5 mL`, `1 %`.
 *
 * @param changing the dose changes: of `5 to 10 mg` the second is meant
 */
export function doseAt(
  text: string,
  words: readonly Word[],
  at: number,
  changing: boolean,
): Dose | undefined {
  const part = partAt(text, words, at);
  if (part !== undefined) return part;
  const to = numbersEnd(text, words, at);
  const last = to === undefined ? undefined : words[to - 1];
  if (to === undefined || last === undefined) return undefined;
  let from = at;
  for (let n = at + 1; changing && n < to; n += 1) if (words[n]?.folded === 'to') from = n + 1;
  const sign = /^\s?%/.exec(text.slice(last.end, last.end + 2));
  if (sign !== null) {
    return { text: writtenFrom(text, words, from, last.end + sign[0].length), from, to };
  }
  const international = words[to]?.folded === 'international' ? 1 : 0;
  const unit = words[to + international];
  if (unit === undefined || !goesOn(words[to]) || !UNIT.test(unit.folded)) return undefined;
  const end = perEnd(text, words, to + 1 + international);
  if (end === undefined) return undefined;
  return { text: writtenFrom(text, words, from, words[end - 1]?.end ?? unit.end), from, to: end };
}

/** A strength of two substances, as `30/500`: no unit need follow. */
export const isStrength = ({ text }: Dose): boolean => /^\d+(?:\.\d+)?\/\d+(?:\.\d+)?$/.test(text);

/** Numbers that doses have; levels in the blood have others (`digoxin 1.2`). */
export const isUsualDose = ({ text }: Dose): boolean =>
  /^(?:\d+(?:\.(?:5|25|75|125))?)$/.test(text) && Number(text) >= 1.25;

/** `3/7`, `2/52`, `6/12`: days, weeks, months. */
const DURATION = /^\d{1,2}\/(?:7|52|12)$/;

/**
 * A number without a unit right after a name, as `40` of `furosemide 40 bd`; what follows it must
 * say how often or which way.
 */
export function bareDoseAt(text: string, words: readonly Word[], at: number): Dose | undefined {
  const word = words[at];
  if (word?.number !== true || !goesOn(word)) return undefined;
  let to = at + 1;
  while (words[to]?.number && /^[-/]$/.test(gapText(text, words, to)) && to < at + 3) to += 1;
  const written = text.slice(word.start, words[to - 1]?.end ?? word.end);
  return DURATION.test(written) ? undefined : { text: written, from: at, to };
}
