import { foldDrugName } from '../ingredients/ingredients.js';

/** A token of a line. */
export interface Token {
  /** `number`: as written, `1.000`; `word`: folded; `mark`: one sign. */
  readonly kind: 'number' | 'word' | 'mark';
  readonly text: string;
  /** No space separates it from the preceding token. */
  readonly glued: boolean;
}

export const isMark = (token: Token | undefined, mark: string): boolean =>
  token?.kind === 'mark' && token.text === mark;

const PIECE =
  /((?:\p{L}\.){2,}\p{L}?|\p{L}(?:\.\p{L})+)(?!\p{L})\.?|(\d+(?:[.,']\d+)*|(?<![\d\p{L}])[.,]\d+)|(\p{L}[\p{L}\p{M}']*)|([/+&%,;:()[\]<>=#x*-])|\S/gu;

/** Letters that may directly follow a number without forming a name: `50mg`, `12h`. */
export type IsUnit = (letters: string) => boolean;

const NAME_START = /^\p{L}{1,3}$/u;
/** `q12h`, `x3`, `d1`, `c/8h`: letters before a number that do not begin a name. */
const BEFORE_NUMBER = /^(?:q|x|dd|c|max|day|alle|ca|je|til|mg|g|ml|mcg|po|iv|im|sc|od|bd|tds|tid)$/;

/** `b12`, `5fu`, `fk506`: letters and digits that form one word. */
function oneWord(before: Token, after: string, isUnit: IsUnit): boolean {
  if (before.kind === 'word' && /^\d/.test(after)) {
    return NAME_START.test(before.text) && !BEFORE_NUMBER.test(before.text);
  }
  if (before.kind === 'number') return /^\d{1,2}$/.test(before.text) && !isUnit(after);
  return before.kind === 'word' && /\d$/.test(before.text) && !isUnit(after);
}

/** `50mgtabs`, `5mgbd`: a unit directly followed by the next word. */
const RUN_ON =
  /(?<=\d)(mg|mcg|ug|ml|g)(?=(?:tab|cap|daily|od|bd|bid|tds|tid|qds|qid|prn|po|iv|im|sc|nocte|mane)s?\b)/g;

/** Cuts text of `plainText` into words, numbers and signs. Linear in its length. */
export function tokenise(text: string, isUnit: IsUnit): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.replace(RUN_ON, '$1 ').matchAll(PIECE)) {
    const [whole, dotted, number, letters, mark] = match;
    const glued = match.index === end && end > 0;
    end = match.index + whole.length;
    const word = foldDrugName((dotted ?? letters ?? '').replace(/\./g, ''));
    const last = tokens.at(-1);
    const value = number ?? word;
    if (glued && last !== undefined && value !== '' && oneWord(last, value, isUnit)) {
      tokens[tokens.length - 1] = { ...last, kind: 'word', text: last.text + value };
    } else if (number !== undefined) tokens.push({ kind: 'number', text: number, glued });
    else if (word !== '') tokens.push({ kind: 'word', text: word, glued });
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark, glued });
  }
  return tokens;
}
