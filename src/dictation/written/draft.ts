import type { WrittenKind } from './spoken.js';

/** The neighbours that a word is joined to without a space. */
export type Glue = 'left' | 'right' | 'both';

/** A written word before its place in the text is known. */
export interface Draft {
  /** The spoken words that it writes, `from` up to `to` in their line; none where they are equal. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly kind: WrittenKind;
  readonly glue?: Glue;
  /** The case is fixed, also at the beginning of a sentence. */
  readonly fixed?: boolean;
  /** What follows begins a sentence. */
  readonly opens?: boolean;
}

/** What a rule writes for the words from its position up to `next`. */
export interface RuleReading {
  readonly next: number;
  readonly drafts: readonly Draft[];
}

/** A number that begins an item of a list: "number two", "next number". */
export interface ListItem {
  readonly to: number;
  readonly value: number;
}

/** A run of spoken words that is read by itself. */
export interface WordRun {
  readonly words: readonly string[];
  readonly british: boolean;
  readonly dictation: boolean;
  readonly brands: ReadonlySet<string>;
  /** Place of the first word in the whole dictation; the items are known by such places. */
  readonly base: number;
  readonly items: ReadonlyMap<number, ListItem>;
}

/** Reads a written form at index `i`, or returns undefined. */
export type Rule = (line: WordRun, i: number) => RuleReading | undefined;

export const wordAt = (words: readonly string[], i: number): string => words[i] ?? '';

/** One written word for the spoken ones from `from` up to `to`. */
export const one = (
  from: number,
  to: number,
  text: string,
  kind: WrittenKind = 'number',
  more: Partial<Draft> = {},
): RuleReading => ({ next: to, drafts: [{ from, to, text, kind, ...more }] });
