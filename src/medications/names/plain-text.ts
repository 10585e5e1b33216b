/** HTML entities that occur in medication lists. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  micro: 'µ',
  mu: 'μ',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  times: '×',
  deg: '°',
  ndash: '-',
  mdash: '-',
  shy: '',
  reg: '',
  trade: '',
};

const FRACTIONS: Readonly<Record<string, number>> = {
  '½': 0.5,
  '¼': 0.25,
  '¾': 0.75,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅛': 0.125,
};

function entity(whole: string, name: string): string {
  if (!name.startsWith('#')) {
    const letter = /^([a-z])(?:acute|grave|uml|circ|cedil|tilde|ring)$/i.exec(name)?.[1];
    return ENTITIES[name.toLowerCase()] ?? letter ?? whole;
  }
  const hex = name[1]?.toLowerCase() === 'x';
  const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
  const valid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return valid ? String.fromCodePoint(code) : ' ';
}

/** Rewrites `1½` and `½` as decimal numbers. */
function withDecimals(text: string): string {
  return text.replace(
    /(\d{1,4})?[ \u00a0]?([½¼¾⅓⅔⅛])/g,
    (_, whole: string | undefined, mark: string) => {
      const value = Number(whole ?? 0) + (FRACTIONS[mark] ?? 0);
      return ` ${Number(value.toFixed(3))} `;
    },
  );
}

/** Digits joined by a thin or non-breaking space are one number: `10 000`. */
const JOINED = /(?<=\d)[\u00a0\u2007\u2009\u202f](?=\d{3}(?!\d))/g;
const SPACES = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]+/gu;

/**
 * Normalises a line to lower-case text without entities and with plain spaces, dashes and digits.
 * Letters keep their diacritics.
 */
export function plainText(text: string): string {
  const decoded = text.replace(/&(#?[a-z0-9]{1,8});/gi, entity);
  return withDecimals(decoded)
    .replace(JOINED, '')
    .normalize('NFKC')
    .replace(/\s*[\r\n]+\s*/g, ' ; ')
    .replace(SPACES, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02bc`´]/g, "'")
    .replace(/[×✕]/g, 'x')
    .replace(/[µμ](?=g|l\b|mol|c?i?u)/gi, 'u')
    .toLowerCase()
    .replace(/(?<=\s)w\/(?=\s?[a-z])/g, 'with ')
    .trim();
}
