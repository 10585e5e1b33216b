import type { SeriesManifest } from '../../inference/schema.js';
import type { ChosenSeries } from './choose-series.js';
import type { Stack } from './stack.js';

/** What became of the images of a series, besides the slices that got a score. */
export interface SliceCounts {
  /** Outside what the model was made for. */
  readonly refused: number;
  /** Files or pixels that cannot be read. */
  readonly unreadable: number;
}

const plural = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;
const was = (count: number) => (count === 1 ? 'was' : 'were');

/** Why a series does not show all that there is to be read; each limits the absence of findings. */
export function incompleteness(
  stack: Stack,
  { unreadable }: SliceCounts,
  wanted: SeriesManifest,
): string[] {
  const { slices, positionsMm, spacingMm, gaps } = stack;
  const extent = positionsMm.at(-1);
  return [
    ...(slices.length < wanted.min_slices
      ? [
          `the series has ${plural(slices.length, 'slice')}; a whole one has at least ${wanted.min_slices}`,
        ]
      : []),
    ...(extent !== undefined && extent < wanted.min_extent_mm
      ? [
          `the slices cover ${Math.round(extent)} mm; the whole organ takes at least ` +
            `${wanted.min_extent_mm} mm`,
        ]
      : []),
    ...(extent === undefined
      ? [
          'the headers do not place the slices: their order is that of their numbers, and missing ones cannot be found',
        ]
      : []),
    ...gaps.map(({ after, mm }) => {
      const missing = Math.max(1, Math.round(mm / (spacingMm ?? mm)) - 1);
      return (
        `between slice ${after} and ${after + 1} lie ${Math.round(mm * 10) / 10} mm: ` +
        `${plural(missing, 'slice seems', 'slices seem')} to be missing`
      );
    }),
    ...(unreadable > 0 ? [`${plural(unreadable, 'image')} of the series could not be read`] : []),
  ];
}

/** What is noteworthy of the images and limits nothing. */
export function remarksOn(
  { stack: { leftOut, isUneven }, localizers }: ChosenSeries,
  { refused }: SliceCounts,
): string[] {
  const { duplicates, orientations, sizes, unplaced } = leftOut;
  const left = (count: number, why: string) =>
    count > 0 ? [`${plural(count, 'image')} of the series ${was(count)} left out: ${why}.`] : [];
  return [
    ...left(localizers, 'localisers'),
    ...left(duplicates, 'at the position of another'),
    ...left(orientations, 'in another plane than most'),
    ...left(sizes, 'of another size than most'),
    ...left(unplaced, 'without a position'),
    ...(isUneven ? ['The slices are not evenly spaced.'] : []),
    ...(refused > 0
      ? [
          `${plural(refused, 'slice')} ${was(refused)} not assessed, as the model does not ` +
            'recognise what it was made for: often those at the ends of a series.',
        ]
      : []),
  ];
}
