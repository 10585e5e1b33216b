/** A probability, and whether what it was given to was right. */
export interface Prediction {
  readonly p: number;
  readonly right: boolean;
}

/** Predictions of similar probability. */
export interface ReliabilityBin {
  readonly n: number;
  /** Mean probability that was given. */
  readonly given: number;
  /** Share that was right. */
  readonly observed: number;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Tenths of the probability that hold predictions, lowest first. */
export function reliabilityOf(predictions: readonly Prediction[], bins = 10): ReliabilityBin[] {
  return Array.from({ length: bins }, (_, at) =>
    predictions.filter(({ p }) => Math.min(bins - 1, Math.floor(p * bins)) === at),
  )
    .filter((held) => held.length > 0)
    .map((held) => ({
      n: held.length,
      given: meanOf(held.map(({ p }) => p)),
      observed: meanOf(held.map(({ right }) => Number(right))),
    }));
}

/**
 * Expected calibration error, 0..1: the mean distance of given and observed over tenths, each counted
 * by its predictions (Naeini et al. 2015, doi:10.1609/aaai.v29i1.9602).
 */
export function calibrationErrorOf(predictions: readonly Prediction[]): number {
  const distances = reliabilityOf(predictions).map(
    ({ n, given, observed }) => (n / predictions.length) * Math.abs(given - observed),
  );
  return distances.reduce((sum, distance) => sum + distance, 0);
}
