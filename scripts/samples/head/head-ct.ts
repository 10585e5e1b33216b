import { blur, type Plane } from '../chest-film/plane.js';
import { bell, streamFor } from '../chest-film/random.js';
import { createHead, laidOver, partOfLesion, sliceOf, type Tissue, tissueAt } from './anatomy.js';
import { type HeadSlice, lesionBox, type SliceOptions } from './slice.js';

/** Hounsfield units: water 0, air -1000. */
const DENSITY: Readonly<Record<Tissue, number>> = {
  air: -1000,
  scalp: 20,
  skull: 1100,
  csf: 6,
  grey: 39,
  white: 29,
};
const FRESH_BLOOD = 72;
const OEDEMA = 20;
const NOISE = 4;

/** Photons are few behind bone: the noise of a reconstruction is grainy, not single pixels. */
function scanned(values: Float32Array, size: number, seed: number): Float32Array {
  const random = streamFor(seed, 'ct');
  const grain = new Float32Array(values.length).map(() => bell(random));
  const noise: Plane = blur({ size, data: grain }, (0.8 * size) / 512);
  const sharp: Plane = blur({ size, data: values }, (0.9 * size) / 512);
  return sharp.data.map((value, i) => value + 2 * NOISE * (noise.data[i] ?? 0));
}

/** A drawn axial CT slice of a head in Hounsfield units, without or with a fresh bleed. */
export function createHeadCtSlice({ seed, size, lesion }: SliceOptions): HeadSlice {
  const head = createHead(seed);
  const values = sliceOf(size, (point) => {
    const tissue = tissueAt(head, point);
    const density = DENSITY[tissue];
    if (!lesion || tissue === 'air' || tissue === 'scalp' || tissue === 'skull') return density;
    const swollen = laidOver(density, OEDEMA, 0.9 * partOfLesion(head, point, 1.35, 0.15));
    return laidOver(swollen, FRESH_BLOOD, partOfLesion(head, point, 1, 0.08));
  });
  return {
    modality: 'CT',
    size,
    head,
    values: scanned(values, size, seed),
    window: { centre: 40, width: 80 },
    ...(lesion && { painted: { what: 'fresh bleed', box: lesionBox(head, size) } }),
  };
}
