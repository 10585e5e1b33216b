import { clouds } from '../chest-film/noise.js';
import { blur, type Plane } from '../chest-film/plane.js';
import { bell, streamFor } from '../chest-film/random.js';
import {
  createHead,
  type Head,
  laidOver,
  type Point,
  partOfLesion,
  sliceOf,
  type Tissue,
  tissueAt,
} from './anatomy.js';
import { type HeadSlice, lesionBox, type SliceOptions } from './slice.js';

/** Signal of a T1-weighted picture after contrast medium: fat bright, water dark. */
const SIGNAL: Readonly<Record<Tissue, number>> = {
  air: 0,
  scalp: 760,
  skull: 70,
  csf: 130,
  grey: 360,
  white: 500,
};
const NECROSIS = 190;
const OEDEMA = 370;
const ENHANCING = 940;
const NOISE = 13;

/** A mass with a bright ring, a dark core and swollen brain around it, as a high-grade tumour has. */
function withMass(head: Head, point: Point, signal: number): number {
  const swollen = laidOver(signal, OEDEMA, 0.85 * partOfLesion(head, point, 1.75, 0.35));
  const ring = laidOver(swollen, ENHANCING, partOfLesion(head, point, 1, 0.07));
  return laidOver(ring, NECROSIS, partOfLesion(head, point, 0.68, 0.09));
}

/** Neighbouring tissue averages within the slice's thickness; the coil sees one side better. */
function scanned(values: Float32Array, size: number, seed: number): Float32Array {
  const plane: Plane = blur({ size, data: values }, (0.9 * size) / 256);
  const random = streamFor(seed, 'mr');
  const coil = clouds(size, { largest: 0.9, smallest: 0.45, persistence: 0.5 }, random);
  // the magnitude of a complex signal: noise never takes it below nothing
  return plane.data.map((value, i) => {
    const real = value * (1 + 0.05 * (coil.data[i] ?? 0)) + NOISE * bell(random);
    return Math.hypot(real, NOISE * bell(random));
  });
}

/** A drawn axial T1-weighted slice of a head, without or with a ring-enhancing mass. */
export function createBrainSlice({ seed, size, lesion }: SliceOptions): HeadSlice {
  const head = createHead(seed);
  const values = sliceOf(size, (point) => {
    const tissue = tissueAt(head, point);
    const signal = SIGNAL[tissue];
    const inside = tissue === 'grey' || tissue === 'white' || tissue === 'csf';
    return lesion && inside ? withMass(head, point, signal) : signal;
  });
  return {
    modality: 'MR',
    size,
    head,
    values: scanned(values, size, seed),
    window: { centre: 480, width: 960 },
    ...(lesion && {
      painted: { what: 'ring-enhancing mass', box: lesionBox(head, size) },
    }),
  };
}
