import { isPunctuationCommand } from './commands.js';
import type { Draft, ListItem, WordRun } from './draft.js';
import { layOut } from './layout.js';
import { findItems } from './lists.js';
import { punctuate } from './punctuate.js';
import { readLine } from './rules.js';
import { type FlatWords, findStretches, flatten, type SentenceRun } from './sentences.js';
import { isBritish } from './spelling.js';
import type {
  SpokenSegment,
  WritingOptions,
  WrittenSegment,
  WrittenText,
  WrittenWord,
} from './spoken.js';
import { findWarnings } from './warnings/find-warnings.js';

const NO_BRANDS: ReadonlySet<string> = new Set();

const NO_ITEMS: ReadonlyMap<number, ListItem> = new Map();

type LineStyle = Omit<WordRun, 'words' | 'base' | 'items'>;

const END_MARKS: ReadonlySet<string> = new Set(['.', '?', '!', ':']);

/** Shorter lines of lists have no full stop. */
const SENTENCE = 5;

/** Whether the last words are an item or a line that is too short to be a sentence. */
function isShort(drafts: readonly Draft[], byLine: boolean): boolean {
  for (let n = 1; n <= SENTENCE && n <= drafts.length; n += 1) {
    const draft = drafts[drafts.length - n];
    if (!draft || draft.kind === 'layout' || draft.opens)
      return byLine || draft?.kind === 'number' || draft?.text === '-';
  }
  return byLine && drafts.length < SENTENCE;
}

/** The mark of a pause, unless one was spoken. */
function closing(
  drafts: readonly Draft[],
  at: number,
  mark: string,
  byLine = false,
): readonly Draft[] {
  const last = drafts.at(-1);
  if (mark === '' || !last || last.kind === 'layout' || END_MARKS.has(last.text)) return [];
  if (isShort(drafts, byLine)) return [];
  return [{ from: at, to: at, text: mark, kind: 'punctuation', glue: 'left', opens: true }];
}

/** A line break without a mark ends the sentence where pauses give the marks. */
function withStops(drafts: readonly Draft[], pauses: boolean): readonly Draft[] {
  if (!pauses) return drafts;
  return drafts.flatMap((draft, n) => {
    const before = drafts[n - 1];
    const bare = before && (before.kind === 'word' || before.kind === 'number') && !before.opens;
    if (draft.kind !== 'layout' || !bare) return [draft];
    const line = drafts.slice(Math.max(0, n - SENTENCE), n);
    return [...closing(line, draft.from, '.', true), draft];
  });
}

function readStretches(
  flat: FlatWords,
  stretches: readonly SentenceRun[],
  style: LineStyle,
): readonly Draft[] {
  const words = flat.words.map(({ word }) => word);
  const starts = new Set(stretches.map(({ from }) => from));
  const items = style.dictation ? findItems(words, starts) : NO_ITEMS;
  return stretches.flatMap(({ from, to, mark }) => {
    const line: WordRun = { ...style, words: words.slice(from, to), base: from, items };
    const drafts = readLine(line).map((draft) => ({
      ...draft,
      from: draft.from + from,
      to: draft.to + from,
    }));
    return [...drafts, ...closing(drafts, to, mark)];
  });
}

/** The written text of each segment; a word belongs to the segment of its first spoken word. */
function bySegment(
  segments: readonly SpokenSegment[],
  flat: FlatWords,
  text: string,
  drafts: readonly Draft[],
  words: readonly WrittenWord[],
): readonly WrittenSegment[] {
  const from = new Map<number, number>();
  const to = new Map<number, number>();
  let segment = 0;
  for (const [n, word] of words.entries()) {
    const draft = drafts[n];
    if (draft && draft.to > draft.from) segment = flat.segmentOf[draft.from] ?? segment;
    if (word.text === '' || (word.spoken.length === 0 && word.kind === 'layout')) continue;
    if (!from.has(segment)) from.set(segment, word.start_offset);
    to.set(segment, word.end_offset);
  }
  return segments.map(({ start, end }, n) => ({
    start,
    end,
    text: text.slice(from.get(n) ?? 0, to.get(n) ?? 0).trim(),
  }));
}

/**
 * Writes spoken words as clinicians write them: numbers and units, punctuation, capitals and the
 * spelling of the locale. What is ambiguous stays as it was spoken; no word is lost, added or
 * moved (`words[].spoken`, joined, is the input).
 *
 * Style, where clinicians differ (AHDI/AAMT Book of Style; ISMP List of Error-Prone Abbreviations):
 * - digits from ten on; below ten with a unit, as a reading, in a dose, a grade or an age; else words
 * - commas from 10,000 on; a zero before the point; no zero at the end of a dose (5 mg, not 5.0 mg),
 *   while readings keep it as spoken (potassium 4.0: The Joint Commission excepts laboratory results)
 * - ordinals from 10th on in digits, first to ninth in words; dates in the order in which they are spoken
 * - ranges with a hyphen before a unit (3-5 days), "to" where a dose is changed (from 5 to 10 mg)
 * - Roman numbers for stages of cancer, cranial nerves, ECG leads, NYHA class, factors; Arabic for the
 *   stages of kidney disease and pressure ulcers, for grades and types
 * - mcg, mL, units, daily, subcut: never µg, cc, U, QD, SC
 * - without spoken punctuation pauses and the limits of clauses end sentences; with it they never do
 * @param segments runs of the recogniser in the order of time
 */
export function writeUp(segments: readonly SpokenSegment[], options: WritingOptions): WrittenText {
  const flat = flatten(segments);
  const style: LineStyle = {
    british: isBritish(options.locale),
    dictation: options.mode === 'dictation',
    brands: options.brands ?? NO_BRANDS,
  };
  const said = flat.words.map(({ word }) => word);
  const spoken = isPunctuationCommand({ ...style, words: said, base: 0, items: NO_ITEMS });
  const stretches = findStretches(flat, spoken, !style.dictation);
  const paused = withStops(readStretches(flat, stretches, style), !spoken);
  const limits = spoken ? [] : (options.clauseLimits?.(said) ?? []);
  const drafts = punctuate(paused, said, limits);
  const { text, words } = layOut(drafts, flat.words);
  return {
    text,
    words,
    segments: bySegment(segments, flat, text, drafts, words),
    ...findWarnings(words, options),
  };
}
