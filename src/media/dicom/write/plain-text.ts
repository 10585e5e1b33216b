/** Characters of texts that ASCII lacks, and what stands for them. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  ...{ '–': '-', '—': '-', '‐': '-', '‑': '-', '−': '-', '…': '...' },
  ...{ '‘': "'", '’': "'", '“': '"', '”': '"', '«': '"', '»': '"', '•': '*', '·': '*' },
  ...{ '≥': '>=', '≤': '<=', '×': 'x', '±': '+/-', '→': '->', '°': ' deg', '≈': '~', '½': '1/2' },
  ...{ '√': 'sqrt ', '²': '2', '³': '3', µ: 'u', μ: 'u', '‰': ' per mille', '≠': '!=' },
  ...{
    ß: 'ss',
    æ: 'ae',
    Æ: 'AE',
    ø: 'o',
    Ø: 'O',
    œ: 'oe',
    Œ: 'OE',
    ł: 'l',
    Ł: 'L',
    đ: 'd',
    Đ: 'D',
  },
};

/** Control characters but for the ends of lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
const MARKS = /\p{M}/gu;

/** A text without control characters; ends of lines are written as DICOM does (PS3.5 section 6.1.3). */
export function lines(text: string): string {
  return text.replace(CONTROLS, ' ').replaceAll('\n', '\r\n');
}

/** A text in one line. */
export function line(text: string): string {
  return text.replace(CONTROLS, ' ').replaceAll('\n', ' ').trim();
}

/**
 * A text in ASCII, which is part of every character set of DICOM: so it can stand beside texts of any
 * of them. What has no substitute becomes a question mark.
 */
export function toAscii(text: string): string {
  return [...text]
    .map((character) => {
      if (character <= '\u007f') return character;
      const substitute = SUBSTITUTES[character];
      if (substitute !== undefined) return substitute;
      const bare = character.normalize('NFKD').replace(MARKS, '');
      return bare !== '' && /^[\u0020-\u007e]+$/.test(bare) ? bare : bare === '' ? '' : '?';
    })
    .join('');
}
