/** Increased whenever the rows of a resource change: stored resources are then indexed again. */
export const ROWS_VERSION = 2;
