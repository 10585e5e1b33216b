import type { Family, Sample } from './exposition.js';

/** Counts requests by operation, whose names come from the daemon and never from a client. */
export interface RequestFigures {
  /** @param seconds from the headers of the request to those of the answer */
  observe(operation: string, status: number, seconds: number): void;
  readonly families: readonly Family[];
}

/** Seconds: from a read of one resource to a recording of an hour. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 120, 600];

interface Tally {
  readonly byStatus: Map<number, number>;
  /** Requests in each bucket, not cumulative; the last one is above all limits. */
  readonly inBucket: number[];
  seconds: number;
}

const newTally = (): Tally => ({
  byStatus: new Map(),
  inBucket: new Array<number>(BUCKETS.length + 1).fill(0),
  seconds: 0,
});

function histogramOf(operation: string, { inBucket, seconds }: Tally): Sample[] {
  let count = 0;
  const buckets = inBucket.map((own, at) => {
    count += own;
    const le = at < BUCKETS.length ? String(BUCKETS[at]) : '+Inf';
    return { suffix: '_bucket', labels: { operation, le }, value: count };
  });
  const labels = { operation };
  return [
    ...buckets,
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value: count },
  ];
}

export function createRequestFigures(): RequestFigures {
  const tallies = new Map<string, Tally>();
  const each = (samples: (operation: string, tally: Tally) => Sample[]) => () =>
    [...tallies].flatMap(([operation, tally]) => samples(operation, tally));

  return {
    observe(operation, status, seconds) {
      const tally = tallies.get(operation) ?? newTally();
      tallies.set(operation, tally);
      tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
      const bucket = BUCKETS.findIndex((limit) => seconds <= limit);
      const at = bucket === -1 ? BUCKETS.length : bucket;
      tally.inBucket[at] = (tally.inBucket[at] ?? 0) + 1;
      tally.seconds += seconds;
    },
    families: [
      {
        name: 'wardbox_requests_total',
        help: 'Requests answered, by operation and status.',
        type: 'counter',
        samples: each((operation, { byStatus }) =>
          [...byStatus].map(([status, value]) => ({
            labels: { operation, status: String(status) },
            value,
          })),
        ),
      },
      {
        name: 'wardbox_request_duration_seconds',
        help: 'Time from the headers of a request to those of its answer.',
        type: 'histogram',
        samples: each(histogramOf),
      },
    ],
  };
}
