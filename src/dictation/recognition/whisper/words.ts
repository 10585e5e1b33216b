/** Languages that are written without spaces: each sign is a word of its own. */
const WITHOUT_SPACES = new Set(['zh', 'ja', 'th', 'lo', 'my', 'yue']);
const BROKEN = '\ufffd';

/** A word and the tokens that spell it. */
export interface SpelledWord {
  /** As written, punctuation and all, without spaces around. */
  readonly text: string;
  /** Within the tokens of the window; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/**
 * Groups tokens into words: one begins with each token that begins with a space. Tokens that end
 * within a letter of several bytes are joined first.
 *
 * @param tokens of a window
 * @param span range of the text tokens; `to` exclusive
 * @param decode text of tokens; U+FFFD stands for a broken letter
 */
export function spellWords(
  tokens: readonly number[],
  span: { readonly from: number; readonly to: number },
  decode: (tokens: readonly number[]) => string,
  language: string,
): SpelledWord[] {
  const words: { text: string; from: number; to: number }[] = [];
  let from = span.from;
  for (let to = span.from + 1; to <= span.to; to += 1) {
    const piece = decode(tokens.slice(from, to));
    if (piece.includes(BROKEN) && to < span.to) continue;
    const last = words.at(-1);
    const isMark = /^[^\p{L}\p{N}]+$/u.test(piece);
    const begins = /^\s/.test(piece) || (WITHOUT_SPACES.has(language) && !isMark);
    if (last === undefined || begins) words.push({ text: piece, from, to });
    else {
      last.text += piece;
      last.to = to;
    }
    from = to;
  }
  return joinMarks(words);
}

/** Separate marks go to the word before, opening ones to the word after. */
function joinMarks(words: readonly SpelledWord[]): SpelledWord[] {
  const joined: SpelledWord[] = [];
  let opening: SpelledWord | undefined;
  for (const word of words) {
    const text = word.text.trim();
    if (text === '') continue;
    const last = joined.at(-1);
    const isMark = /^[^\p{L}\p{N}]+$/u.test(text);
    if (isMark && /^["'“¿([{]+$/.test(text)) {
      opening = word;
    } else if (isMark && last !== undefined && !/[+%°=<>±/&$€£#@*-]/.test(text)) {
      joined[joined.length - 1] = { ...last, text: last.text + text, to: word.to };
    } else {
      const before = opening === undefined ? '' : opening.text.trim();
      joined.push({ text: before + text, from: opening?.from ?? word.from, to: word.to });
      opening = undefined;
    }
  }
  return joined;
}

/** exp of the mean log-probability of a word's tokens, 0..1. */
export function rawConfidence(word: SpelledWord, logProbs: readonly number[]): number {
  const own = logProbs.slice(word.from, word.to);
  const sum = own.reduce((total, value) => total + value, 0);
  return own.length === 0 ? 0 : Math.exp(sum / own.length);
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Divides the time of a segment among its words by their length in characters, for exports without
 * attentions.
 */
export function interpolatedTimes(words: readonly SpelledWord[], segment: Span): Span[] {
  const lengths = words.map(({ text }) => text.length + 1);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let before = 0;
  return lengths.map((length) => {
    const start = segment.start + ((segment.end - segment.start) * before) / total;
    before += length;
    return { start, end: segment.start + ((segment.end - segment.start) * before) / total };
  });
}

/** Maximum difference in seconds between the attentions and the decoder's times. */
export const LEEWAY = 0.2;

/**
 * Times of words from the places where their tokens begin, limited to near the segment, as the
 * decoder's times are more accurate at its ends.
 *
 * @param begins place of each token of the segment and of the one after it; see `beginnings`
 * @param step seconds from one place to the next
 */
export function alignedTimes(
  words: readonly SpelledWord[],
  segment: Span,
  begins: ReadonlyMap<number, number>,
  step: number,
): Span[] {
  const at = (token: number, otherwise: number) => {
    const place = begins.get(token);
    const time = place === undefined ? otherwise : place * step;
    return Math.min(segment.end + LEEWAY, Math.max(segment.start - LEEWAY, 0, time));
  };
  const edges = words.map(({ from }) => at(from, segment.start));
  edges.push(at(words.at(-1)?.to ?? -1, segment.end));
  for (let i = 1; i < edges.length; i += 1) edges[i] = Math.max(edges[i] ?? 0, edges[i - 1] ?? 0);
  return widened(words, edges);
}

/** Seconds: the shortest duration of a word. */
const SHORTEST_WORD = 0.04;

/**
 * Words between edges; words with equal edges divide the time up to the next edge by their length,
 * and the last ones divide the time of the word before.
 */
function widened(words: readonly SpelledWord[], edges: readonly number[]): Span[] {
  const spans: Span[] = [];
  const edge = (index: number) => edges[index] ?? 0;
  for (let first = 0; first < words.length; ) {
    let start = edge(first);
    let next = first + 1;
    const isTight = () => edge(next) - start < SHORTEST_WORD * (next - first);
    while (isTight() && next < words.length) next += 1;
    while (isTight() && first > 0) {
      first -= 1;
      start = spans.pop()?.start ?? start;
    }
    spans.push(...interpolatedTimes(words.slice(first, next), { start, end: edge(next) }));
    first = next;
  }
  return spans;
}
