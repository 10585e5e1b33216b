import { describe, expect, it } from 'vitest';
import { chooseFilm } from '../../../../src/imaging/volume/choose-film.js';
import { chooseSeries } from '../../../../src/imaging/volume/choose-series.js';
import { incompleteness, remarksOn } from '../../../../src/imaging/volume/completeness.js';
import type { Slice } from '../../../../src/imaging/volume/slice.js';
import { stackOf } from '../../../../src/imaging/volume/stack.js';
import type { SeriesManifest } from '../../../../src/inference/schema.js';
import { CORONAL, makeSlices, type StackOptions, shuffled } from './make-slices.js';

const HEAD_CT: SeriesManifest = {
  planes: ['axial'],
  kernel: 'soft',
  contrast: 'without',
  thickness_mm: 5,
  min_slices: 10,
  min_extent_mm: 90,
  pooling: { method: 'max' },
};
const BRAIN_MRI: SeriesManifest = {
  planes: ['axial', 'coronal', 'sagittal'],
  weightings: ['t1_contrast', 't1', 't2'],
  min_slices: 10,
  min_extent_mm: 90,
  pooling: { method: 'max' },
};

const series = (number: number, more: Partial<Slice> = {}, options: Partial<StackOptions> = {}) =>
  makeSlices({
    count: 28,
    series: `2.25.${number}`,
    ...options,
    more: { seriesNumber: number, kernel: 'soft', ...more },
  });

const chosen = (slices: readonly Slice[], wanted = HEAD_CT) => {
  const result = chooseSeries(slices, wanted);
  expect(chooseSeries(shuffled(slices, 7), wanted)?.reasons).toEqual(result?.reasons);
  return {
    number: result?.stack.slices[0]?.seriesNumber,
    reasons: result?.reasons.join(' ') ?? '',
  };
};

describe('of a head CT', () => {
  it.each<[string, Slice[], RegExp]>([
    ['a bone kernel', series(1, { kernel: 'sharp' }), /sharp \(bone\) kernel, not soft/],
    ['contrast medium', series(1, { hasContrast: true }), /with contrast medium, not without/],
    ['a coronal reformat', series(1, { isDerived: true }, CORONAL), /coronal, not axial/],
    ['an axial reformat', series(1, { isDerived: true }), /computed from other images/],
    ['thin slices', series(1, {}, { count: 140, spacingMm: 1 }), /1 mm thick, not 5 mm thick/],
    ['few slices', series(1, {}, { count: 4 }), /4 slices, not 28 slices/],
    [
      'a gap',
      series(1).filter((_, at) => at < 10 || at > 13),
      /24 slices with gaps, not 28 slices/,
    ],
  ])('a series with %s is not read where a better one is there', (_, other, reason) => {
    const { number, reasons } = chosen([...other, ...series(2)]);
    expect(number).toBe(2);
    expect(reasons).toMatch(
      /^Series 2 was read: axial, soft-tissue kernel, 28 slices, 5 mm apart\./,
    );
    expect(reasons).toMatch(reason);
  });

  it('localisers are never read', () => {
    const localizers = series(1, { isLocalizer: true });
    expect(chooseSeries(localizers, HEAD_CT)).toBeUndefined();
    expect(chooseSeries([...localizers, ...series(2)], HEAD_CT)?.localizers).toBe(28);
  });

  it('a second series that suits as well is named', () => {
    const { number, reasons } = chosen([...series(4), ...series(3)]);
    expect(number).toBe(3);
    expect(reasons).toContain('Series 4 would have suited as well; it was not read.');
  });

  it('what the model was not made for is read where there is nothing else, and said', () => {
    const { reasons } = chosen(series(1, { kernel: 'sharp', hasContrast: true }));
    expect(reasons).toContain(
      'No series that the model was made for is there: this one is sharp (bone) kernel and with contrast medium.',
    );
  });
});

describe('of a brain MRI', () => {
  it('the weighting that the model was made for is read', () => {
    const { number, reasons } = chosen(
      [
        ...series(1, { modality: 'MR', weighting: 't2' }),
        ...series(2, { modality: 'MR', weighting: 't1_contrast', hasContrast: true }),
        ...series(3, { modality: 'MR', weighting: 'diffusion' }),
      ],
      BRAIN_MRI,
    );
    expect(number).toBe(2);
    expect(reasons).toContain('Series 1 was not read: T2, not T1 with contrast medium.');
    expect(reasons).toContain('Series 3 was not read: diffusion, not T1 with contrast medium.');
  });
});

describe('a series that is not whole', () => {
  const nothing = { refused: 0, unreadable: 0 };

  it('says what is missing', () => {
    const slices = makeSlices({ count: 28 }).filter((_, at) => at < 10 || at > 11);
    expect(incompleteness(stackOf(slices), nothing, HEAD_CT)).toEqual([
      'between slice 10 and 11 lie 15 mm: 2 slices seem to be missing',
    ]);
    const few = stackOf(makeSlices({ count: 6 }));
    expect(incompleteness(few, { refused: 0, unreadable: 1 }, HEAD_CT)).toEqual([
      'the series has 6 slices; a whole one has at least 10',
      'the slices cover 25 mm; the whole organ takes at least 90 mm',
      '1 image of the series could not be read',
    ]);
    expect(incompleteness(stackOf(makeSlices({ count: 28 })), nothing, HEAD_CT)).toEqual([]);
  });

  it('counts what was left out', () => {
    const stack = stackOf([
      ...makeSlices({ count: 20 }),
      ...makeSlices({ count: 2, series: '2.25.1' }),
    ]);
    const remarks = remarksOn({ stack, reasons: [], localizers: 2 }, { refused: 3, unreadable: 0 });
    expect(remarks).toEqual([
      '2 images of the series were left out: localisers.',
      '2 images of the series were left out: at the position of another.',
      expect.stringMatching(/^3 slices were not assessed/),
    ]);
  });
});

describe('of the films of a study', () => {
  const film = (instance: number, more: Partial<Slice> = {}): Slice => ({
    ...makeSlices({ count: 1, series: `2.25.${instance}` })[0]!,
    modality: 'DX',
    instanceNumber: instance,
    ...more,
  });

  it('the frontal one is read', () => {
    const lateral = film(1, { view: 'LATERAL' });
    const result = chooseFilm(
      [lateral, film(3, { view: 'AP' }), film(2, { view: 'PA' })],
      ['PA', 'AP'],
    );
    expect(result?.film.view).toBe('PA');
    expect(result?.reasons).toEqual([
      'Of 3 films one was read, which is PA.',
      '2 other films were not read: of views that suit the model less.',
    ]);
    expect(chooseFilm([lateral, film(2)], ['PA', 'AP'])?.reasons[0]).toContain('names no view');
    expect(chooseFilm([], ['PA'])).toBeUndefined();
  });

  it('another that would suit as well is named', () => {
    const films = [film(2, { view: 'PA' }), film(1, { view: 'PA' })];
    const result = chooseFilm(films, ['PA', 'AP']);
    expect(result?.film.instanceNumber).toBe(1);
    expect(result?.reasons[1]).toBe('1 other film was not read: it would have suited as well.');
  });
});
