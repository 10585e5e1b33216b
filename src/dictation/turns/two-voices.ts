type VoiceVector = readonly number[];

/** The assignment of rows to two voices, with its certainty. */
export interface TwoVoices {
  /** 0 or 1 for each row. */
  readonly voice: readonly (0 | 1)[];
  /** Distance to the middle between the voices, in their deviations; 0 is undecided. */
  readonly margin: readonly number[];
  /** Number of rows of the smaller voice. */
  readonly fewer: number;
  /** Distance of the two means, in the unit of the rows. */
  readonly distance: number;
  /** Distance of the voices on the line between them in deviations, each row measured without itself. */
  readonly separation: number;
}

const distance = (a: VoiceVector, b: VoiceVector): number =>
  a.reduce((sum, value, k) => sum + (value - (b[k] ?? 0)) ** 2, 0);

const meanOf = (rows: readonly VoiceVector[]): VoiceVector => {
  const width = rows[0]?.length ?? 0;
  return Array.from(
    { length: width },
    (_, k) => rows.reduce((sum, row) => sum + (row[k] ?? 0), 0) / rows.length,
  );
};

interface Cluster {
  readonly rows: readonly number[];
  readonly mean: VoiceVector;
}

/** What joining two clusters adds to the spread within clusters (Ward 1963). */
function costOf(a: Cluster, b: Cluster): number {
  const weight = (a.rows.length * b.rows.length) / (a.rows.length + b.rows.length);
  return weight * distance(a.mean, b.mean);
}

/** The pair of clusters with the lowest cost of joining. */
function cheapest(clusters: readonly Cluster[]): readonly [Cluster, Cluster] | undefined {
  let best: readonly [Cluster, Cluster] | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (const [n, a] of clusters.entries()) {
    for (const b of clusters.slice(n + 1)) {
      const cost = costOf(a, b);
      if (cost >= smallest) continue;
      smallest = cost;
      best = [a, b];
    }
  }
  return best;
}

/** Joins rows step by step until two clusters are left. */
function agglomerate(rows: readonly VoiceVector[]): readonly Cluster[] {
  let clusters: Cluster[] = rows.map((row, n) => ({ rows: [n], mean: row }));
  while (clusters.length > 2) {
    const pair = cheapest(clusters);
    if (!pair) break;
    const [a, b] = pair;
    const members = [...a.rows, ...b.rows];
    const mean = meanOf(members.map((n) => rows[n] ?? []));
    clusters = [...clusters.filter((one) => one !== a && one !== b), { rows: members, mean }];
  }
  return clusters;
}

/** Position of a row on the line from one voice's mean to the other's: 0 and 1 at the means. */
function along(row: VoiceVector, from: VoiceVector, to: VoiceVector): number {
  const length = distance(from, to);
  if (length === 0) return 0.5;
  return (
    row.reduce((sum, v, k) => sum + (v - (from[k] ?? 0)) * ((to[k] ?? 0) - (from[k] ?? 0)), 0) /
    length
  );
}

/** The mean of a cluster without one of its rows. */
const without = (
  cluster: readonly VoiceVector[],
  row: VoiceVector,
  mean: VoiceVector,
): VoiceVector =>
  cluster.length < 2 || !cluster.includes(row)
    ? mean
    : mean.map((value, k) => (value * cluster.length - (row[k] ?? 0)) / (cluster.length - 1));

/**
 * Splits rows of features into two voices; `separation` shows whether they are two.
 * @param rows one of each segment, each feature in deviations within a voice; more than `most` are
 *   parted by the first `most`
 */
export function partVoices(rows: readonly VoiceVector[], maxRounds = 160): TwoVoices | undefined {
  const learnt = rows.slice(0, maxRounds);
  const [first, second] = agglomerate(learnt);
  if (!first || !second) return undefined;
  const members = [first, second].map((cluster) => cluster.rows.map((n) => learnt[n] ?? []));
  const [ones = [], others = []] = members;
  const places = rows.map((row) =>
    along(row, without(ones, row, first.mean), without(others, row, second.mean)),
  );
  const voice = places.map((place) => (place < 0.5 ? 0 : 1));
  const spread = [0, 1].map((side) => {
    const own = places.filter((_, n) => voice[n] === side);
    const mean = own.reduce((sum, place) => sum + place, 0) / Math.max(1, own.length);
    return { mean, sum: own.reduce((sum, place) => sum + (place - mean) ** 2, 0) };
  });
  const [a, b] = spread;
  const deviation = Math.sqrt(((a?.sum ?? 0) + (b?.sum ?? 0)) / Math.max(1, rows.length - 2));
  const scale = 1 / Math.max(deviation, 1e-6);
  const seconds = voice.filter((side) => side === 1).length;
  return {
    voice,
    fewer: Math.min(seconds, rows.length - seconds),
    distance: Math.sqrt(distance(first.mean, second.mean)),
    margin: places.map((place) => Math.abs(place - 0.5) * scale),
    separation: Math.abs((b?.mean ?? 0) - (a?.mean ?? 0)) * scale,
  };
}
