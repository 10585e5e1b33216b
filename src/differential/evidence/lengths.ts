const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  couple: 2,
  three: 3,
  few: 3,
  four: 4,
  five: 5,
  several: 5,
  many: 8,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  half: 0.5,
};
const DAYS: readonly (readonly [RegExp, number])[] = [
  [/^(?:s|sec|second)/, 1 / 86_400],
  [/^mi?n/, 1 / 1440],
  [/^h/, 1 / 24],
  [/^d/, 1],
  [/^w/, 7],
  [/^mo/, 30],
  [/^y/, 365],
];

/** The number of a digit or word of a duration: `3`, `two`, `a few` by `few`. */
export const numberIn = (word: string): number => NUMBERS[word.toLowerCase()] ?? Number(word);

/** Converts `hours`, `wk` or `years` to days; months and years are approximate. */
export function daysOf(number: number, unit: string): number {
  const [, days = 1] = DAYS.find(([test]) => test.test(unit.toLowerCase())) ?? [];
  return number * days;
}
