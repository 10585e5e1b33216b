import { makeSpan, type Span } from '../span.js';
import { GAP, type Word } from '../text/words.js';

/** Letters of a short form in the order of the long one, its first letter first: Schwartz & Hearst 2003. */
function fits(short: string, long: string): boolean {
  let at = long.length - 1;
  for (let i = short.length - 1; i >= 0; i -= 1) {
    const letter = short.charAt(i);
    while (
      at >= 0 &&
      (long.charAt(at) !== letter || (i === 0 && at > 0 && /[\p{L}\d]/u.test(long.charAt(at - 1))))
    )
      at -= 1;
    if (at < 0) return false;
    at -= 1;
  }
  return true;
}

const SHORT = /^(?=.*\p{Lu})[\p{L}\d]{2,8}$/u;

/** Short forms that a text defines in brackets after a name: `deep vein thrombosis (DVT)`. */
export function definedShortForms(
  text: string,
  words: readonly Word[],
  spans: readonly Span[],
): ReadonlyMap<string, Span> {
  const defined = new Map<string, Span>();
  for (const span of spans) {
    if (span.type === 'measurement' || span.type === 'anatomy') continue;
    const word = words[span.to];
    if (word === undefined || (word.gap & GAP.open) === 0 || !SHORT.test(word.written)) continue;
    const first = words[span.from];
    const last = words[span.to - 1];
    if (first === undefined || last === undefined) continue;
    const closed = words[span.to + 1];
    if (closed !== undefined && (closed.gap & (GAP.close | GAP.comma | GAP.semicolon)) === 0)
      continue;
    const long = text.slice(first.start, last.end).toLowerCase();
    if (long.length > word.written.length && fits(word.written.toLowerCase(), long)) {
      defined.set(word.written, span);
    }
  }
  return defined;
}

/** Every mention of the short forms that a text defines. */
export function shortMentions(
  words: readonly Word[],
  defined: ReadonlyMap<string, Span>,
): readonly Span[] {
  if (defined.size === 0) return [];
  return words.flatMap(({ written }, from): Span[] => {
    const long = defined.get(written) ?? defined.get(written.replace(/s$/, ''));
    if (long === undefined) return [];
    const { type, name, coding } = long;
    const known = { ...(name !== undefined && { name }), ...(coding !== undefined && { coding }) };
    return [makeSpan({ type, from, to: from + 1, confidence: 0.96, ...known })];
  });
}
