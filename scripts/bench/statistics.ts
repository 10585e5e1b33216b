/** The value below which `share` (0..1) of the values lie: nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { count: values.length, p50: quantile(values, 0.5), p95: quantile(values, 0.95) };
}

/** The slope of a line through points with outliers: the median of those of all pairs (Theil, Sen). */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  return median(
    points.flatMap(([x, y], i) => points.slice(i + 1).map(([x2, y2]) => (y2 - y) / (x2 - x))),
  );
}

/** Slope of the line of least squares, and its standard error. */
export function trendOf(points: readonly (readonly [x: number, y: number])[]): {
  readonly slope: number;
  readonly error: number;
} {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [atX, atY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const spread = points.reduce((sum, [x]) => sum + (x - atX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - atX) * (y - atY), 0) / spread;
  const left = points.reduce((sum, [x, y]) => sum + (y - atY - slope * (x - atX)) ** 2, 0);
  return { slope, error: Math.sqrt(left / (points.length - 2) / spread) };
}

export const milliseconds = (value: number): string =>
  `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

export const perSecond = (value: number): string =>
  `${value < 100 ? value.toFixed(1) : value.toFixed(0)}/s`;
