interface Weights {
  readonly letters: Int8Array;
  readonly before: Int8Array;
  readonly middle: Int8Array;
  readonly out: Int8Array;
}

const LETTERS = 'abx';
const SYMBOLS = ['', 'AE', 'B', 'K S'];
const [WINDOW, HISTORY, HIDDEN, MIDDLE] = [1, 1, 5, 4];
const PLACES = 2 * WINDOW + 1;
const BEFORE = SYMBOLS.length + 1;

const base64 = (codes: Int8Array) => Buffer.from(codes.buffer).toString('base64');

/**
 * A network by hand: "a" is AE, "b" is B and "x" is K S, but a "b" after the symbol B is silent.
 * Hidden unit 0..2 stands for the letter of the place, 3 for "b" after B.
 */
function weights(): Weights {
  const letters = new Int8Array(PLACES * (LETTERS.length + 1) * HIDDEN);
  for (const letter of [0, 1, 2]) letters[(WINDOW * 4 + letter) * HIDDEN + letter] = 10;
  letters[(WINDOW * 4 + 1) * HIDDEN + 3] = 10;
  const before = new Int8Array(HISTORY * BEFORE * HIDDEN).fill(0);
  // All but B before take unit 3 below zero.
  for (const symbol of [0, 1, 3, 4]) before[symbol * HIDDEN + 3] = -10;
  const middle = new Int8Array(MIDDLE * HIDDEN);
  for (const unit of [0, 1, 2, 3]) middle[unit * HIDDEN + unit] = 1;
  const out = new Int8Array(SYMBOLS.length * MIDDLE);
  for (const [symbol, unit] of [
    [1, 0],
    [2, 1],
    [3, 2],
  ] as const)
    out[symbol * MIDDLE + unit] = 1;
  out[0 * MIDDLE + 3] = 2;
  return { letters, before, middle, out };
}

/** The file of the toy, with fields changed. */
export function toySpelling(changes: Record<string, unknown> = {}): string {
  const tables = Object.fromEntries(
    Object.entries(weights()).map(([name, codes]) => [name, { scale: 1, codes: base64(codes) }]),
  );
  return JSON.stringify({
    version: 1,
    letters: LETTERS,
    window: WINDOW,
    history: HISTORY,
    hidden: HIDDEN,
    middle: MIDDLE,
    symbols: SYMBOLS,
    tables,
    biases: { letters: Array(HIDDEN).fill(0), middle: Array(MIDDLE).fill(0), out: [0, 0, 0, 0] },
    ...changes,
  });
}
