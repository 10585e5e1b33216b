import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeDicom } from '../samples/chest-film/dicom.js';
import { encodePng } from '../samples/chest-film/encode.js';
import { createFilm } from '../samples/chest-film/film.js';
import { createBrainSlice } from '../samples/head/brain-mri.js';
import { encodeSliceDicom, encodeSlicePng } from '../samples/head/encode.js';
import { createHeadCtSlice } from '../samples/head/head-ct.js';
import type { HeadSlice } from '../samples/head/slice.js';

const FOLDER = join(import.meta.dirname, '..', 'samples', 'films');

/** A picture that the project drew itself, and what was painted into it. */
export interface DemoPicture {
  readonly name: string;
  readonly painted: string;
  readonly imageType: string;
  readonly modality: string;
  /** The file as it is sent. */
  readonly sent: Buffer;
  /** The same picture as an image file that can be drawn on. */
  readonly shown: Buffer;
}

const PAINTED: ReadonlyArray<readonly [string, string]> = [
  ['normal.png', 'nothing'],
  ['pneumonia.png', 'consolidation, right lower lobe'],
  ['tuberculosis.png', 'fibrocavitary opacity, both upper zones'],
  ['covid19.png', 'peripheral ground-glass opacity'],
];

function committed([name, painted]: readonly [string, string]): DemoPicture {
  const sent = readFileSync(join(FOLDER, name));
  return { name, painted, imageType: 'chest_xray', modality: 'DX', sent, shown: sent };
}

export const chestFilms = (): DemoPicture[] => PAINTED.map(committed);

/** One invented person twice. */
export const grownHeart = (): DemoPicture[] => [
  committed(['heart-earlier.jpg', 'a heart of 0.455 of the chest']),
  committed(['heart-later.jpg', 'the same person, the heart grown to 0.581']),
];

/** A film as a detector sends it: twelve bits, more is darker, an invented patient in its header. */
export async function dicomFilm(): Promise<DemoPicture> {
  const film = createFilm({ kind: 'normal', seed: 44, size: 1024 });
  return {
    name: 'normal-12-bit.dcm',
    painted: `nothing; a heart of ${film.heart.ratio.toFixed(3)} of the chest`,
    imageType: 'chest_xray',
    modality: 'DX',
    sent: encodeDicom(film, { photometric: 'MONOCHROME1' }),
    shown: await encodePng(film),
  };
}

async function slicePicture(slice: HeadSlice, imageType: string): Promise<DemoPicture> {
  const kind = slice.painted ? 'lesion' : 'sound';
  return {
    name: `${imageType.replace('_', '-')}-${kind}.dcm`,
    painted: slice.painted?.what ?? 'nothing',
    imageType,
    modality: slice.modality,
    sent: encodeSliceDicom(slice),
    shown: await encodeSlicePng(slice),
  };
}

/** Slices of drawn heads, for the types of image that are read here. */
export function headSlices(imageTypes: readonly string[]): Promise<DemoPicture[]> {
  const drawn = [false, true].flatMap((lesion) => [
    { slice: () => createBrainSlice({ seed: 3, size: 256, lesion }), imageType: 'brain_mri' },
    { slice: () => createHeadCtSlice({ seed: 5, size: 512, lesion }), imageType: 'head_ct' },
  ]);
  const served = drawn.filter(({ imageType }) => imageTypes.includes(imageType));
  const ordered = served.toSorted((a, b) => (a.imageType < b.imageType ? -1 : 1));
  return Promise.all(ordered.map(({ slice, imageType }) => slicePicture(slice(), imageType)));
}
