import type { Advice } from './recommend.js';

/** A medicine that a line of advice names. */
export interface NamedMedicine {
  /** Number of the line. */
  readonly line: number;
  /** With what the line says of its dose. */
  readonly name: string;
  /** It stands in brackets: another choice, or an example. */
  readonly aside: boolean;
}

const BRACKETS = /\(([^)]*)\)/g;
/** Whose allergy another choice is for is no medicine that is advised. */
const FOR_THE_ALLERGIC = /\b(?:with|in|if|for)\s+(?:[\w-]+\s+){0,3}allerg\w*/gi;
/** Where another medicine follows, or what it is given for. */
const CUT =
  /[,;:]|\s[-–]\s|\b(?:or|and|with|without|plus|then|for|if|unless|when|until|by|in|on|under|after|before|to|only|over|followed)\b/i;
const NOT_A_NAME = /^(?:[\d.,–%/ -]*(?:h|hours?|days?|weeks?|months?|minutes?|doses?)?)$/i;

const partsOf = (text: string): string[] =>
  text
    .split(CUT)
    .map((part) => part.trim())
    .filter((part) => part.length > 2 && !NOT_A_NAME.test(part));

/** The medicines of all advice, line by line, as far as words tell where one ends. */
export function medicinesIn(advice: readonly Advice[]): NamedMedicine[] {
  return advice.flatMap(({ text, medicine }, line) => {
    if (medicine === undefined) return [];
    const said = text.replace(FOR_THE_ALLERGIC, ' ');
    const aside = [...said.matchAll(BRACKETS)].flatMap(([, inside = '']) => partsOf(inside));
    return [
      ...partsOf(said.replace(BRACKETS, ' , ')).map((name) => ({ line, name, aside: false })),
      ...aside.map((name) => ({ line, name, aside: true })),
    ];
  });
}
