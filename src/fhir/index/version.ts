/** Raised whenever other rows come from the same resource: what is stored is then indexed again. */
export const ROWS_VERSION = 2;
