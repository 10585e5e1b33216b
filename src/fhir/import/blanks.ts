import { endOfString } from '../text/members.js';

/**
 * A JSON text without its line breaks and indentation, and otherwise unchanged: inside a string a line
 * break is always escaped.
 */
export const oneLine = (text: string): string => text.replace(/[\r\n][\t\n\r ]*/g, '');

const BLANKS = /[\t\n\r ]+/g;

/** Returns a JSON text without the whitespace between its tokens; strings are unchanged. */
export function withoutBlanks(text: string): string {
  let kept = '';
  let at = 0;
  for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', at)) {
    const end = endOfString(text, quote);
    kept += text.slice(at, quote).replace(BLANKS, '') + text.slice(quote, end);
    at = end;
  }
  return kept + text.slice(at).replace(BLANKS, '');
}
