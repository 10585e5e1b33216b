/**
 * What a word may be or begin, as bits. They are found once for each word of the vocabulary, so that a
 * rule can leave out a word that it cannot begin with before it looks further. A bit only says that the
 * word may: the rule decides. An unclassified word has all of them.
 */
export const CLASS = {
  /** It begins a name of the dictionary. */
  name: 1 << 0,
  /** It begins a part of the body or an adjective for one. */
  site: 1 << 1,
  /** It begins a cue of the tables. */
  cue: 1 << 2,
  /** It begins a description: severity, side, course. */
  description: 1 << 3,
  /** It begins the heading of a section. */
  heading: 1 << 4,
  /** A cue that contains other words may begin with it, or it is a cue inside a name. */
  construction: 1 << 5,
  /** A statement can have it as its verb or its subject. */
  statement: 1 << 6,
  /** A time that is over begins with it. */
  time: 1 << 7,
  /** It is common in clinical texts. */
  common: 1 << 8,
  /** It can be shorthand. */
  shorthand: 1 << 9,
  /** A complaint or a verb of an injury that the part of the body can follow. */
  complaint: 1 << 10,
  /** Its ending makes it the noun of a disease. */
  disease: 1 << 11,
  /** Its ending makes it an operation, a picture or a medicine. */
  ending: 1 << 12,
  /** It can be a name that no list has. */
  unlisted: 1 << 13,
  /** It contains a digit. */
  digit: 1 << 14,
  /** It has capitals and no small letters. */
  capitals: 1 << 15,
} as const;

/** All bits: of a word that was not classified. */
export const UNCLASSIFIED = -1;

/** Classes defined by lists of words and not by the shape of the word. */
export const LISTED =
  CLASS.name |
  CLASS.site |
  CLASS.cue |
  CLASS.description |
  CLASS.heading |
  CLASS.construction |
  CLASS.statement |
  CLASS.time |
  CLASS.common |
  CLASS.complaint;

interface Classified {
  readonly classes: number;
}

/** Whether a word may be of one of some classes. */
export const may = (word: Classified | undefined, classes: number): boolean =>
  word !== undefined && (word.classes & classes) !== 0;

/** Whether some word of a text may be of one of some classes. */
export function anyMay(words: readonly Classified[], classes: number): boolean {
  for (const word of words) if ((word.classes & classes) !== 0) return true;
  return false;
}
