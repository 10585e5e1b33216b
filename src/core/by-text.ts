/** Order by code units: the same on every machine, independent of its locale. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
