import { endOfValue, type Member, membersOf, skipBlank } from '../text/members.js';

const COMMA = ',';

/** Index after the brace that closes an object with these members. */
function endOfObject(text: string, start: number, members: readonly Member[]): number {
  const last = members.at(-1);
  return skipBlank(text, last === undefined ? start + 1 : last.end) + 1;
}

/**
 * The members of each object of a list, in one pass over the text; none for items that are not
 * objects.
 *
 * @param text JSON that has been parsed before
 * @param at index of the list's bracket
 */
export function membersOfEach(text: string, at: number): readonly (readonly Member[])[] {
  const all: (readonly Member[])[] = [];
  let next = skipBlank(text, at + 1);
  while (text[next] !== ']') {
    const members = text[next] === '{' ? membersOf(text, next) : [];
    const end = text[next] === '{' ? endOfObject(text, next, members) : endOfValue(text, next);
    all.push(members);
    next = skipBlank(text, end);
    if (text[next] === COMMA) next = skipBlank(text, next + 1);
  }
  return all;
}
