import type { Concept } from '../../../../src/patient-record/language/tables/schema.js';
import { cutAt, partsOf, type TermLine } from './term-lists.js';

/** A row of a table, and the line that it was read from. */
export interface Row<T> {
  readonly entry: T;
  readonly at: string;
}

export type MutableConcept = { -readonly [K in keyof Concept]: Concept[K] };

const ABBREVIATION = /^(?=.*[A-Z])[A-Z0-9&/+.-]{2,6}s?$/;
export const isAbbreviation = (name: string): boolean => ABBREVIATION.test(name);

/** A name can mean something else too: it ends in a question mark. */
const isDoubtful = (name: string): boolean => name.endsWith('?');

/** `{left,right} lung` → both. */
function expand(text: string): string[] {
  const [whole, inner] = /\{([^{}]*)\}/.exec(text) ?? [];
  if (whole === undefined || inner === undefined) return [text.split(/\s+/).join(' ').trim()];
  return inner.split(',').flatMap((choice) => expand(text.replace(whole, () => choice)));
}

/** Whether the letters of an abbreviation are those with which the words of a name begin. */
function isInitials(short: string, name: string): boolean {
  const words = name.match(/[A-Za-z0-9]+/g) ?? [];
  const letters = words.map((word) => word.charAt(0).toLowerCase()).join('');
  const own = short
    .toLowerCase()
    .replace(/s$/, '')
    .replace(/[^a-z0-9]/g, '');
  return own === letters || own === letters.slice(0, -1);
}

/** Names that each are a concept, an abbreviation with the name before it. */
function groupsOf(names: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const name of names) {
    const last = groups.at(-1);
    const isShortOfLast =
      last?.[0] !== undefined && isAbbreviation(name) && isInitials(name, last[0]);
    if (last !== undefined && (isShortOfLast || isDoubtful(name))) last.push(name);
    else if (!isDoubtful(name)) groups.push([name]);
  }
  return groups;
}

/** One concept; of names that can mean something else only abbreviations are kept. */
export function conceptOf(names: readonly string[], code: string, sited: boolean): Concept {
  const [name = '', ...synonyms] = names.filter((one) => !isDoubtful(one));
  const doubtful = names
    .filter(isDoubtful)
    .map((one) => one.slice(0, -1))
    .filter(isAbbreviation);
  return {
    name,
    ...(synonyms.length > 0 && { synonyms: [...new Set(synonyms)] }),
    ...(doubtful.length > 0 && { doubtful }),
    ...(code !== '' && { code }),
    ...(sited && { sited: true as const }),
  };
}

/** The groups of names of a line: one concept, or with `+ ` several, or with `* ` one for each choice. */
function namesOfLine(body: string): string[][] {
  if (body.startsWith('* ')) {
    const [head = '', ...rest] = body.slice(2).split(';');
    const made = expand(head).map((one) => [one]);
    const [only, ...more] = made;
    return only !== undefined && more.length === 0
      ? [[...only, ...rest.map((part) => part.trim())]]
      : made;
  }
  if (body.startsWith('+ ')) return groupsOf(partsOf(body.slice(2), ';'));
  return [partsOf(body, ';')];
}

/** The concepts of a list, each name once in all: what a line before has is not taken again. */
export function readConcepts(lines: readonly TermLine[]): Row<MutableConcept>[] {
  const seen = new Set<string>();
  return lines.flatMap(({ text, at }) => {
    const [marked, code] = cutAt(text, ' | ');
    const sited = marked.endsWith('@');
    const groups = namesOfLine(sited ? marked.slice(0, -1) : marked);
    return groups.flatMap((names, n) => {
      const fresh = names.filter((one) => !seen.has(one.toLowerCase()));
      for (const one of fresh) seen.add(one.toLowerCase());
      const [first] = fresh;
      if (first === undefined || isDoubtful(first)) return [];
      return [{ entry: conceptOf(fresh, n === 0 ? code.trim() : '', sited), at }];
    });
  });
}

/** Every name of a concept that is its own, folded as lists are compared. */
export const namesOf = ({ name, synonyms = [] }: Concept): string[] =>
  [name, ...synonyms].map((one) => one.toLowerCase());
