import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { FIELD_MM, tissueAt } from '../../../scripts/samples/head/anatomy.js';
import { createBrainSlice } from '../../../scripts/samples/head/brain-mri.js';
import { encodeSliceDicom, encodeSlicePng } from '../../../scripts/samples/head/encode.js';
import { createHeadCtSlice } from '../../../scripts/samples/head/head-ct.js';
import { type HeadSlice, shownGreys } from '../../../scripts/samples/head/slice.js';
import { openDicom } from '../../../src/media/dicom/open-dicom.js';

const SIZE = 128;
const DRAWN = [
  ['a brain MR slice', createBrainSlice],
  ['a head CT slice', createHeadCtSlice],
] as const;

/** The mean of the slice within a circle, in its own unit. */
function meanAround({ values, size }: HeadSlice, at: readonly [number, number], mm: number) {
  const inside = values.filter((_, i) => {
    const x = (((i % size) + 0.5) / size - 0.5) * FIELD_MM;
    const y = ((Math.floor(i / size) + 0.5) / size - 0.5) * FIELD_MM;
    return Math.hypot(x - at[0], y - at[1]) < mm;
  });
  return inside.reduce((sum, value) => sum + value, 0) / inside.length;
}

describe.each(DRAWN)('%s', (_, create) => {
  const sound = create({ seed: 3, size: SIZE, lesion: false });
  const sick = create({ seed: 3, size: SIZE, lesion: true });

  it('is the same from the same seed and another from another', () => {
    expect(create({ seed: 3, size: SIZE, lesion: false }).values).toEqual(sound.values);
    expect(create({ seed: 4, size: SIZE, lesion: false }).values).not.toEqual(sound.values);
  });

  it('holds air around skin, bone and brain, from outside inwards', () => {
    const { head } = sound;
    const along = Array.from({ length: 120 }, (_, i) => tissueAt(head, [-110 + i, 20]));
    const order = along.filter((tissue, i) => tissue !== along[i - 1]);
    expect(order.slice(0, 4)).toEqual(['air', 'scalp', 'skull', 'csf']);
    expect(order).toContain('grey');
    expect(order).toContain('white');
  });

  it('differs from the sound one in and near its lesion only', () => {
    const box = sick.painted!.box;
    expect(sound.painted).toBeUndefined();
    let [inside, outside] = [0, 0];
    for (let i = 0; i < SIZE * SIZE; i += 1) {
      const [x, y] = [i % SIZE, Math.floor(i / SIZE)];
      const apart = Math.abs(sick.values[i]! - sound.values[i]!);
      const near = (from: number, side: number, at: number) =>
        at >= from - side && at < from + 2 * side;
      if (near(box.x, box.width, x) && near(box.y, box.height, y)) inside += apart;
      else outside += apart;
    }
    expect(inside).toBeGreaterThan(1_000);
    expect(outside).toBeLessThan(inside / 1_000);
  });

  it('says in its PNG that it is synthetic, and shows the window', async () => {
    const png = await encodeSlicePng(sick);
    const { exif } = await sharp(png).metadata();
    expect(exif?.toString('latin1')).toContain('SYNTHETIC');
    const pixels = await sharp(png).extractChannel(0).raw().toBuffer();
    expect(Buffer.compare(pixels, Buffer.from(shownGreys(sick)))).toBe(0);
  });

  it('comes back from DICOM as it was drawn', async () => {
    const opened = await openDicom(encodeSliceDicom(sick), { megapixels: 100 });
    expect(opened.modality).toBe(sick.modality);
    expect(opened.pixelSpacingMm?.columns).toBeCloseTo(FIELD_MM / SIZE, 4);
    const shown = await opened.display();
    if (shown.kind !== 'grey') throw new Error('no greys');
    const greys = shownGreys(sick);
    for (const [i, grey] of shown.greys.entries()) {
      // 1.6 from rounding to whole units, 3.2 as DICOM's window ends one unit lower, 0.5 of a level.
      expect(Math.abs(grey / 257 - greys[i]!)).toBeLessThan(5.4);
    }
  });
});

describe('what is painted', () => {
  it('is blood in Hounsfield units', () => {
    const { head } = createHeadCtSlice({ seed: 5, size: SIZE, lesion: true });
    const blood = createHeadCtSlice({ seed: 5, size: SIZE, lesion: true });
    const brain = createHeadCtSlice({ seed: 5, size: SIZE, lesion: false });
    expect(meanAround(blood, head.lesion.at, 8)).toBeGreaterThan(65);
    expect(meanAround(blood, head.lesion.at, 8)).toBeLessThan(80);
    expect(meanAround(brain, head.lesion.at, 8)).toBeLessThan(42);
    expect(blood.values[0]).toBeLessThan(-900);
  });

  it('is a ring, brighter than its core and than the brain around it', () => {
    const mass = createBrainSlice({ seed: 3, size: 256, lesion: true });
    const { at, radius } = mass.head.lesion;
    const core = meanAround(mass, at, 0.4 * radius);
    const ring = meanAround(mass, [at[0], at[1] + 0.85 * radius], 1);
    const around = meanAround(mass, [at[0], at[1] + 1.4 * radius], 2);
    expect(ring).toBeGreaterThan(1.5 * around);
    expect(around).toBeGreaterThan(1.4 * core);
  });
});
