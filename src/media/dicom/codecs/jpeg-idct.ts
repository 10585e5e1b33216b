const SIDE = 8;

/** Row u, column x: C(u)/2 · cos((2x + 1)uπ/16), T.81 section A.3.3. */
const BASIS = Float64Array.from({ length: SIDE * SIDE }, (_, i) => {
  const u = Math.floor(i / SIDE);
  const x = i % SIDE;
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});

/** Eight values, `stride` apart, of `from` into `to`, skipping zeros. */
function transform(from: Float64Array, start: number, stride: number, to: Float64Array): void {
  const sums = new Float64Array(SIDE);
  for (let u = 0; u < SIDE; u += 1) {
    const value = from[start + u * stride] ?? 0;
    if (value === 0) continue;
    for (let x = 0; x < SIDE; x += 1) {
      sums[x] = (sums[x] ?? 0) + value * (BASIS[u * SIDE + x] ?? 0);
    }
  }
  for (let x = 0; x < SIDE; x += 1) to[start + x * stride] = sums[x] ?? 0;
}

/**
 * The inverse DCT of one block in double precision, in place.
 *
 * @param block 64 dequantized coefficients in natural order; then 64 samples around zero
 */
export function inverseDct(block: Float64Array): void {
  for (let row = 0; row < SIDE; row += 1) transform(block, row * SIDE, 1, block);
  for (let column = 0; column < SIDE; column += 1) transform(block, column, SIDE, block);
}
