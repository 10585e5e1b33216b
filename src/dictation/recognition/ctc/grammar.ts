/**
 * What the language says of the entries of a search tree, in the currency of the search: natural
 * logarithms, already weighed, with the price of a word in them.
 */
export interface Grammar {
  readonly start: number;
  /** What it adds when an entry follows what the state stands for. */
  score(state: number, entry: number): number;
  next(state: number, entry: number): number;
  /** What it adds when nothing more follows. */
  end(state: number): number;
}
