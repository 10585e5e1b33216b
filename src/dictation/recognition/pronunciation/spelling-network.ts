/**
 * A small network from letters to phones. Each letter of a word gives a symbol (none, one or two
 * phones), predicted from the letters around it and the symbols before it.
 */
export interface SpellingNetwork {
  /** The known letters; the index after them means "outside of the word". */
  readonly letters: string;
  /** Letters seen on each side. */
  readonly window: number;
  /** Symbols seen before. */
  readonly history: number;
  readonly hidden: number;
  readonly middle: number;
  /** Phones of each symbol, as CTC tokens. */
  readonly symbols: readonly (readonly number[])[];
  /** Rows of `hidden`: for each place of the window each letter, and what is outside. */
  readonly letterRows: Float32Array;
  /** Rows of `hidden`: for each place before each symbol, and the beginning. */
  readonly beforeRows: Float32Array;
  /** Rows of `hidden`, `middle` of them; then rows of `middle`, one for each symbol. */
  readonly middleRows: Float32Array;
  readonly outRows: Float32Array;
  readonly bias: Float32Array;
  readonly middleBias: Float32Array;
  readonly outBias: Float32Array;
}

function addRow(sum: Float32Array, rows: Float32Array, row: number): void {
  const from = row * sum.length;
  for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (rows[from + i] ?? 0);
}

/** Contribution of the letters around a position to the first layer. */
export function seenLetters(
  network: SpellingNetwork,
  letters: readonly number[],
  at: number,
): Float32Array {
  const { window, letterRows, bias } = network;
  const outside = network.letters.length;
  const sum = Float32Array.from(bias);
  for (let place = 0; place <= 2 * window; place += 1) {
    const letter = letters[at + place - window] ?? outside;
    addRow(sum, letterRows, place * (outside + 1) + letter);
  }
  return sum;
}

/** `biases + rows · values`, values below 0 taken as 0. */
function layer(rows: Float32Array, biases: Float32Array, values: Float32Array): Float32Array {
  const sums = Float32Array.from(biases);
  for (let row = 0; row < sums.length; row += 1) {
    const from = row * values.length;
    let sum = sums[row] ?? 0;
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i] ?? 0;
      if (value > 0) sum += value * (rows[from + i] ?? 0);
    }
    sums[row] = sum;
  }
  return sums;
}

/** ln P of each symbol at a position, after the symbols before it. */
export function symbolLogProbabilities(
  network: SpellingNetwork,
  seen: Float32Array,
  symbols: readonly number[],
): Float32Array {
  const { history, beforeRows, symbols: all } = network;
  const hidden = Float32Array.from(seen);
  for (let place = 0; place < history; place += 1) {
    const symbol = symbols[symbols.length - history + place] ?? all.length;
    addRow(hidden, beforeRows, place * (all.length + 1) + symbol);
  }
  const middle = layer(network.middleRows, network.middleBias, hidden);
  const scores = layer(network.outRows, network.outBias, middle);
  const max = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const sum = scores.reduce((total, score) => total + Math.exp(score - max), 0);
  return scores.map((score) => score - max - Math.log(sum));
}
