import { editDistance } from '../../core/edit-distance.js';

/** Edits that a word of this length may contain; short words must match exactly. */
const slipsIn = ({ length }: string) => (length < 6 ? 0 : length < 9 ? 1 : 2);

/** Words by their first letter, which must match. */
export type WordIndex = ReadonlyMap<string, readonly string[]>;

const LONGEST = 24;

/** Words long enough to be recognised when misspelt. */
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

/** Returns the word with the fewest edits. */
export function nearestWord(word: string, index: WordIndex): string | undefined {
  const max = word.length > LONGEST ? 0 : slipsIn(word);
  const group = max === 0 ? [] : (index.get(word[0] ?? '') ?? []);
  return (
    group.find((one) => editDistance(word, one, 1) <= 1) ??
    (max > 1 ? group.find((one) => editDistance(word, one, max) <= max) : undefined)
  );
}
