import { editDistance } from '../../core/edit-distance.js';

/** Slips that a word of this length may have; short words must be right. */
const slipsIn = ({ length }: string) => (length < 6 ? 0 : length < 9 ? 1 : 2);

/** Words by their first letter, which must be right. */
export type WordIndex = ReadonlyMap<string, readonly string[]>;

const LONGEST = 24;

/** Words that are long enough to be misspelt and known again. */
export function indexWords(words: Iterable<string>): WordIndex {
  const index = new Map<string, string[]>();
  for (const word of words) {
    const first = word[0];
    if (first === undefined || slipsIn(word) === 0) continue;
    const group = index.get(first);
    if (group) group.push(word);
    else index.set(first, [word]);
  }
  return index;
}

/** The word that is meant, with as few slips as can be. */
export function nearestWord(word: string, index: WordIndex): string | undefined {
  const most = word.length > LONGEST ? 0 : slipsIn(word);
  const group = most === 0 ? [] : (index.get(word[0] ?? '') ?? []);
  return (
    group.find((one) => editDistance(word, one, 1) <= 1) ??
    (most > 1 ? group.find((one) => editDistance(word, one, most) <= most) : undefined)
  );
}
