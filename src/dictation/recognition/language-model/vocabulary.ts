/** A list of words in the order of their code units; a word's place is its number. */
export interface Vocabulary {
  readonly size: number;
  /** Number of the word, or -1. */
  id(word: string): number;
  /** @throws RangeError when no word has the number. */
  word(id: number): string;
  /** Whether the other list has the same words. */
  equals(other: Vocabulary): boolean;
}

const NEW_LINE = 10;
const APOSTROPHE = 39;
const A = 97;
const Z = 122;

const isLetter = (code: number) => (code >= A && code <= Z) || code === APOSTROPHE;

function compareWords(bytes: Uint8Array, a: number, b: number, aEnd: number, bEnd: number): number {
  for (let i = 0; a + i < aEnd && b + i < bEnd; i += 1) {
    const difference = (bytes[a + i] ?? 0) - (bytes[b + i] ?? 0);
    if (difference !== 0) return difference;
  }
  return aEnd - a - (bEnd - b);
}

/** Where each word begins; word `i` ends a byte before word `i + 1` begins. */
function beginnings(text: Uint8Array, size: number): Uint32Array {
  const starts = new Uint32Array(size + 1);
  let found = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? (text[at] ?? 0) : NEW_LINE;
    if (code !== NEW_LINE) {
      if (!isLetter(code)) throw new RangeError(`word list: byte ${code} is not a letter`);
      continue;
    }
    if (at === (starts[found] ?? 0)) throw new RangeError('word list: an empty word');
    found += 1;
    if (found > size) throw new RangeError(`word list: more than the ${size} words announced`);
    starts[found] = at + 1;
  }
  if (found < size) throw new RangeError(`word list: ${found} words instead of ${size}`);
  return starts;
}

function checkOrder(text: Uint8Array, starts: Uint32Array): void {
  for (let i = 1; i + 1 < starts.length; i += 1) {
    const [a, b, end] = [starts[i - 1] ?? 0, starts[i] ?? 0, starts[i + 1] ?? 0];
    if (compareWords(text, a, b, b - 1, end - 1) >= 0) {
      throw new RangeError(`word list: word ${i} does not come after the one before it`);
    }
  }
}

/** Compares the word at a position of the text with a spelling. */
function compareWith(text: Uint8Array, start: number, end: number, word: string): number {
  const shared = Math.min(end - start, word.length);
  for (let i = 0; i < shared; i += 1) {
    const difference = (text[start + i] ?? 0) - word.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return end - start - word.length;
}

/**
 * Reads words of `[a-z']+`, one a line, sorted, without creating strings.
 *
 * @throws RangeError when the number of words differs, or they are not sorted or not words.
 */
export function readVocabulary(text: Uint8Array, size: number): Vocabulary {
  const starts = beginnings(text, size);
  checkOrder(text, starts);
  const word = (id: number) => {
    if (!Number.isInteger(id) || id < 0 || id >= size) throw new RangeError(`no word ${id}`);
    let letters = '';
    for (let at = starts[id] ?? 0; at < (starts[id + 1] ?? 0) - 1; at += 1) {
      letters += String.fromCharCode(text[at] ?? 0);
    }
    return letters;
  };
  return {
    size,
    word,
    id(spelling) {
      let low = 0;
      let high = size;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const order = compareWith(
          text,
          starts[middle] ?? 0,
          (starts[middle + 1] ?? 0) - 1,
          spelling,
        );
        if (order === 0) return middle;
        if (order < 0) low = middle + 1;
        else high = middle;
      }
      return -1;
    },
    equals(other) {
      if (other.size !== size) return false;
      for (let id = 0; id < size; id += 1) if (other.word(id) !== word(id)) return false;
      return true;
    },
  };
}
