import { describe, expect, it } from 'vitest';
import type { StructureMask } from '../../../../src/imaging/worker/read-image-contract.js';
import { regionAround, structureMasks } from '../../../../src/imaging/worker/structure-masks.js';
import type { ImageSegmenterManifest, OutputForm } from '../../../../src/inference/schema.js';
import { segmenter } from './image-manifests.js';

const withForm = (form: OutputForm): ImageSegmenterManifest => ({
  ...segmenter,
  outputs: { ...segmenter.outputs, form },
});
const masksOf = (form: OutputForm, values: readonly number[], shape = [1, 2, 1, 2]) =>
  structureMasks(withForm(form), {
    masks: { dtype: 'float32', shape, data: Float32Array.from(values) },
  }).map(({ probabilities }) => [...probabilities]);

describe('structureMasks', () => {
  it('gives every structure its map, in the order of the manifest', () => {
    const data = Float32Array.of(0, 0.5, 1, 0.25, 0.1, 0.2);
    const masks = structureMasks(withForm('probabilities'), {
      masks: { dtype: 'float32', shape: [1, 2, 3, 1], data },
    });
    expect(masks).toEqual([
      { id: 'background', rows: 3, columns: 1, probabilities: Uint8Array.of(0, 128, 255) },
      { id: 'spot', rows: 3, columns: 1, probabilities: Uint8Array.of(64, 26, 51) },
    ]);
  });

  it('of logits, each on its own', () => {
    expect(masksOf('logits', [0, 100, -100, Math.log(3)])).toEqual([
      [128, 255],
      [0, 191],
    ]);
  });

  it('of logits that compete, pixel by pixel', () => {
    expect(masksOf('softmax_logits', [0, Math.log(3), 0, 0])).toEqual([
      [128, 191],
      [128, 64],
    ]);
  });

  it('of logits that compete and are large', () => {
    expect(masksOf('softmax_logits', [900, -900, 890, 900])).toEqual([
      [255, 0],
      [0, 255],
    ]);
  });

  it('lets channels that are no structure compete as well', () => {
    const three = masksOf('softmax_logits', [0, 0, 0, 0, Math.log(2), -900], [1, 3, 1, 2]);
    expect(three).toEqual([
      [64, 128],
      [64, 128],
    ]);
  });

  it('keeps what rounding has carried beyond 1 white, not black', () => {
    expect(masksOf('probabilities', [1.0008, -0.0008, 1, 0])).toEqual([
      [255, 0],
      [255, 0],
    ]);
  });

  it('keeps all parts of a structure, or the largest alone, and what is below the threshold', () => {
    const row = [0.9, 0.2, 0.8, 0.7, 0.3, 0.6];
    const masksBy = (keep: 'largest' | 'all') => {
      const manifest = withForm('probabilities');
      const structures = manifest.structures.map((structure) => ({ ...structure, keep }));
      const data = Float32Array.from([...row, ...row.map(() => 0.1)]);
      const masks = { dtype: 'float32' as const, shape: [1, 2, 1, 6], data };
      return structureMasks({ ...manifest, structures }, { masks }).map((mask) =>
        Array.from(mask.probabilities, (level) => Math.round((level / 255) * 10) / 10),
      );
    };
    expect(masksBy('all')).toEqual([row, Array(6).fill(0.1)]);
    expect(masksBy('largest')).toEqual([[0, 0.2, 0.8, 0.7, 0.3, 0], Array(6).fill(0.1)]);
  });

  it.each([
    ['probabilities', [3, 0, 0, 0], 'as a probability'],
    ['probabilities', [Number.NaN, 0, 0, 0], 'not finite'],
    ['logits', [0, 0, Number.NaN, 0], 'not finite'],
    ['softmax_logits', [0, Number.NaN, 0, 0], 'not finite'],
  ] as const)('throws for %s of %o', (form, values, message) => {
    expect(() => masksOf(form, values)).toThrow(message);
  });

  it.each([
    ['fewer masks than structures', [1, 1, 2, 2]],
    ['no pixels', [1, 2, 0, 2]],
    ['three dimensions', [2, 1, 2]],
  ])('throws for %s', (_, shape) => {
    expect(() => masksOf('logits', [0, 0, 0, 0], shape)).toThrow(TypeError);
  });
});

/** Twenty by twenty, certain inside a rectangle of cells. */
function block(
  id: string,
  left: number,
  top: number,
  width: number,
  height: number,
): StructureMask {
  const probabilities = Uint8Array.from({ length: 400 }, (_, cell) => {
    const [x, y] = [cell % 20, Math.floor(cell / 20)];
    return x >= left && x < left + width && y >= top && y < top + height ? 255 : 0;
  });
  return { id, rows: 20, columns: 20, probabilities };
}
const around = (masks: StructureMask[], structures: string[], margin = 0) => {
  const region = regionAround(masks, segmenter, { structures, margin });
  return (
    region && [region.x, region.y, region.width, region.height].map((v) => Number(v.toFixed(6)))
  );
};

describe('regionAround', () => {
  const spot = block('spot', 4, 6, 4, 8);
  const background = block('background', 14, 2, 2, 6);

  it('is the box of a structure', () => {
    expect(around([spot], ['spot'])).toEqual([0.2, 0.3, 0.2, 0.4]);
  });

  it('is the box of several together', () => {
    expect(around([spot, background], ['spot', 'background'])).toEqual([0.2, 0.1, 0.6, 0.6]);
  });

  it('has a margin in proportion to the box', () => {
    expect(around([spot], ['spot'], 0.5)).toEqual([0.1, 0.1, 0.4, 0.8]);
  });

  it('ends where the picture ends', () => {
    const corner = block('spot', 0, 10, 10, 10);
    expect(around([corner], ['spot'], 0.5)).toEqual([0, 0.25, 0.75, 0.75]);
    expect(around([block('spot', 0, 0, 20, 20)], ['spot'], 1)).toEqual([0, 0, 1, 1]);
  });

  it('goes by the largest part alone', () => {
    const { probabilities } = spot;
    const twice = probabilities.map((value, cell) => (cell % 20 >= 18 && cell < 60 ? 255 : value));
    expect(around([{ ...spot, probabilities: twice }], ['spot'])).toEqual([0.2, 0.3, 0.2, 0.4]);
  });

  it.each([
    ['a structure that is missing', [block('background', 2, 2, 9, 9)], ['spot']],
    ['one that is a speck', [block('spot', 3, 3, 2, 2)], ['spot']],
    ['one that is empty', [block('spot', 3, 3, 0, 0)], ['spot']],
    ['one of two', [spot, block('background', 0, 0, 0, 0)], ['spot', 'background']],
    ['one that the segmenter does not have', [spot], ['heart']],
    ['no structure at all', [spot], []],
  ])('is unknown for %s', (_, masks, structures) => {
    expect(around(masks, structures)).toBeUndefined();
  });

  it('counts cells from the threshold of the structure on', () => {
    const faint = spot.probabilities.map((value) => (value === 255 ? 127 : 0));
    expect(around([{ ...spot, probabilities: faint }], ['spot'])).toBeUndefined();
    const enough = spot.probabilities.map((value) => (value === 255 ? 128 : 127));
    expect(around([{ ...spot, probabilities: enough }], ['spot'])).toEqual([0.2, 0.3, 0.2, 0.4]);
  });
});
