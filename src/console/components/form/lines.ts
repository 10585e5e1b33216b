// Text that a person writes line by line, as lists of the API.

/** The longest line that the API reads. */
const MAX_LINE = 2_000;

/** Where a long line is cut: after a sentence if there is one, else after a word. */
function cutAt(line: string, limit: number): number {
  const part = line.slice(0, limit);
  const sentence = Math.max(...['. ', '! ', '? ', '; '].map((end) => part.lastIndexOf(end)));
  if (sentence > limit / 2) return sentence + 1;
  const word = part.lastIndexOf(' ');
  return word > limit / 2 ? word : limit;
}

/** The lines of a story without empty ones; a line that is too long is cut between sentences. */
export function storyLines(story: string, limit = MAX_LINE): string[] {
  return story.split('\n').flatMap((line) => {
    const pieces: string[] = [];
    let rest = line.trim();
    while (rest.length > limit) {
      const at = cutAt(rest, limit);
      pieces.push(rest.slice(0, at).trim());
      rest = rest.slice(at).trim();
    }
    return rest === '' ? pieces : [...pieces, rest];
  });
}

/** A list as it is written, one entry a line; signs of enumeration are no part of an entry. */
export function listLines(list: string): string[] {
  return list
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•·–]|\(?\d{1,2}[.)](?=\s))\s*/, '').trim())
    .filter((line) => line !== '');
}

const isListed = (line: string): boolean => listLines(line).length > 0;

/** Changes the entry `n` of a list as it is written, and nothing else of it. */
export function withEntry(list: string, n: number, change: (entry: string) => string): string {
  let at = -1;
  return list
    .split('\n')
    .map((line) => {
      if (!isListed(line)) return line;
      at += 1;
      return at === n ? change(line) : line;
    })
    .join('\n');
}

/** Replaces words of a line, found without regard to case; without them, the whole line. */
export function withWords(line: string, words: string | undefined, by: string): string {
  const start = words === undefined ? -1 : line.toLowerCase().indexOf(words.toLowerCase());
  if (words === undefined || start < 0) return by;
  return line.slice(0, start) + by + line.slice(start + words.length);
}

/** A number as people write it, `7,2` included; undefined for an empty field, NaN for no number. */
export function readNumber(written: string): number | undefined {
  const plain = written.trim().replace(/^(-?\d+),(\d+)$/, '$1.$2');
  if (plain === '') return undefined;
  return /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}
