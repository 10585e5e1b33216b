import type { Glue } from './draft.js';

export interface Mark {
  readonly text: string;
  readonly glue?: Glue;
  /** A sentence or a line begins after it. */
  readonly opens?: boolean;
  readonly layout?: boolean;
}

const END = { glue: 'left', opens: true } as const;
const LINE = { glue: 'both', opens: true, layout: true } as const;

const marks = (words: string, mark: Mark): [string, Mark][] =>
  words.split('|').map((phrase) => [phrase, mark]);

/** Spoken words -> the mark. `command-sense.ts` decides on words that have another meaning too. */
export const MARKS: ReadonlyMap<string, Mark> = new Map([
  ...marks('comma', { text: ',', glue: 'left' }),
  ...marks('period|full stop|stop full stop', { text: '.', ...END }),
  ...marks('question mark', { text: '?', ...END }),
  ...marks('exclamation mark|exclamation point', { text: '!', ...END }),
  ...marks('colon|colon mark', { text: ':', glue: 'left' }),
  ...marks('semicolon|semi colon', { text: ';', glue: 'left' }),
  ...marks('dash|em dash|en dash', { text: '-' }),
  ...marks('hyphen', { text: '-', glue: 'both' }),
  ...marks('slash|forward slash', { text: '/', glue: 'both' }),
  ...marks('backslash|back slash', { text: '\\', glue: 'both' }),
  ...marks('open bracket|open brackets|left bracket|open parenthesis|open parentheses|open paren', {
    text: '(',
    glue: 'right',
  }),
  ...marks('left parenthesis|left paren|begin bracket|begin parenthesis', {
    text: '(',
    glue: 'right',
  }),
  ...marks('close bracket|closed bracket|close brackets|right bracket|close parenthesis', {
    text: ')',
    glue: 'left',
  }),
  ...marks('close parentheses|close paren|closed paren|closed parenthesis|right parenthesis', {
    text: ')',
    glue: 'left',
  }),
  ...marks('right paren|end bracket|end parenthesis', { text: ')', glue: 'left' }),
  ...marks('open square bracket', { text: '[', glue: 'right' }),
  ...marks('close square bracket', { text: ']', glue: 'left' }),
  ...marks('open quote|open quotes|begin quote|open inverted commas|open quotation marks', {
    text: '"',
    glue: 'right',
  }),
  ...marks('close quote|close quotes|end quote|end quotes|unquote|close inverted commas', {
    text: '"',
    glue: 'left',
  }),
  ...marks('close quotation marks', { text: '"', glue: 'left' }),
  ...marks('new line|next line|newline|line break', { text: '\n', ...LINE }),
  ...marks('new paragraph|next paragraph|paragraph break|new para', { text: '\n\n', ...LINE }),
  ...marks('new heading|next heading', { text: '\n\n', ...LINE }),
]);

export const LONGEST_MARK = 3;
