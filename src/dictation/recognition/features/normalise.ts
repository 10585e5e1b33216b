/** Minimum deviation, so that a chunk of almost no variation is not amplified. */
const MIN_DEVIATION = 1e-3;
/** Added to the deviation of a band. */
const BAND_MARGIN = 1e-5;

/**
 * Subtracts the mean of each band over the stretch, which removes the response of the microphone;
 * then divides by one standard deviation over all of it, which keeps the contrast between bands, or
 * each band by its own (with n − 1, as PyTorch does).
 *
 * @param values `frames` × `bands`
 * @returns new values of the same shape
 */
export function normaliseBands(
  values: Float32Array,
  frames: number,
  bands: number,
  method: 'one_deviation' | 'per_band' | 'none',
): Float32Array {
  if (method === 'none' || frames === 0) return values;
  const out = new Float32Array(values.length);
  let squaresOfAll = 0;
  for (let band = 0; band < bands; band += 1) {
    let sum = 0;
    for (let at = band; at < values.length; at += bands) sum += values[at] ?? 0;
    const mean = sum / frames;
    let squares = 0;
    for (let at = band; at < values.length; at += bands) {
      const rest = (values[at] ?? 0) - mean;
      out[at] = rest;
      squares += rest * rest;
    }
    squaresOfAll += squares;
    if (method !== 'per_band') continue;
    const deviation = Math.sqrt(squares / Math.max(1, frames - 1)) + BAND_MARGIN;
    for (let at = band; at < values.length; at += bands) out[at] = (out[at] ?? 0) / deviation;
  }
  if (method === 'per_band') return out;
  const deviation = Math.max(MIN_DEVIATION, Math.sqrt(squaresOfAll / values.length));
  return out.map((value) => value / deviation);
}
