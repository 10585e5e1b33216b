import type { AppError } from '../../core/errors.js';
import { refuseFor } from '../outcome.js';
import { endOfString, endOfWord, nameAt, skipBlank } from './members.js';

/** Maximum nesting, total number of members, and characters of a string. */
export const TEXT_LIMITS = { depth: 64, members: 50_000, characters: 1_048_576 } as const;

/** From so many members on, names are looked up instead of compared one by one. */
const MANY = 16;
const BASE64 = /^[A-Za-z0-9+/=\s\\nr]*$/;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;

interface Scan {
  readonly text: string;
  readonly trail: (string | number)[];
  members: number;
}

/** Names of this form may appear in messages; any other name may contain anything. */
const NAME = /^_?[a-z][A-Za-z0-9]{0,63}$/;

/** `Patient.name[0]`, as far as the names have the form of element names. */
function placeOf(trail: Scan['trail'], root: string): string {
  let place = root;
  for (const step of trail) {
    if (typeof step === 'number') place += `[${step}]`;
    else if (NAME.test(step)) place += `.${step}`;
    else return place;
  }
  return place;
}

class Fault extends Error {}

function checkString(scan: Scan, at: number): number {
  const end = endOfString(scan.text, at);
  if (end - at - 2 > TEXT_LIMITS.characters && !BASE64.test(scan.text.slice(at + 1, end - 1))) {
    throw new Fault(`A string has more than ${TEXT_LIMITS.characters} characters.`);
  }
  return end;
}

function checkObject(scan: Scan, at: number, depth: number): number {
  const { text, trail } = scan;
  const names: string[] = [];
  let seen: Set<string> | undefined;
  let next = skipBlank(text, at + 1);
  while (text.charCodeAt(next) === QUOTE) {
    const nameEnd = endOfString(text, next);
    const name = nameAt(text, next, nameEnd);
    trail.push(name);
    if (seen?.has(name) ?? names.includes(name)) throw new Fault('Appears twice in one object.');
    names.push(name);
    if (names.length > MANY) seen = seen?.add(name) ?? new Set(names);
    scan.members += 1;
    if (scan.members > TEXT_LIMITS.members) {
      throw new Fault(`There are more than ${TEXT_LIMITS.members} members.`);
    }
    const start = skipBlank(text, skipBlank(text, nameEnd) + 1);
    next = skipBlank(text, checkValue(scan, start, depth));
    trail.pop();
    if (text.charCodeAt(next) === COMMA) next = skipBlank(text, next + 1);
  }
  return next + 1;
}

function checkList(scan: Scan, at: number, depth: number): number {
  const { text, trail } = scan;
  let next = skipBlank(text, at + 1);
  for (let item = 0; text.charCodeAt(next) !== CLOSE_LIST; item += 1) {
    trail.push(item);
    next = skipBlank(text, checkValue(scan, next, depth));
    trail.pop();
    if (text.charCodeAt(next) === COMMA) next = skipBlank(text, next + 1);
  }
  return next + 1;
}

function checkValue(scan: Scan, at: number, above: number): number {
  const code = scan.text.charCodeAt(at);
  if (code === QUOTE) return checkString(scan, at);
  if (code !== OPEN_OBJECT && code !== OPEN_LIST) return endOfWord(scan.text, at);
  const depth = above + 1;
  if (depth > TEXT_LIMITS.depth) {
    throw new Fault(`Arrays and objects are nested more than ${TEXT_LIMITS.depth} levels deep.`);
  }
  return code === OPEN_OBJECT ? checkObject(scan, at, depth) : checkList(scan, at, depth);
}

/**
 * Finds faults of a resource's text before it is validated: a member that appears twice in an
 * object (of which one reader would take the first and another the last), or more than the limits
 * allow.
 *
 * @param text JSON that has been parsed before
 * @param root beginning of the fault's location: the type of the resource
 */
export function faultInText(text: string, root: string): AppError | undefined {
  const scan: Scan = { text, trail: [], members: 0 };
  try {
    checkValue(scan, skipBlank(text, 0), 0);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    const type = thrown.message.startsWith('Appears') ? 'structure' : 'too-costly';
    return refuseFor('validation_error', type, thrown.message, placeOf(scan.trail, root));
  }
}
