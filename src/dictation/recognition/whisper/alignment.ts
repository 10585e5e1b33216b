/** Positions over which an attention is smoothed, as in timing.py of github.com/openai/whisper. */
const MEDIAN_WIDTH = 7;

/** Each value replaced by the median of those around it; the ends are mirrored. */
function smoothed(row: Float32Array): Float32Array {
  const half = (MEDIAN_WIDTH - 1) / 2;
  if (row.length <= half) return row;
  const last = row.length - 1;
  const around = new Float32Array(MEDIAN_WIDTH);
  return row.map((_, at) => {
    for (let i = 0; i < MEDIAN_WIDTH; i += 1) {
      const place = Math.abs(at + i - half);
      around[i] = row[place > last ? 2 * last - place : place] ?? 0;
    }
    return around.slice().sort()[half] ?? 0;
  });
}

/**
 * Normalises each position to mean 0 and deviation 1 over the tokens, as positions that all tokens
 * attend to are no evidence.
 */
function standardised(rows: readonly Float32Array[], places: number): Float32Array[] {
  const out = rows.map(() => new Float32Array(places));
  for (let place = 0; place < places; place += 1) {
    let sum = 0;
    for (const row of rows) sum += row[place] ?? 0;
    const mean = sum / rows.length;
    let squares = 0;
    for (const row of rows) squares += ((row[place] ?? 0) - mean) ** 2;
    const deviation = Math.sqrt(squares / rows.length);
    for (const [index, row] of rows.entries()) {
      const cells = out[index];
      if (cells) cells[place] = deviation > 0 ? ((row[place] ?? 0) - mean) / deviation : 0;
    }
  }
  return out;
}

/**
 * Evidence of each token at each position: the mean over the heads of their standardised, smoothed
 * attentions.
 *
 * @param looks for each token the row of every alignment head
 * @param places number of positions of the encoder's output that hold sound
 * @returns one row for each token
 */
export function alignmentMatrix(
  looks: readonly (readonly Float32Array[])[],
  places: number,
): Float32Array[] {
  const heads = looks[0]?.length ?? 0;
  const matrix = looks.map(() => new Float32Array(places));
  for (let head = 0; head < heads; head += 1) {
    const rows = looks.map((look) => (look[head] ?? new Float32Array(places)).subarray(0, places));
    for (const [index, row] of standardised(rows, places).entries()) {
      for (const [place, value] of smoothed(row).entries()) {
        const cells = matrix[index];
        if (cells) cells[place] = (cells[place] ?? 0) + value / heads;
      }
    }
  }
  return matrix;
}

const DIAGONAL = 0;
const NEXT_TOKEN = 1;
const NEXT_PLACE = 2;

/** Cost of the best path to every cell, and the step that led there; row and column 0 are borders. */
function fillCosts(matrix: readonly Float32Array[], tokens: number, places: number) {
  const width = places + 1;
  const cost = new Float64Array((tokens + 1) * width).fill(Number.POSITIVE_INFINITY);
  const step = new Uint8Array((tokens + 1) * width);
  cost[0] = 0;
  for (let token = 1; token <= tokens; token += 1) {
    for (let place = 1; place <= places; place += 1) {
      const at = token * width + place;
      const diagonal = cost[at - width - 1] ?? 0;
      const down = cost[at - width] ?? 0;
      const along = cost[at - 1] ?? 0;
      const lowest = Math.min(diagonal, down, along);
      cost[at] = lowest - (matrix[token - 1]?.[place - 1] ?? 0);
      step[at] = lowest === along ? NEXT_PLACE : lowest === diagonal ? DIAGONAL : NEXT_TOKEN;
    }
  }
  return { step, width };
}

/**
 * Dynamic time warping: the place at which each token begins, on the path from the first token and
 * place to the last ones that gathers most of the matrix and never goes back.
 *
 * @param matrix one row of the same length for each token
 * @returns a place for each token, in ascending order
 */
export function beginnings(matrix: readonly Float32Array[]): number[] {
  const tokens = matrix.length;
  const places = matrix[0]?.length ?? 0;
  if (tokens === 0 || places === 0) return matrix.map(() => 0);
  const { step, width } = fillCosts(matrix, tokens, places);
  const begins = new Array<number>(tokens).fill(0);
  let token = tokens;
  let place = places;
  while (token > 0 && place > 0) {
    begins[token - 1] = place - 1;
    const taken = step[token * width + place];
    if (taken !== NEXT_PLACE) token -= 1;
    if (taken !== NEXT_TOKEN) place -= 1;
  }
  return begins;
}
