/** A word of a text on conditions, normalised for comparison and as written. */
export interface Word {
  readonly folded: string;
  readonly written: string;
  /** The separator before the word. */
  readonly gap: 'space' | 'comma' | 'end';
  /** UTF-16 code units of the text after {@link writtenOut}. */
  readonly start: number;
  readonly end: number;
}

const ROMAN: Readonly<Record<string, string>> = {
  i: '1',
  ii: '2',
  iii: '3',
  iiia: '3a',
  iiib: '3b',
  iv: '4',
  v: '5',
};
/** Words after which a Roman numeral is a number. */
const COUNTED = new Set([
  'stage',
  'type',
  'grade',
  'nyha',
  'ckd',
  'class',
  'mobitz',
  'bipolar',
  'g',
  'child',
  'men',
]);
const KEEPS_S = /(?:ss|us|is|os)$/;

/** Unifies American and British spelling, singular and plural. */
function foldWord(word: string): string {
  if (!/^[a-z]+$/.test(word) || word.length < 4) return word;
  const spelling = word
    .replace(/ae|oe/g, 'e')
    .replace(/our(?=s?$)/, 'or')
    .replace(/iz/g, 'is')
    .replace(/sulph/g, 'sulf')
    .replace(/leuk/g, 'leuc')
    .replace(/center$/, 'centre');
  return spelling.length > 4 && spelling.endsWith('s') && !KEEPS_S.test(spelling)
    ? spelling.slice(0, -1)
    : spelling;
}

function folded(written: string, before: string | undefined): string {
  const word = (/^[A-Z]{2,}s$/.test(written) ? written.slice(0, -1) : written).toLowerCase();
  const roman = before !== undefined && COUNTED.has(before) ? ROMAN[word] : undefined;
  return roman ?? foldWord(word);
}

/** Shorthand of notes. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\bw\/o\b/gi, 'without '],
  [/\bw\//gi, 'with '],
  [/\bd\/o\b/gi, 'disorder'],
  [/\bdz\b/gi, 'disease'],
  [/\bdis\b/gi, 'disease'],
  [/\bsynd?\b/gi, 'syndrome'],
  [/\bfx\b/gi, 'fracture'],
];

/** Unifies the spellings of a kidney disease stage as `ckd 4`. */
const STAGES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:ckd|(?:chronic )?(?:kidney|renal) (?:disease|failure|insufficiency|impairment))\W{0,3}(?:stage|grade)\W{0,2}g?\s*([1-5]|i{1,3}|iv|v)\s?([ab])?(?:\s?a[1-3])?\b/gi,
    ' ckd $1$2 ',
  ],
  [
    /\bstage\W{0,2}g?([1-5]|i{1,3}|iv|v)\s?([ab])?\W{1,2}(?:ckd|(?:chronic )?(?:kidney|renal) (?:disease|failure|insufficiency|impairment))\b/gi,
    ' ckd $1$2 ',
  ],
  [/\bckd[\s:-]*g?([1-5])\s?([ab])?(?:\s?a[1-3])?\b(?!\s*(?:y|mo|\/))/gi, ' ckd $1$2 '],
  [/\bstage[\s-]*(?=\d)/gi, 'stage '],
  [/\btype[\s-]*(?=\d)/gi, 'type '],
];

/** Returns a text without accents and with its abbreviations expanded. */
export function writtenOut(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/'s\b/gi, '')
    .replace(/'/g, '')
    .replace(/≥/g, '>')
    .replace(/≤/g, '<')
    .replace(/(?<=[a-z0-9])[*:](?=\d)/gi, '');
  return [...SHORT, ...STAGES].reduce((so, [from, to]) => so.replace(from, to), plain);
}

const WORD = /\d+(?:\.\d+)+|[\p{L}\p{N}]+|[<>?]/gu;

function gapOf(between: string, before: string): Word['gap'] {
  // The dot of `C. difficile` does not end a sentence.
  const ends = before.length > 1 ? /[;\n\r•|]|\.\s|\.$/ : /[;\n\r•|]/;
  if (ends.test(between)) return 'end';
  return /,/.test(between) ? 'comma' : 'space';
}

/** Returns the words of a text, in order. */
export const wordsOf = (text: string): readonly Word[] => wordsOfPlain(writtenOut(text));

/** Returns the words of a text that is expanded already. */
export function wordsOfPlain(plain: string): readonly Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const match of plain.matchAll(WORD)) {
    const written = match[0];
    const last = words.at(-1);
    const gap =
      words.length === 0 ? 'end' : gapOf(plain.slice(end, match.index), last?.written ?? '');
    const start = match.index;
    end = start + written.length;
    words.push({ folded: folded(written, last?.folded), written, gap, start, end });
  }
  return words;
}

/** The lookup key of a phrase. */
export const keyOf = (words: readonly Word[]): string =>
  words.map(({ folded: word }) => word).join(' ');
