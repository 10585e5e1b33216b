import {
  DEFLATED_EXPLICIT_LITTLE_ENDIAN,
  type DicomElement,
  writeDicomFile,
} from '../dicom-file.js';
import { inventedPatient } from '../invented-patient.js';
import { SYNTHETIC_NOTE } from './encode.js';
import type { Film } from './film.js';
import { FILM_WIDTH } from './frame.js';
import { clamp } from './maths.js';

/** Digital X-Ray Image Storage – For Presentation (PS3.4 annex B.5). */
const DX_FOR_PRESENTATION = '1.2.840.10008.5.1.4.1.1.1.1';
const BITS = 12;
const WHITE = 2 ** BITS - 1;

export interface FilmFileOptions {
  /** MONOCHROME2: more is brighter. MONOCHROME1: more is darker, as many detectors store it. */
  readonly photometric?: 'MONOCHROME1' | 'MONOCHROME2';
  readonly syntax?: string;
  /** Codes of View Position and Body Part Examined. */
  readonly view?: string;
  readonly bodyPart?: string;
  readonly instance?: number;
}

function elementsOf(film: Film, options: Required<FilmFileOptions>): DicomElement[] {
  const { photometric, view, bodyPart, instance } = options;
  const spacing = ((FILM_WIDTH * 10) / film.size).toFixed(6);
  const text = (tag: string, vr: string, value: string): DicomElement => ({ tag, vr, value });
  const short = (tag: string, value: number): DicomElement => ({ tag, vr: 'US', value });
  return [
    ...inventedPatient(instance),
    text('00080008', 'CS', 'DERIVED\\PRIMARY'),
    text('00080016', 'UI', DX_FOR_PRESENTATION),
    text('00080060', 'CS', 'DX'),
    text('00080068', 'CS', 'FOR PRESENTATION'),
    text('00082111', 'ST', SYNTHETIC_NOTE),
    text('00180015', 'CS', bodyPart),
    text('00181164', 'DS', `${spacing}\\${spacing}`),
    text('00185101', 'CS', view),
    text('00200020', 'CS', 'L\\F'),
    text('00200062', 'CS', 'U'),
    short('00280002', 1),
    text('00280004', 'CS', photometric),
    short('00280010', film.size),
    short('00280011', film.size),
    short('00280100', 16),
    short('00280101', BITS),
    short('00280102', BITS - 1),
    short('00280103', 0),
    text('00280301', 'CS', 'NO'),
    text('00281050', 'DS', '2048'),
    text('00281051', 'DS', '4096'),
    text('00282110', 'CS', '00'),
    text('20500020', 'CS', photometric === 'MONOCHROME1' ? 'INVERSE' : 'IDENTITY'),
  ];
}

/** Twelve bits in words of sixteen. */
function storedValues({ greys }: Film, inverted: boolean): Uint16Array {
  return Uint16Array.from(greys.data, (grey) => {
    const value = Math.round((clamp(grey, 0, 255) / 255) * WHITE);
    return inverted ? WHITE - value : value;
  });
}

/** The film as a detector would send it to an archive: DICOM, 12 bits, spacing and view stated. */
export function encodeDicom(film: Film, options: FilmFileOptions = {}): Buffer {
  const chosen = {
    photometric: 'MONOCHROME2',
    syntax: DEFLATED_EXPLICIT_LITTLE_ENDIAN,
    view: 'PA',
    bodyPart: 'CHEST',
    instance: 1,
    ...options,
  } as const;
  const stored = storedValues(film, chosen.photometric === 'MONOCHROME1');
  const pixels = new Uint8Array(stored.buffer);
  return writeDicomFile({ syntax: chosen.syntax, elements: elementsOf(film, chosen), pixels });
}
