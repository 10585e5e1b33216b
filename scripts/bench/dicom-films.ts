import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type DicomElement,
  EXPLICIT_LITTLE_ENDIAN,
  writeDicomFile,
} from '../samples/dicom-file.js';
import { createNoise, drawnGreys } from './films.js';

/** Digital X-Ray Image Storage – For Presentation (PS3.4 annex B.5). */
const DX_FOR_PRESENTATION = '1.2.840.10008.5.1.4.1.1.1.1';
/** Under the arc for UIDs that need no registration (PS3.5 annex B.2). */
const INSTANCE = '2.25.2048';
const DETECTOR_BITS = 12;
/** Of the lower 4095: what makes lossless JPEG leave about 40 %, as of a detector's own film. */
const GRAIN = 12;

export const NO_DCMCJPEG = 'dcmcjpeg of DCMTK is not installed';

export const hasDcmcjpeg = () => spawnSync('dcmcjpeg', ['--version']).status === 0;

/** A film's pixels of up to 16 bits in words of 16. */
export interface DeepFilm {
  readonly side: number;
  readonly bits: number;
  readonly pixels: Uint16Array;
}

/** The drawn film of 1024² enlarged, with the grain of a detector of 12 bits. */
export async function deepFilm(side: number): Promise<DeepFilm> {
  const drawn = await drawnGreys(side);
  const white = 2 ** DETECTOR_BITS - 1;
  const noise = createNoise(2);
  const pixels = new Uint16Array(side * side);
  for (let i = 0; i < pixels.length; i += 1) {
    const grain = (noise() + noise() - 1) * GRAIN;
    const value = Math.round(((drawn[i] ?? 0) / 65_535) * white + grain);
    pixels[i] = Math.min(white, Math.max(0, value));
  }
  return { side, bits: DETECTOR_BITS, pixels };
}

/** The film as an archive sends it: spacing, view and window stated, no patient named. */
export function dicomFile({ side, bits, pixels }: DeepFilm, syntax: string): Buffer {
  const spacing = (430 / side).toFixed(6);
  const text = (tag: string, vr: string, value: string): DicomElement => ({ tag, vr, value });
  const short = (tag: string, value: number): DicomElement => ({ tag, vr: 'US', value });
  const elements = [
    text('00080016', 'UI', DX_FOR_PRESENTATION),
    text('00080018', 'UI', INSTANCE),
    text('00080060', 'CS', 'DX'),
    text('00080068', 'CS', 'FOR PRESENTATION'),
    text('00180015', 'CS', 'CHEST'),
    text('00181164', 'DS', `${spacing}\\${spacing}`),
    text('00185101', 'CS', 'PA'),
    text('0020000d', 'UI', `${INSTANCE}.1`),
    text('0020000e', 'UI', `${INSTANCE}.2`),
    short('00280002', 1),
    text('00280004', 'CS', 'MONOCHROME2'),
    short('00280010', side),
    short('00280011', side),
    short('00280100', 16),
    short('00280101', bits),
    short('00280102', bits - 1),
    short('00280103', 0),
    text('00281050', 'DS', String(2 ** (bits - 1))),
    text('00281051', 'DS', String(2 ** bits)),
  ];
  const { buffer, byteOffset, byteLength } = pixels;
  return writeDicomFile({
    syntax,
    elements,
    pixels: new Uint8Array(buffer, byteOffset, byteLength),
  });
}

/** A chest film of 12 bits, uncompressed. */
export async function makeDicomFilm(side: number): Promise<Buffer> {
  return dicomFile(await deepFilm(side), EXPLICIT_LITTLE_ENDIAN);
}

/** The same as JPEG Lossless, first-order prediction (1.2.840.10008.1.2.4.70), by DCMTK. */
export async function compressLossless(film: Buffer, folder: string): Promise<Buffer> {
  const [plain, packed] = [join(folder, 'plain.dcm'), join(folder, 'packed.dcm')];
  await writeFile(plain, film);
  await promisify(execFile)('dcmcjpeg', ['--encode-lossless-sv1', plain, packed]);
  return readFile(packed);
}
