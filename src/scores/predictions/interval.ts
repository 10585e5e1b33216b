import type { TabularManifest } from '../../inference/schema.js';
import type { TableReading } from '../../inference/tables/read-table-contract.js';

export interface Interval {
  readonly low: number;
  readonly high: number;
  /** Nominal coverage, where the method has one. */
  readonly level?: number;
  /** The method, as described by the package. */
  readonly description: string;
}

/**
 * A quantile of a sample, linear between its values (type 7 of Hyndman and Fan, 1996,
 * doi:10.1080/00031305.1996.10473566).
 *
 * @param sorted ascending, not empty
 * @param part 0..1
 */
function quantile(sorted: readonly number[], part: number): number {
  const place = part * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/** The last step at or below a logit; the first step below the range. */
function stepAt(logits: readonly number[], logit: number): number {
  const next = logits.findIndex((edge) => edge > logit);
  return next === -1 ? logits.length - 1 : Math.max(0, next - 1);
}

function ends(interval: TabularManifest['interval'], reading: TableReading): [number, number] {
  if (interval.method === 'table') {
    const step = stepAt(interval.logits, reading.logit);
    return [interval.low[step] ?? Number.NaN, interval.high[step] ?? Number.NaN];
  }
  const sorted = [...(reading.members ?? [])].sort((a, b) => a - b);
  const tail = (1 - interval.level) / 2;
  return [quantile(sorted, tail), quantile(sorted, 1 - tail)];
}

/**
 * Returns the interval around a probability, widened to contain the probability itself.
 *
 * @returns probabilities 0..1
 * @throws TypeError when the package has members and the reading has none
 */
export function intervalOf(
  { interval }: Pick<TabularManifest, 'interval'>,
  reading: TableReading,
): Interval {
  const [low, high] = ends(interval, reading);
  if (!Number.isFinite(low + high)) throw new TypeError('the reading has no members');
  const { level, description } = interval;
  return {
    low: Math.min(low, reading.probability),
    high: Math.max(high, reading.probability),
    ...(level !== undefined && { level }),
    description,
  };
}
