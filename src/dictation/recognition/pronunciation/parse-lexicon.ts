import type { Pronunciation } from './lexicon.js';
import { phoneToken } from './phones.js';

const WORD = /^[a-z']+$/;

function parseLine(line: string, place: number): Pronunciation {
  const [word = '', names, more] = line.split('\t');
  if (!WORD.test(word) || !names || more !== undefined) {
    throw new RangeError(`lexicon: line ${place + 1} is not a word with its phones`);
  }
  const phones = names.split(' ').map((name) => {
    const token = phoneToken(name);
    if (token === undefined)
      throw new RangeError(`lexicon: line ${place + 1} names an unknown phone`);
    return token;
  });
  return { word, phones };
}

/**
 * Reads a lexicon: `word<TAB>P1 P2 P3` a line, phones by their names in the CMU dictionary. A word
 * with several pronunciations has a line for each, the usual one first.
 *
 * @throws RangeError naming the invalid line, or for an empty lexicon.
 */
export function parseLexicon(text: string): readonly Pronunciation[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) throw new RangeError('lexicon: no words');
  return lines.map(parseLine);
}
