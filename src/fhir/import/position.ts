/** A position in a file: entries of a Bundle count from 1; 0 is what is not in a Bundle. */
export interface Position {
  readonly line: number;
  readonly entry: number;
}
