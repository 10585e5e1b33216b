import { hash } from 'node:crypto';

/** Characters of a text that is kept as a key; a longer one is known by its beginning and digest. */
export const LONGEST_KEY = 512;

const MARK = '~';
const DIGEST_LENGTH = 64;

/** The first characters of a text, at most so many, none of them half of a pair. */
export function firstCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

/**
 * A text as a key of an index. Equal texts have equal keys, and texts that differ have different
 * ones: of a longer text the SHA-256 stands behind its beginning.
 *
 * @returns at most {@link LONGEST_KEY} characters
 */
export function keyText(text: string): string {
  if (text.length <= LONGEST_KEY) return text;
  const start = firstCharacters(text, LONGEST_KEY - DIGEST_LENGTH - MARK.length);
  return start + MARK + hash('sha256', text, 'hex');
}
