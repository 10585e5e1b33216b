/**
 * Scores of the language model for the entries of a search tree, in the unit of the search: natural
 * logarithms, already weighted, with the cost of a word included.
 */
export interface Grammar {
  readonly start: number;
  /** Returns the score of an entry that follows the words of the state. */
  score(state: number, entry: number): number;
  next(state: number, entry: number): number;
  /** Returns the score of ending after the words of the state. */
  end(state: number): number;
}
