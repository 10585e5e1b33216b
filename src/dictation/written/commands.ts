import { isMeant } from './command-sense.js';
import { LONGEST_MARK, MARKS, type Mark } from './command-words.js';
import { one, type Rule, type RuleReading, type WordRun, wordAt } from './draft.js';
import { isNumberWord } from './number-words.js';
import { longestAt } from './read-unit.js';

/** A "?" before a suspected diagnosis, as British notes have it: "impression colon question mark". */
const BEFORE_DOUBT: ReadonlySet<string> = new Set(
  'colon comma period stop impression diagnosis query bracket parenthesis'.split(' '),
);

/** "quote" opens only where the quotation is closed again. */
function readQuote({ words }: WordRun, i: number): RuleReading | undefined {
  if (wordAt(words, i) !== 'quote') return undefined;
  for (let n = 1; n <= 25; n += 1) {
    const word = wordAt(words, i + n);
    const closes =
      word === 'unquote' ||
      (/^(end|close)$/.test(word) && /^quotes?$/.test(wordAt(words, i + n + 1)));
    if (closes) return one(i, i + 1, '"', 'punctuation', { glue: 'right' });
  }
  return undefined;
}

const marked = (i: number, next: number, mark: Mark): RuleReading => {
  const { text, layout, ...how } = mark;
  return one(i, next, text, layout ? 'layout' : 'punctuation', how);
};

function readDoubt(words: readonly string[], i: number, next: number, mark: Mark): Mark {
  if (mark.text !== '?') return mark;
  const opens = i === 0 || BEFORE_DOUBT.has(wordAt(words, i - 1));
  return opens && next < words.length ? { text: '?', glue: 'right' } : mark;
}

/** Between numbers or letters a dash is a hyphen. */
const isTight = (words: readonly string[], i: number, next: number): boolean => {
  const short = (word: string): boolean => isNumberWord(word) || /^[a-z]$/.test(word);
  return short(wordAt(words, i - 1)) && short(wordAt(words, next));
};

/** Spoken punctuation and layout, where it is not meant as a word. */
export const readCommand: Rule = (line, i) => {
  if (!line.dictation) return undefined;
  const { words } = line;
  const quote = readQuote(line, i);
  if (quote) return quote;
  const found = longestAt(words, i, MARKS, LONGEST_MARK);
  if (!found || isMeant(words, i)) return undefined;
  const mark = readDoubt(words, i, found.next, found.entry);
  if (mark.text === '-' && isTight(words, i, found.next)) {
    return marked(i, found.next, { text: '-', glue: 'both' });
  }
  return marked(i, found.next, mark);
};

const SENTENCE_MARKS: ReadonlySet<string> = new Set(['.', ',', ';', '?', '!']);

/** Whether the clinician says punctuation: then pauses add none. */
export function isPunctuationCommand(line: WordRun): boolean {
  if (!line.dictation) return false;
  for (let i = 0; i < line.words.length; i += 1) {
    const read = readCommand(line, i);
    if (read?.drafts.some(({ text }) => SENTENCE_MARKS.has(text))) return true;
  }
  return false;
}
