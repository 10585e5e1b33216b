import { invalidField } from './errors.js';

/** The limits of a JSON body besides its size: the time to read it grows with these. */
export interface JsonExtent {
  /** Nesting depth of lists and objects. */
  readonly depth: number;
  /** Values in all lists and objects together; an empty one counts as two. */
  readonly values: number;
  /** Members of all objects together. */
  readonly members: number;
}

/** Limits of a body that is not a Bundle: it is read on the main thread and must be quick. */
export const USUAL_EXTENT: JsonExtent = { depth: 100, values: 200_000, members: 60_000 };

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

type Excess = keyof JsonExtent;

/** Strings up to this length are scanned byte by byte. */
const NEAR = 128;

/** Returns the offset after the closing quote of the string whose opening quote is at `at`. */
function endOfString(bytes: Uint8Array, at: number): number {
  const near = Math.min(bytes.length, at + NEAR);
  let next = at + 1;
  for (; next < near; next += 1) {
    const code = bytes[next];
    if (code === QUOTE) return next + 1;
    if (code === BACKSLASH) next += 1;
  }
  return endOfLongString(bytes, next);
}

/** The same from an offset within the string: an image is one string of many megabytes. */
function endOfLongString(bytes: Uint8Array, from: number): number {
  for (let quote = bytes.indexOf(QUOTE, from); quote !== -1; ) {
    let before = quote - 1;
    while (before >= from && bytes[before] === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
    quote = bytes.indexOf(QUOTE, quote + 1);
  }
  return bytes.length;
}

/** Where a body exceeds a limit, and which one. */
function excessIn(
  bytes: Uint8Array,
  limits: JsonExtent,
): { readonly excess: Excess; readonly at: number } | undefined {
  let [depth, values, members] = [0, 1, 0];
  for (let at = 0; at < bytes.length; ) {
    const code = bytes[at];
    if (code === QUOTE) {
      at = endOfString(bytes, at);
      continue;
    }
    if (code === COMMA) values += 1;
    else if (code === COLON) members += 1;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    if (depth > limits.depth) return { excess: 'depth', at };
    if (members > limits.members) return { excess: 'members', at };
    if (values > limits.values) return { excess: 'values', at };
    at += 1;
  }
  return undefined;
}

/** The form of a field's name; any other name may hold patient text and is not shown. */
const NAME = /^_?[A-Za-z][A-Za-z0-9_]{0,63}$/;
const LONGEST_NAME = 66;
/** Steps of a path that are shown. */
const MAX_STEPS = 8;

interface Level {
  readonly isList: boolean;
  name: string;
  item: number;
}

const pathOf = (levels: readonly Level[]): string => {
  const steps: string[] = [];
  // No operation takes a list: the fault is then the whole body.
  if (levels[0]?.isList) return 'body';
  for (const { isList, name, item } of levels.slice(0, MAX_STEPS)) {
    if (!isList && !NAME.test(name)) break;
    steps.push(isList ? String(item) : name);
  }
  return steps.length === 0 ? 'body' : steps.join('.');
};

/** Returns the path of the field that contains an offset. */
function fieldAt(bytes: Uint8Array, end: number): string {
  const levels: Level[] = [];
  let last = '';
  for (let at = 0; at < end; ) {
    const code = bytes[at];
    const level = levels.at(-1);
    if (code === QUOTE) {
      const start = at + 1;
      at = endOfString(bytes, at);
      last = Buffer.from(bytes.subarray(start, Math.min(at - 1, start + LONGEST_NAME))).toString();
      continue;
    }
    if (code === COLON && level !== undefined) level.name = last;
    else if (code === COMMA && level !== undefined) level.item += 1;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      levels.push({ isList: code === OPEN_LIST, name: '', item: 0 });
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) levels.pop();
    at += 1;
  }
  // The fault is the list or object being filled, not the entry beyond its limit.
  return pathOf(levels.slice(0, -1));
}

const WORDS: Readonly<Record<Excess, (max: number) => string>> = {
  depth: (max) => `is nested more than ${max} lists and objects deep`,
  values: (max) => `makes the body hold more than ${max} values`,
  members: (max) => `makes the body hold more than ${max} members of objects`,
};

/**
 * Refuses JSON that would take long to read, before it is parsed. Linear in its length; invalid JSON
 * is left to the parser.
 *
 * @throws AppError `validation_error` that names the field which exceeds a limit
 */
export function checkExtent(bytes: Uint8Array, limits: JsonExtent): void {
  if (bytes.length <= Math.min(limits.depth, limits.members, limits.values)) return;
  const fault = excessIn(bytes, limits);
  if (fault === undefined) return;
  const { excess, at } = fault;
  throw invalidField(fieldAt(bytes, at), WORDS[excess](limits[excess]));
}
