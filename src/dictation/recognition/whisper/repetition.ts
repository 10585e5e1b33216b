/** Number of repetitions and of tokens that make a decoding loop. */
const RUNAWAY_TIMES = 6;
const RUNAWAY_TOKENS = 36;
const LONGEST_LOOP = 12;

/** How many times the last `size` tokens are repeated in a row at the end, 1 and up. */
function timesAtEnd(tokens: readonly number[], size: number): number {
  let times = 1;
  for (let start = tokens.length - 2 * size; start >= 0; start -= size) {
    for (let i = 0; i < size; i += 1) {
      if (tokens[start + i] !== tokens[start + size + i]) return times;
    }
    times += 1;
  }
  return times;
}

/**
 * Whether the decoder is in a loop; to be checked after each token. Numbers read digit by digit may
 * repeat a few tokens; a loop is longer.
 *
 * @param tokens text tokens, without times
 */
export function isRunaway(tokens: readonly number[]): boolean {
  for (let size = 1; size <= LONGEST_LOOP && size <= tokens.length / 2; size += 1) {
    const times = timesAtEnd(tokens, size);
    if (times >= RUNAWAY_TIMES && times * size >= RUNAWAY_TOKENS) return true;
  }
  return false;
}

/** Bytes of text to bytes compressed: ordinary speech stays below 2.4, loops do not. */
export function compressionRatio(
  text: string,
  deflatedSize: (bytes: Uint8Array) => number,
): number {
  const bytes = new TextEncoder().encode(text);
  return bytes.length === 0 ? 0 : bytes.length / deflatedSize(bytes);
}

/** Number of repetitions from which words are a loop and are kept once. */
const LOOP_TIMES = 4;

/** How often the `size` words from `at` on follow each other. */
function timesFrom(words: readonly string[], at: number, size: number): number {
  let times = 1;
  for (let next = at + size; next + size <= words.length; next += size) {
    for (let i = 0; i < size; i += 1) if (words[at + i] !== words[next + i]) return times;
    times += 1;
  }
  return times;
}

/**
 * Returns which words of a repetitive text are kept: of every phrase of up to twelve words that is
 * repeated four times and more in a row, the first.
 *
 * @param words compared unchanged: fold case and punctuation before
 */
export function wordsWithoutLoops(words: readonly string[]): boolean[] {
  const kept = words.map(() => true);
  for (let at = 0; at < words.length; ) {
    let skip = 1;
    for (let size = 1; size <= LONGEST_LOOP; size += 1) {
      const times = timesFrom(words, at, size);
      if (times < LOOP_TIMES) continue;
      kept.fill(false, at + size, at + times * size);
      skip = times * size;
      break;
    }
    at += skip;
  }
  return kept;
}
