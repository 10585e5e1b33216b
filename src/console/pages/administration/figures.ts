import type { AdminFiguresAnswer } from '../../api/types.js';

export type Figures = AdminFiguresAnswer;
type Sample = Figures['families'][number]['samples'][number];

/** What is drawn of one moment; undefined where it cannot be said yet. */
export interface Moment {
  readonly requestsPerSecond: number | undefined;
  readonly refusalsPerSecond: number | undefined;
  /** Seconds; undefined without a request. */
  readonly medianSeconds: number | undefined;
  readonly busyWorkers: number | undefined;
  readonly workersUp: number | undefined;
  readonly queue: number | undefined;
  readonly connections: number | undefined;
  readonly memoryBytes: number | undefined;
  /** 0..1 of one processor, and more on several. */
  readonly processor: number | undefined;
}

const samplesOf = ({ families }: Figures, name: string): readonly Sample[] =>
  families.find((family) => family.name === name)?.samples ?? [];

/** The value of a figure without labels. */
export const figureOf = (figures: Figures, name: string): number | undefined =>
  samplesOf(figures, name)[0]?.value ?? undefined;

function sumOf(samples: readonly Sample[], isWanted: (sample: Sample) => boolean = () => true) {
  return samples.reduce((sum, one) => (isWanted(one) ? sum + (one.value ?? 0) : sum), 0);
}

const isRefused = ({ labels }: Sample): boolean => Number(labels.status) >= 400;

/** Requests in each bucket of the histogram, by its upper limit in seconds, not cumulative. */
function bucketsOf(figures: Figures): Map<number, number> {
  const cumulative = new Map<number, number>();
  for (const { name, labels, value } of samplesOf(figures, 'wardbox_request_duration_seconds')) {
    if (!name.endsWith('_bucket')) continue;
    const limit = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le);
    cumulative.set(limit, (cumulative.get(limit) ?? 0) + (value ?? 0));
  }
  let below = 0;
  const sorted = [...cumulative].sort(([a], [b]) => a - b);
  return new Map(
    sorted.map(([limit, count]) => {
      const own = count - below;
      below = count;
      return [limit, own];
    }),
  );
}

/**
 * The median of the requests between two moments, within its bucket in proportion, as Prometheus'
 * histogram_quantile estimates it.
 *
 * @returns seconds; undefined without a request
 */
export function medianBetween(before: Figures, now: Figures): number | undefined {
  const earlier = bucketsOf(before);
  const counts = [...bucketsOf(now)].map(
    ([limit, count]) => [limit, Math.max(0, count - (earlier.get(limit) ?? 0))] as const,
  );
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return undefined;
  let [passed, lower] = [0, 0];
  for (const [limit, count] of counts) {
    if (passed + count >= total / 2 && count > 0) {
      if (limit === Number.POSITIVE_INFINITY) return lower;
      return lower + ((total / 2 - passed) / count) * (limit - lower);
    }
    passed += count;
    lower = limit;
  }
  return lower;
}

/** What is drawn, from the figures of now and those before. */
export function momentOf(before: Figures | undefined, now: Figures): Moment {
  const seconds = before === undefined ? 0 : (Date.parse(now.at) - Date.parse(before.at)) / 1_000;
  const rate = (read: (figures: Figures) => number | undefined) => {
    if (before === undefined || seconds <= 0) return undefined;
    const [from, to] = [read(before), read(now)];
    // After a restart the counters begin anew.
    return from === undefined || to === undefined || to < from ? undefined : (to - from) / seconds;
  };
  const requests = (figures: Figures) => samplesOf(figures, 'wardbox_requests_total');
  return {
    requestsPerSecond: rate((figures) => sumOf(requests(figures))),
    refusalsPerSecond: rate((figures) => sumOf(requests(figures), isRefused)),
    medianSeconds: before === undefined ? undefined : medianBetween(before, now),
    busyWorkers: figureOf(now, 'wardbox_workers_busy'),
    workersUp: figureOf(now, 'wardbox_workers_up'),
    queue: figureOf(now, 'wardbox_queue_length'),
    connections: figureOf(now, 'wardbox_connections'),
    memoryBytes: figureOf(now, 'process_resident_memory_bytes'),
    processor: rate((figures) => figureOf(figures, 'process_cpu_seconds_total')),
  };
}

/** The points of a line in a box of 100 × 30, from the oldest value to the newest; 0 is its floor. */
export function trendPoints(values: readonly (number | undefined)[], length: number): string {
  const highest = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE);
  const offset = length - values.length;
  return values
    .flatMap((value, at) => {
      if (value === undefined) return [];
      const x = (100 * (at + offset)) / Math.max(1, length - 1);
      const y = 29 - (28 * value) / highest;
      return [`${x.toFixed(1)},${y.toFixed(1)}`];
    })
    .join(' ');
}
