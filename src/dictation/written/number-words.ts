export const DIGIT_WORDS: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine'
    .split(' ')
    .map((word, value) => [word, value] as const)
    .concat([
      ['nought', 0],
      ['naught', 0],
    ]),
);

export const TEEN_WORDS: ReadonlyMap<string, number> = new Map(
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, n) => [word, n + 10]),
);

export const TENS_WORDS: ReadonlyMap<string, number> = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, n) => [word, (n + 2) * 10]),
);

/** "oh" is a digit only among digits. */
export const ZERO_WORDS: ReadonlySet<string> = new Set(['zero', 'oh', 'o', 'nought', 'naught']);

const ORDINAL_TENS =
  'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth';

export const ORDINAL_WORDS: ReadonlyMap<string, number> = new Map([
  ...(
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth ' +
    'thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
  )
    .split(' ')
    .map((word, n) => [word, n + 1] as const),
  ...ORDINAL_TENS.split(' ').map((word, n) => [word, (n + 2) * 10] as const),
]);

/** Value of a single spoken digit, "oh" among them. */
export const digitOf = (word: string): number | undefined =>
  word === 'oh' || word === 'o' ? 0 : DIGIT_WORDS.get(word);

export const isNumberWord = (word: string): boolean =>
  DIGIT_WORDS.has(word) ||
  TEEN_WORDS.has(word) ||
  TENS_WORDS.has(word) ||
  word === 'hundred' ||
  word === 'thousand' ||
  word === 'million';

/** `21st`; ordinals below ten are written as words in prose. */
export function ordinalText(value: number): string {
  const tail = value % 100 >= 11 && value % 100 <= 13 ? 0 : value % 10;
  return `${value}${['th', 'st', 'nd', 'rd'][tail] ?? 'th'}`;
}
