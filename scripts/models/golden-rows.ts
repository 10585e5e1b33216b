import type { Tensor } from '../../src/inference/backends/backend.js';
import { noise } from '../../src/inference/golden/noise.js';
import type { TabularManifest } from '../../src/inference/schema.js';
import { tableTensor } from '../../src/inference/tables/read-table.js';

type Feature = TabularManifest['features'][number];

/** The position of a feature in its range: 0 is the low end, 1 the high, NaN is missing. */
type Place = (index: number) => number;

const RANDOM_ROWS = 16;
/** Hours over which a value that rises from low to high would do so. */
const RISE_HOURS = 24;

/** Low and high of what a feature may be; a flag or a count without a range has its own. */
function rangeOf(manifest: TabularManifest, { variable, statistic }: Feature): [number, number] {
  const input = manifest.inputs.find((one) => one.variable === variable);
  const [low, high] = [input?.low ?? 0, input?.high ?? 1];
  if (statistic === 'count') return [1, RISE_HOURS];
  if (statistic !== 'slope') return [low, high];
  const steepest = (high - low) / RISE_HOURS;
  return [-steepest, steepest];
}

function valueAt(manifest: TabularManifest, feature: Feature, place: number): number {
  if (feature.codes !== undefined) {
    const numbers = Object.values(feature.codes);
    const last = numbers.length - 1;
    const at = Math.round(place * last);
    return numbers[Math.min(last, Math.max(0, at))] ?? Number.NaN;
  }
  const [low, high] = rangeOf(manifest, feature);
  return low + place * (high - low);
}

/**
 * Rows invented for golden cases: a package never contains a patient's. Each value is within the range
 * of the training data in the manifest, except in one row beyond it; some are missing.
 */
export function goldenRows(manifest: TabularManifest): { name: string; rows: Tensor }[] {
  const { features } = manifest;
  const rowOf = (place: Place) =>
    features.map((feature, index) => valueAt(manifest, feature, place(index)));
  const next = noise();
  const somewhere = () => {
    const [present, place] = [next(), next()];
    return present < 128 ? Number.NaN : place / 255;
  };
  const single: [string, Place][] = [
    ['middle', () => 0.5],
    ['nothing', () => Number.NaN],
    ['low', () => 0],
    ['high', () => 1],
    ['beyond', (index) => (index % 2 === 0 ? -1 : 2)],
  ];
  const random = Array.from({ length: RANDOM_ROWS }, () => rowOf(somewhere));
  const cases: [string, number[][]][] = single.map(([name, place]) => [name, [rowOf(place)]]);
  return [...cases, ['half-missing', random] as const].map(([name, rows]) => ({
    name,
    rows: tableTensor(rows, features.length),
  }));
}
