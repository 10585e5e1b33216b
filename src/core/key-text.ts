import { hash } from 'node:crypto';

/** Maximum length of a text used as a key; a longer one is replaced by its beginning and digest. */
export const LONGEST_KEY = 512;

const MARK = '~';
const DIGEST_LENGTH = 64;

/** Returns the first characters of a text, at most so many, without splitting a surrogate pair. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max);
}

/**
 * Returns a text as a key of an index. Equal texts have equal keys, and different texts have different
 * ones: the key of a longer text is its beginning followed by its SHA-256.
 *
 * @returns at most {@link LONGEST_KEY} characters
 */
export function keyText(text: string): string {
  if (text.length <= LONGEST_KEY) return text;
  const start = firstCharacters(text, LONGEST_KEY - DIGEST_LENGTH - MARK.length);
  return start + MARK + hash('sha256', text, 'hex');
}
