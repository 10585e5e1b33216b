/** A probability that was given, and whether it came true. */
export interface Forecast {
  readonly given: number;
  readonly isTrue: boolean;
}

/** Forecasts of similar probability. */
export interface ReliabilityBin {
  readonly n: number;
  /** Mean probability that was given. */
  readonly given: number;
  /** Share that came true. */
  readonly observed: number;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Tenths of the probability that hold forecasts, lowest first. */
export function reliabilityOf(forecasts: readonly Forecast[], bins = 10): ReliabilityBin[] {
  return Array.from({ length: bins }, (_, at) =>
    forecasts.filter(({ given }) => Math.min(bins - 1, Math.floor(given * bins)) === at),
  )
    .filter((held) => held.length > 0)
    .map((held) => ({
      n: held.length,
      given: meanOf(held.map(({ given }) => given)),
      observed: meanOf(held.map(({ isTrue }) => Number(isTrue))),
    }));
}

/**
 * Expected calibration error, 0..1: the mean distance of given and observed over tenths, each counted
 * by its forecasts (Naeini et al. 2015, doi:10.1609/aaai.v29i1.9602).
 */
export function calibrationErrorOf(forecasts: readonly Forecast[]): number {
  const distances = reliabilityOf(forecasts).map(
    ({ n, given, observed }) => (n / forecasts.length) * Math.abs(given - observed),
  );
  return distances.reduce((sum, distance) => sum + distance, 0);
}
