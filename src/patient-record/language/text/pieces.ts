/** Words and numbers. */
const PIECE = /\d+(?:[.,]\d+)*|\p{L}[\p{L}\p{M}\d]*(?:['’]\p{L}+)*/gu;

const LETTER = 1;
const DIGIT = 2;
const OTHER_SCRIPT = 4;
/** The class of a code unit; beyond ASCII the pattern decides. */
const UNITS = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[a-z]/i.test(String.fromCharCode(unit)) ? LETTER : unit >= 48 && unit <= 57 ? DIGIT : 0,
);
const unitAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  return unit < 128 ? (UNITS[unit] ?? 0) : unit >= 128 ? OTHER_SCRIPT : 0;
};

/** Returns the end of the run of such units at a position. */
function runEnd(text: string, from: number, units: number): number {
  let at = from;
  while ((unitAt(text, at) & units) !== 0) at += 1;
  return at;
}

const COMMA = 44;
const POINT = 46;
const APOSTROPHE = 39;

/** The end of an ASCII word or number; undefined where other signs may belong to it. */
function asciiEnd(text: string, from: number): number | undefined {
  if (unitAt(text, from) === DIGIT) {
    let to = runEnd(text, from, DIGIT);
    for (;;) {
      const sign = text.charCodeAt(to);
      if ((sign !== POINT && sign !== COMMA) || unitAt(text, to + 1) !== DIGIT) return to;
      to = runEnd(text, to + 1, DIGIT);
    }
  }
  let to = runEnd(text, from, LETTER | DIGIT);
  for (;;) {
    if (unitAt(text, to) === OTHER_SCRIPT) return undefined;
    if (text.charCodeAt(to) !== APOSTROPHE) return to;
    const next = unitAt(text, to + 1);
    if (next === OTHER_SCRIPT) return undefined;
    if (next !== LETTER) return to;
    to = runEnd(text, to + 1, LETTER);
  }
}

/**
 * Calls for each word and number of a text, in order; linear. What is ASCII is found without the
 * pattern, which takes several times as long.
 */
export function eachPiece(text: string, take: (start: number, written: string) => void): void {
  for (let at = 0; at < text.length; ) {
    const unit = unitAt(text, at);
    if (unit === 0) {
      at += 1;
      continue;
    }
    const end = unit === OTHER_SCRIPT ? undefined : asciiEnd(text, at);
    if (end !== undefined) {
      take(at, text.slice(at, end));
      at = end;
      continue;
    }
    PIECE.lastIndex = at;
    const match = PIECE.exec(text);
    if (match === null) return;
    take(match.index, match[0]);
    at = match.index + match[0].length;
  }
}
