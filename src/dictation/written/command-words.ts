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

const said = (words: string, mark: Mark): [string, Mark][] =>
  words.split('|').map((phrase) => [phrase, mark]);

/** Spoken words -> the mark. `command-sense.ts` decides on words that have another meaning too. */
export const MARKS: ReadonlyMap<string, Mark> = new Map([
  ...said('comma', { text: ',', glue: 'left' }),
  ...said('period|full stop|stop full stop', { text: '.', ...END }),
  ...said('question mark', { text: '?', ...END }),
  ...said('exclamation mark|exclamation point', { text: '!', ...END }),
  ...said('colon|colon mark', { text: ':', glue: 'left' }),
  ...said('semicolon|semi colon', { text: ';', glue: 'left' }),
  ...said('dash|em dash|en dash', { text: '-' }),
  ...said('hyphen', { text: '-', glue: 'both' }),
  ...said('slash|forward slash', { text: '/', glue: 'both' }),
  ...said('backslash|back slash', { text: '\\', glue: 'both' }),
  ...said('open bracket|open brackets|left bracket|open parenthesis|open parentheses|open paren', {
    text: '(',
    glue: 'right',
  }),
  ...said('left parenthesis|left paren|begin bracket|begin parenthesis', {
    text: '(',
    glue: 'right',
  }),
  ...said('close bracket|closed bracket|close brackets|right bracket|close parenthesis', {
    text: ')',
    glue: 'left',
  }),
  ...said('close parentheses|close paren|closed paren|closed parenthesis|right parenthesis', {
    text: ')',
    glue: 'left',
  }),
  ...said('right paren|end bracket|end parenthesis', { text: ')', glue: 'left' }),
  ...said('open square bracket', { text: '[', glue: 'right' }),
  ...said('close square bracket', { text: ']', glue: 'left' }),
  ...said('open quote|open quotes|begin quote|open inverted commas|open quotation marks', {
    text: '"',
    glue: 'right',
  }),
  ...said('close quote|close quotes|end quote|end quotes|unquote|close inverted commas', {
    text: '"',
    glue: 'left',
  }),
  ...said('close quotation marks', { text: '"', glue: 'left' }),
  ...said('new line|next line|newline|line break', { text: '\n', ...LINE }),
  ...said('new paragraph|next paragraph|paragraph break|new para', { text: '\n\n', ...LINE }),
  ...said('new heading|next heading', { text: '\n\n', ...LINE }),
]);

export const LONGEST_MARK = 3;
