import { isMark, type Token } from './tokens.js';

/** Units in which a point before three digits sets off thousands: `5.000 IE`. */
const COUNTED_IN_THOUSANDS = new Set(['[iU]']);
const THOUSANDS = /^[1-9]\d{0,2}(?:[.,'](?=\d{3}))(?:\d{3})(?:[.,']\d{3})*$/;

/** Larger numbers are not amounts; sums and products of such numbers stay finite. */
const LARGEST = 1e12;

/**
 * Parses a number in a direction.
 *
 * @param text digits with points, commas or apostrophes: `2,5`, `10,000`, `0.125`
 * @param unit UCUM unit that follows, if any
 * @returns the number, up to 10^12; nothing where it is larger or ambiguous (`1.000 mg` is 1 or
 *   1000)
 */
export function readNumber(text: string, unit?: string): number | undefined {
  const value = readDigits(text, unit);
  return value !== undefined && value <= LARGEST ? value : undefined;
}

function readDigits(text: string, unit: string | undefined): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  if (text.includes("'")) return Number(text.replaceAll("'", ''));
  const signs = text.match(/[.,]/g) ?? [];
  const [first] = signs;
  const last = signs.at(-1);
  if (signs.length > 1) {
    const whole = text.replaceAll(first === last ? /[.,]/g : first === ',' ? /,/g : /\./g, '');
    const value = Number(whole.replace(',', '.'));
    return Number.isFinite(value) ? value : undefined;
  }
  const decimal = Number(text.replace(',', '.'));
  if (!THOUSANDS.test(text)) return Number.isFinite(decimal) ? decimal : undefined;
  const whole = Number(text.replace(/[.,]/, ''));
  if (first === ',') return whole;
  if (unit !== undefined && COUNTED_IN_THOUSANDS.has(unit)) return whole;
  // 1.125 is never meant as a thousand; 1.000 and 2.500 are ambiguous.
  return /[.]\d00$/.test(text) ? undefined : decimal;
}

/** A number of one or more tokens. */
export interface NumberAt {
  /** Missing where it is ambiguous. */
  readonly value?: number;
  readonly text: string;
  readonly length: number;
}

const whole = (token: Token | undefined): number | undefined =>
  token?.kind === 'number' && /^\d{1,2}$/.test(token.text) ? Number(token.text) : undefined;

/** `1/2`, `3/4`: the fractions into which tablets are cut. */
function fractionAt(tokens: readonly Token[], at: number): number | undefined {
  if (!isMark(tokens[at + 1], '/')) return undefined;
  const [above, below] = [whole(tokens[at]), whole(tokens[at + 2])];
  if (above === undefined || below === undefined) return undefined;
  return above < below && [2, 3, 4].includes(below) ? above / below : undefined;
}

/**
 * `10 000` is ten thousand; `1 500` is ambiguous: one thousand five hundred, or 1 followed by 500.
 */
function groupsAt(tokens: readonly Token[], at: number): NumberAt | undefined {
  const first = tokens[at]?.text ?? '';
  const next = tokens[at + 1];
  const group = next?.kind === 'number' && !next.glued && /^\d{3}$/.test(next.text);
  if (!group || !/^[1-9]\d{0,2}$/.test(first)) return undefined;
  if (next.text !== '000') return { text: first, length: 2 };
  return { value: Number(first) * 1_000, text: first, length: 2 };
}

/** `2`, `2,5`, `10 000`, `1/2`, `1 1/2`, `½`; number words are handled by the caller. */
export function numberAt(
  tokens: readonly Token[],
  at: number,
  unit?: string,
): NumberAt | undefined {
  const token = tokens[at];
  if (token?.kind !== 'number') return undefined;
  const fraction = fractionAt(tokens, at);
  if (fraction !== undefined) return { value: fraction, text: token.text, length: 3 };
  const next = fractionAt(tokens, at + 1);
  const first = whole(token);
  if (next !== undefined && first !== undefined) {
    return { value: first + next, text: token.text, length: 4 };
  }
  const grouped = groupsAt(tokens, at);
  if (grouped !== undefined) return grouped;
  const value = readNumber(token.text, unit);
  const { text } = token;
  return value === undefined ? { text, length: 1 } : { value, text, length: 1 };
}
