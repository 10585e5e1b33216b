/** A piece of a text: from `start` up to, and without, `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A member of an object; the span is that of its value. */
export interface Member extends TextSpan {
  readonly name: string;
  /** Index of the quote before its name. */
  readonly from: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Index of the next character that is not white space. */
export function skipBlank(text: string, at: number): number {
  let next = at;
  while (text.charCodeAt(next) <= 0x20) next += 1;
  return next;
}

/** Index after the closing quote of the string that begins at `at`. */
export function endOfString(text: string, at: number): number {
  let end = at;
  for (;;) {
    end = text.indexOf('"', end + 1);
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end + 1;
  }
}

/** Index after the number, `true`, `false` or `null` that begins at `at`. */
export function endOfWord(text: string, at: number): number {
  let end = at;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code <= 0x20 || code === COMMA || code === CLOSE_LIST || code === CLOSE_OBJECT) return end;
    if (Number.isNaN(code)) return end;
    end += 1;
  }
}

/** Index after the value that begins at `at`. */
export function endOfValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === QUOTE) return endOfString(text, at);
  if (first !== OPEN_LIST && first !== OPEN_OBJECT) return endOfWord(text, at);
  let depth = 0;
  let next = at;
  for (;;) {
    const code = text.charCodeAt(next);
    if (code === QUOTE) {
      next = endOfString(text, next);
      continue;
    }
    next += 1;
    if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1;
      if (depth === 0) return next;
    }
  }
}

/** The name between two quotes, unescaped. */
export function nameAt(text: string, from: number, end: number): string {
  const name = text.slice(from + 1, end - 1);
  return name.includes('\\') ? (JSON.parse(text.slice(from, end)) as string) : name;
}

/**
 * The members of an object in their order, without reading what is inside them.
 *
 * @param text JSON that has been parsed before, so that nothing in it can be malformed
 * @param at index of the object's brace, or of white space before it
 */
export function membersOf(text: string, at = 0): Member[] {
  const members: Member[] = [];
  let next = skipBlank(text, skipBlank(text, at) + 1);
  while (text.charCodeAt(next) === QUOTE) {
    const from = next;
    const nameEnd = endOfString(text, from);
    // The colon between name and value.
    const start = skipBlank(text, skipBlank(text, nameEnd) + 1);
    const end = endOfValue(text, start);
    members.push({ name: nameAt(text, from, nameEnd), from, start, end });
    next = skipBlank(text, end);
    if (text.charCodeAt(next) === COMMA) next = skipBlank(text, next + 1);
  }
  return members;
}

/** The same for the items of a list. */
export function itemsOf(text: string, at = 0): TextSpan[] {
  const items: TextSpan[] = [];
  let next = skipBlank(text, skipBlank(text, at) + 1);
  while (text.charCodeAt(next) !== CLOSE_LIST) {
    const end = endOfValue(text, next);
    items.push({ start: next, end });
    next = skipBlank(text, end);
    if (text.charCodeAt(next) === COMMA) next = skipBlank(text, next + 1);
  }
  return items;
}
