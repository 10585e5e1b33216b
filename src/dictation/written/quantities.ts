import { isReading, usesDigits } from './digit-style.js';
import { type Draft, one, type Rule, type RuleReading, type WordRun, wordAt } from './draft.js';
import { readUnit, type Unit } from './read-unit.js';
import { readNumber, type SpokenNumber, withoutTrailingZero } from './spoken-number.js';
import { COMPOUND_HEADS, SPANS } from './value-names.js';

const SINGULAR_TIME: ReadonlySet<string> = new Set(
  'second minute hour day night week month year'.split(' '),
);
const STRENGTH_OF: ReadonlySet<string> = new Set(
  'tablet tablets tab tabs capsule capsules pill pills vial vials ampoule ampoules'.split(' '),
);
const POINTED: ReadonlySet<string> = new Set(['discrimination', 'restraints', 'gait', 'scale']);

const number = (from: number, to: number, text: string): Draft => ({
  from,
  to,
  text,
  kind: 'number',
});

/** The number with a unit's symbol, a compound ("2-week") or the unit's own word after it. */
function withUnit(i: number, read: SpokenNumber, unit: Unit, compound: boolean): RuleReading {
  if (unit.use === 'percent') return one(i, unit.next, `${read.text}%`);
  const text = unit.use === 'dose' ? withoutTrailingZero(read.text) : read.text;
  if (compound) return one(i, unit.next, `${text}-${unit.text}`);
  const symbol: Draft = {
    from: read.next,
    to: unit.next,
    text: unit.text,
    kind: 'word',
    fixed: true,
  };
  return { next: unit.next, drafts: [number(i, read.next, text), symbol] };
}

/** "two week history", "45 degree angle", "18 gauge": the unit is in the singular after many. */
function isCompound(line: WordRun, read: SpokenNumber, unit: Unit): boolean {
  if (!read.whole && unit.use !== 'time') return false;
  if (unit.text === 'gauge') return true;
  if (unit.text === 'degree' || unit.text === 'inch' || unit.text === 'pillow') {
    return read.value !== 1;
  }
  if (!SINGULAR_TIME.has(unit.text)) return false;
  // "cycle three day eight": the day has a number of its own.
  if (readNumber(line.words, unit.next)) return false;
  return read.value !== 1 || SPANS.has(wordAt(line.words, unit.next));
}

/** "two twenty milligram tablets" are two of 20 mg, not 220 mg. */
const isCountOfStrength = (words: readonly string[], read: SpokenNumber, unit: Unit): boolean =>
  read.way === 'short' &&
  unit.use === 'dose' &&
  (STRENGTH_OF.has(wordAt(words, unit.next)) || wordAt(words, unit.next) === 'aspirin');

function packYears({ words }: WordRun, i: number, read: SpokenNumber): RuleReading | undefined {
  if (wordAt(words, read.next) !== 'pack' && wordAt(words, read.next) !== 'packed')
    return undefined;
  const years = wordAt(words, read.next + 1);
  if (years === 'year') return one(i, read.next + 2, `${read.text}-pack-year`);
  if (years !== 'years') return undefined;
  const at = read.next;
  const unit: Draft = { from: at, to: at + 2, text: 'pack-years', kind: 'word' };
  return { next: at + 2, drafts: [number(i, at, read.text), unit] };
}

function compoundHead({ words }: WordRun, i: number, read: SpokenNumber): RuleReading | undefined {
  const head = wordAt(words, read.next);
  const joins =
    COMPOUND_HEADS.has(head) || (head === 'point' && POINTED.has(wordAt(words, read.next + 1)));
  return joins && read.whole && read.value > 1 && !isReading(words, i)
    ? one(i, read.next + 1, `${read.text}-${head}`)
    : undefined;
}

/** A number with its unit, if any. A number below ten without a unit stays a word. */
export const readQuantity: Rule = (line, i) => {
  const { words } = line;
  const read = readNumber(words, i);
  if (!read) return undefined;
  const unit = readUnit(words, read.next);
  if (unit && isCountOfStrength(words, read, unit)) {
    const strength = readNumber(words, i + 1);
    if (strength) {
      const rest = withUnit(i + 1, strength, unit, false);
      const count: Draft = { from: i, to: i + 1, text: wordAt(words, i), kind: 'word' };
      return { next: rest.next, drafts: [count, ...rest.drafts] };
    }
  }
  const packed = packYears(line, i, read) ?? compoundHead(line, i, read);
  if (packed) return packed;
  if (!usesDigits(words, i, read)) return undefined;
  if (unit) return withUnit(i, read, unit, isCompound(line, read, unit));
  return one(i, read.next, read.text);
};

/** Drugs of two ingredients whose strengths are spoken one after the other. */
const COMBINED: ReadonlySet<string> = new Set(
  (
    'augmentin percocet norco vicodin advair symbicort bactrim endocet seretide fostair clavulanate ' +
    'breo dulera entresto sinemet janumet lotrel diovan hyzaar zestoretic humalog novolin trelegy'
  ).split(' '),
);

/** "augmentin eight seventy five one twenty five" 875/125. */
export const readStrengths: Rule = ({ words }, i) => {
  if (!COMBINED.has(wordAt(words, i - 1))) return undefined;
  const first = readNumber(words, i);
  const second = first ? readNumber(words, first.next) : undefined;
  return first && second ? one(i, second.next, `${first.text}/${second.text}`) : undefined;
};

/** "thirty seven and three sevenths weeks" 37 3/7, "thirty seven plus three weeks" 37+3. */
export const readGestation: Rule = ({ words }, i) => {
  const weeks = readNumber(words, i);
  const days = weeks ? readNumber(words, weeks.next + 1) : undefined;
  if (!weeks || !days || weeks.value > 45 || days.value > 6 || !days.whole) return undefined;
  const link = wordAt(words, weeks.next);
  const after = wordAt(words, days.next);
  if (link === 'and' && /^sevenths?$/.test(after)) {
    return one(i, days.next + 1, `${weeks.text} ${days.text}/7`);
  }
  const parity = wordAt(words, i - 1) === 'para';
  const plus = link === 'plus' && (parity || /^(weeks|gestation)$/.test(after));
  return plus ? one(i, days.next, `${weeks.text}+${days.text}`) : undefined;
};

const SIGNS: Readonly<Record<string, string>> = { minus: '-', negative: '-', plus: '+' };

/** "minus two point five" -2.5; "plus two" only where digits or a decimal follow. */
export const readSigned: Rule = (line, i) => {
  const word = wordAt(line.words, i);
  const sign = SIGNS[word];
  if (!sign || wordAt(line.words, i - 1) === 'or') return undefined;
  const read = readNumber(line.words, i + 1);
  if (!read || (word !== 'minus' && read.whole)) return undefined;
  const unit = readUnit(line.words, read.next);
  const signed = { ...read, text: `${sign}${read.text}` };
  return unit ? withUnit(i, signed, unit, false) : one(i, read.next, signed.text);
};

/** "two plus edema", "three plus": a grade that is written `2+`. */
export const readGradePlus: Rule = ({ words }, i) => {
  const low = readNumber(words, i);
  const range = wordAt(words, low?.next ?? i) === 'to';
  const read = range && low ? readNumber(words, low.next + 1) : low;
  if (!low || !read?.whole || read.value > 4 || wordAt(words, read.next) !== 'plus')
    return undefined;
  if (readNumber(words, read.next + 1) || wordAt(words, read.next + 1) === 'or') return undefined;
  return one(i, read.next + 1, read === low ? `${read.text}+` : `${low.text}-${read.text}+`);
};
