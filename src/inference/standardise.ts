/** A film with less spread than one grey level in 256 shows nothing that could be amplified. */
const MIN_DEVIATION = 1;

/**
 * Per-image standardisation, exactly as in training: subtract the mean of all pixels and divide by
 * their standard deviation (at least one grey level).
 *
 * @param greys 0..255, any length ≥ 1
 * @returns zero-mean values, unit deviation
 */
export function standardise(greys: Float32Array): Float32Array {
  const { mean, deviation } = spread(greys);
  const divisor = Math.max(deviation, MIN_DEVIATION);
  const standard = new Float32Array(greys.length);
  for (let at = 0; at < greys.length; at += 1) standard[at] = ((greys[at] ?? 0) - mean) / divisor;
  return standard;
}

/**
 * Mean and population standard deviation, in double precision.
 *
 * @throws RangeError for no values
 */
export function spread(values: Float32Array): { mean: number; deviation: number } {
  if (values.length === 0) throw new RangeError('no values');
  let sum = 0;
  // An iterator takes several times as long.
  for (let at = 0; at < values.length; at += 1) sum += values[at] ?? 0;
  const mean = sum / values.length;
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) squares += ((values[at] ?? 0) - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / values.length) };
}
