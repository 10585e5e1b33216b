import type { LanguageTables } from '../tables/schema.js';
import type { Clusters } from './features.js';
import { bucketOf } from './hash.js';
import { LABEL_COUNT } from './labels.js';

/** A trained tagger. */
export interface TaggerWeights {
  /** 2^bits rows of LABEL_COUNT weights, as multiples of `scale`. */
  readonly rows: Int8Array;
  readonly bits: number;
  readonly scale: number;
  readonly transitions: Float64Array;
  readonly clusters: Clusters;
}

/**
 * Reads the weights of a package.
 *
 * @throws RangeError where there are more or fewer than `bits` says
 */
export function readWeights({
  bits,
  scale,
  transitions,
  rows,
  clusters,
}: LanguageTables['tagger']): TaggerWeights {
  const bytes = Buffer.from(rows, 'base64');
  if (bytes.length !== LABEL_COUNT << bits) throw new RangeError('tagger: rows do not fit bits');
  return {
    rows: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
    bits,
    scale,
    transitions: Float64Array.from(transitions),
    clusters: new Map(clusters.flatMap(({ path, words }) => words.map((word) => [word, path]))),
  };
}

/** Adds the weights of a feature to the sums of the labels of one word, in steps of the scale. */
export function addRow(
  sums: Int32Array,
  at: number,
  hash: number,
  { rows, bits }: TaggerWeights,
): void {
  const row = bucketOf(hash, bits) * LABEL_COUNT;
  for (let label = 0; label < LABEL_COUNT; label += 1) {
    sums[at + label] = (sums[at + label] ?? 0) + (rows[row + label] ?? 0);
  }
}
