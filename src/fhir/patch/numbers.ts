import { endOfString, endOfWord } from '../text/members.js';

/**
 * Numbers that a double does not preserve (`1.50`, twenty digits) are represented in a patch as
 * strings with this prefix, which is not allowed in FHIR: U+0001.
 */
const MARK = '\\u0001';
const MARK_READ = '\u0001';

const isNumber = (code: number): boolean => code === 0x2d || (code >= 0x30 && code <= 0x39);

/** The same JSON with such numbers as marked strings. */
export function markNumbers(text: string): string {
  let marked = '';
  let done = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(text, at);
      continue;
    }
    if (!isNumber(code)) {
      at += 1;
      continue;
    }
    const end = endOfWord(text, at);
    const written = text.slice(at, end);
    if (String(Number(written)) !== written) {
      marked += `${text.slice(done, at)}"${MARK}${written}"`;
      done = end;
    }
    at = end;
  }
  return marked + text.slice(done);
}

/**
 * Restores the numbers in the output of `JSON.stringify`, where a quote after `[,:` always opens a
 * string.
 */
export function unmarkNumbers(text: string): string {
  return text.replace(/(?<=[[,:])"\\u0001(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"(?=[\],}])/g, '$1');
}

/** The number of a marked string; any other value unchanged. */
export function plainNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith(MARK_READ)) return value;
  const number = Number(value.slice(MARK_READ.length));
  return Number.isNaN(number) ? value : number;
}
