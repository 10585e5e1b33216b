import { editDistance } from '../../core/edit-distance.js';

/** Bits of an integer; a longer word is compared letter by letter. */
const LONGEST = 31;
const PLAIN_LETTERS = 128;

/** How far a word is from another; `most + 1` where it is more. */
export type DistanceTo = (other: string, max: number) => number;

/** For each letter of a word, its positions as bits. */
function placesIn(word: string): (letter: number) => number {
  const plain = new Int32Array(PLAIN_LETTERS);
  const others = new Map<number, number>();
  for (let n = 0; n < word.length; n += 1) {
    const letter = word.charCodeAt(n);
    if (letter < PLAIN_LETTERS) plain[letter] = (plain[letter] ?? 0) | (1 << n);
    else others.set(letter, (others.get(letter) ?? 0) | (1 << n));
  }
  return (letter) => (letter < PLAIN_LETTERS ? plain[letter] : others.get(letter)) ?? 0;
}

/**
 * Compares one word with many: the result of `editDistance`, computed a column of its table at a
 * time in the bits of an integer. Hyyrö 2003, A bit-vector algorithm for computing Levenshtein and
 * Damerau edit distances, Nordic Journal of Computing 10:29–39.
 */
export function distanceFrom(word: string): DistanceTo {
  if (word.length === 0 || word.length > LONGEST) {
    return (other, max) => editDistance(word, other, max);
  }
  const places = placesIn(word);
  const end = 1 << (word.length - 1);
  return (other, max) => {
    let [rises, falls, same, before] = [-1, 0, 0, 0];
    let distance = word.length;
    for (let n = 0; n < other.length; n += 1) {
      const here = places(other.charCodeAt(n));
      const swapped = ((~same & here) << 1) & before;
      // The carry of the sum propagates from bit to bit; the overflow is discarded.
      same = (((here & rises) + rises) ^ rises) | here | falls | swapped;
      const up = falls | ~(same | rises);
      const down = same & rises;
      if (up & end) distance += 1;
      else if (down & end) distance -= 1;
      // Each remaining letter reduces the distance by one at most.
      if (distance - (other.length - 1 - n) > max) return max + 1;
      const shifted = (up << 1) | 1;
      rises = (down << 1) | ~(same | shifted);
      falls = shifted & same;
      before = here;
    }
    return Math.min(distance, max + 1);
  };
}
