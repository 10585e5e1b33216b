import { DEFLATED_EXPLICIT_LITTLE_ENDIAN, EXPLICIT_LITTLE_ENDIAN } from '../samples/dicom-file.js';
import {
  compressLossless,
  type DeepFilm,
  deepFilm,
  dicomFile,
  hasDcmcjpeg,
} from './dicom-films.js';
import { grainyFilm } from './films.js';

/** The largest picture that is taken: 100 megapixels. */
export const LARGE_SIDE = 10_000;
const ENLARGED = 4;

export interface LargePicture {
  readonly name: string;
  make(folder: string): Promise<Buffer>;
}

/**
 * A film of 16 bits, every pixel of a fine film repeated: with grain of its own in each pixel no
 * lossless coding of 200 MB would stay below the 64 MiB that a file may have.
 */
async function largeDeepFilm(): Promise<DeepFilm> {
  const fine = await deepFilm(LARGE_SIDE / ENLARGED);
  const pixels = new Uint16Array(LARGE_SIDE * LARGE_SIDE);
  for (let y = 0; y < LARGE_SIDE; y += 1) {
    const from = Math.floor(y / ENLARGED) * fine.side;
    for (let x = 0; x < LARGE_SIDE; x += 1) {
      const value = fine.pixels[from + Math.floor(x / ENLARGED)] ?? 0;
      pixels[y * LARGE_SIDE + x] = value << (16 - fine.bits);
    }
  }
  return { side: LARGE_SIDE, bits: 16, pixels };
}

export function largePictures(): readonly LargePicture[] {
  const png = {
    name: 'PNG, 8 bits',
    make: async () => {
      const film = await grainyFilm(LARGE_SIDE, 2);
      return film.png({ compressionLevel: 1, adaptiveFiltering: true }).toBuffer();
    },
  };
  const deflated = {
    name: 'DICOM, 16 bits, deflated',
    make: async () => dicomFile(await largeDeepFilm(), DEFLATED_EXPLICIT_LITTLE_ENDIAN),
  };
  const lossless = {
    name: 'DICOM, 16 bits, JPEG lossless',
    make: async (folder: string) =>
      compressLossless(dicomFile(await largeDeepFilm(), EXPLICIT_LITTLE_ENDIAN), folder),
  };
  return [png, deflated, ...(hasDcmcjpeg() ? [lossless] : [])];
}
