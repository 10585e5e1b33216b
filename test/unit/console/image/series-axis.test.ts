import { describe, expect, it } from 'vitest';
import type { ImagingCreateAnswer } from '../../../../src/console/api/types.js';
import type { DicomHeader } from '../../../../src/console/pages/image/files/dicom-header.js';
import { type Slice, sliceDistance } from '../../../../src/console/pages/image/files/series.js';
import { readabilityOf } from '../../../../src/console/pages/image/reading/readings.js';
import {
  firstLabel,
  imagesOfAxis,
  marksOnSlice,
  type SeriesReading,
  stripBars,
} from '../../../../src/console/pages/image/reading/series-axis.js';
import { sliceByKey } from '../../../../src/console/pages/image/reading/series-strip.js';

const AXIAL = [1, 0, 0, 0, 1, 0];

const header = (at: number, uid: string): DicomHeader => ({
  ...{ instanceUid: uid, seriesUid: '2.25.1', seriesNumber: 1, seriesDescription: 'head' },
  ...{ instanceNumber: 1, modality: 'CT', bodyPart: 'HEAD', view: undefined },
  ...{ ageYears: undefined, sex: undefined, rows: 4, columns: 4, frames: 1 },
  ...{ position: [0, 0, at], orientation: AXIAL, spacing: undefined, atDetector: false },
});

const slice = (at: number, frame?: number, stated = header(at, `uid ${at}`)): Slice => ({
  frame,
  opened: {
    ...{ file: new File([], 'a'), shown: new Blob(), position: 1, kind: 'dicom', orientation: 1 },
    header: stated,
  },
});

const reading = (given: Partial<SeriesReading> = {}): SeriesReading => ({
  ...{ images: 3, slices: 3, assessed: 3, positions_mm: [0, 5, 10], reasons: [] },
  ...{ probabilities: { bleed: [0.1, null, 0.9] }, key_images: [] },
  ...given,
});

describe('the images of the slices of an answer', () => {
  const images = [-60, -55, -50, -45].map((at) => slice(at));

  it('begin with the lowest one where nothing else is said', () => {
    expect(imagesOfAxis(reading(), images)).toEqual([0, 1, 2]);
  });

  it('are those that a key image says, where the first ones were left out', () => {
    const key_images = [
      { label: 'bleed', slice: 3, sop_instance_uid: 'uid -45', probability: 0.9 },
    ];
    expect(imagesOfAxis(reading({ key_images }), images)).toEqual([1, 2, 3]);
  });

  it('are left open where an image is not there', () => {
    const positions_mm = [0, 5, 100];
    expect(imagesOfAxis(reading({ positions_mm }), images)).toEqual([0, 1, undefined]);
  });

  it('go by number without positions, where none was left out', () => {
    const unplaced = reading({ positions_mm: [] });
    expect(imagesOfAxis(unplaced, images.slice(0, 3))).toEqual([0, 1, 2]);
    expect(imagesOfAxis(unplaced, images)).toEqual([undefined, undefined, undefined]);
  });

  it('are counted from the feet to the head, however the rows run', () => {
    const flipped = { orientation: [1, 0, 0, 0, -1, 0], position: [0, 0, 30] };
    expect(sliceDistance(flipped)).toBe(30);
  });
});

describe('the strip along the axis', () => {
  it('shows a gap as wide as it is', () => {
    const bars = stripBars(reading({ slices: 4, positions_mm: [0, 5, 10, 25] }), 'none');
    expect(bars).toEqual([]);
    const strip = { bleed: [0, 0, 0, 0] };
    const wide = stripBars(
      reading({ positions_mm: [0, 5, 10, 25], probabilities: strip }),
      'bleed',
    );
    expect(wide.map(({ at }) => at * 30)).toEqual([0, 5, 10, 25].map((at) => expect.closeTo(at)));
    expect(wide.every(({ width }) => Math.abs(width * 30 - 5) < 1e-9)).toBe(true);
  });

  it('goes by number where no positions are known', () => {
    const bars = stripBars(reading({ positions_mm: [] }), 'bleed');
    expect(bars.map(({ probability }) => probability)).toEqual([0.1, null, 0.9]);
    expect(bars.map(({ at }) => at * 3)).toEqual([0, 1, 2].map((at) => expect.closeTo(at)));
  });

  it('begins with the label of the first finding', () => {
    const series = reading({ probabilities: { a: [], b: [], c: [] } });
    const finding = { label: 'b' } as ImagingCreateAnswer['findings'][number];
    expect(firstLabel({ findings: [finding], series })).toBe('b');
    const key = { label: 'c', slice: 1, probability: 0.2 };
    expect(firstLabel({ findings: [], series: { ...series, key_images: [key] } })).toBe('c');
    expect(firstLabel({ findings: [], series })).toBe('a');
  });

  it.each([
    ['ArrowRight', 6],
    ['ArrowLeft', 4],
    ['PageUp', 12],
    ['PageDown', 1],
    ['Home', 1],
    ['End', 12],
    ['x', undefined],
  ])('goes by %s to slice %s', (key, expected) => {
    expect(sliceByKey(key, 5, 12)).toBe(expected);
  });
});

describe('the marks on a slice', () => {
  const box = { x: 1, y: 1, width: 2, height: 2 };
  const answer = {
    image: { width: 8, height: 8 },
    findings: [{ label: 'bleed', slice: 2, location: box, locations: [box] }],
    series: reading({ shown_slice: 2 }),
    heatmap: 'data:',
    outlines: [],
  } as unknown as ImagingCreateAnswer;

  it('are those of its own', () => {
    expect(marksOnSlice(answer, 2)).toEqual(answer);
  });

  it.each([1, undefined])('are not those of another one: %s', (shown) => {
    const marks = marksOnSlice(answer, shown);
    expect(marks.heatmap).toBeUndefined();
    expect(marks.outlines).toBeUndefined();
    expect(marks.findings).toMatchObject([{ location: { x: 0, width: 8 }, locations: [] }]);
  });
});

describe('what can be read as a series', () => {
  const images = [1, 2].map((at) => slice(at));

  it('is CT or MR of several files', () => {
    expect(readabilityOf({ slices: images }, 'CT')).toBe('readable');
    expect(readabilityOf({ slices: images }, 'CR')).toBe('not_a_series');
    expect(readabilityOf({ slices: images.slice(1) }, 'MR')).toBe('not_a_series');
    expect(readabilityOf({ slices: [slice(1, 1), slice(1, 2)] }, 'MR')).toBe('not_a_series');
  });

  it('has no more images than a request may hold', () => {
    const many = Array.from({ length: 3_001 }, () => images[0] as Slice);
    expect(readabilityOf({ slices: many }, 'CT')).toBe('too_long');
    expect(readabilityOf({ slices: many.slice(1) }, 'CT')).toBe('readable');
  });
});
