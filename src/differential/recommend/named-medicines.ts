import type { Advice } from './recommend.js';

/** A medicine named in a line of advice. */
export interface NamedMedicine {
  /** Index of the line. */
  readonly line: number;
  /** With its dose as stated in the line. */
  readonly name: string;
  /** It is in brackets: an alternative, or an example. */
  readonly aside: boolean;
}

const BRACKETS = /\(([^)]*)\)/g;
/** A substance named only as an allergy is not recommended. */
const FOR_THE_ALLERGIC = /\b(?:with|in|if|for)\s+(?:[\w-]+\s+){0,3}allerg\w*/gi;
/** Start of another medicine or of the indication. */
const CUT =
  /[,;:]|\s[-–]\s|\b(?:or|and|with|without|plus|then|for|if|unless|when|until|by|in|on|under|after|before|to|only|over|followed)\b/i;
const NOT_A_NAME = /^(?:[\d.,–%/ -]*(?:h|hours?|days?|weeks?|months?|minutes?|doses?)?)$/i;

const partsOf = (text: string): string[] =>
  text
    .split(CUT)
    .map((part) => part.trim())
    .filter((part) => part.length > 2 && !NOT_A_NAME.test(part));

/** Returns the medicines of all advice, line by line, as far as the wording separates them. */
export function medicinesIn(advice: readonly Advice[]): NamedMedicine[] {
  return advice.flatMap(({ text, medicine }, line) => {
    if (medicine === undefined) return [];
    const kept = text.replace(FOR_THE_ALLERGIC, ' ');
    const aside = [...kept.matchAll(BRACKETS)].flatMap(([, inside = '']) => partsOf(inside));
    return [
      ...partsOf(kept.replace(BRACKETS, ' , ')).map((name) => ({ line, name, aside: false })),
      ...aside.map((name) => ({ line, name, aside: true })),
    ];
  });
}
