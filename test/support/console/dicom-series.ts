import {
  type DicomElement,
  EXPLICIT_LITTLE_ENDIAN,
  writeDicomFile,
} from '../../../scripts/samples/dicom-file.js';

const CT_IMAGE = '1.2.840.10008.5.1.4.1.1.2';
/** Under the arc for UIDs that need no registration (PS3.5 annex B.2). */
const SERIES_UID = '2.25.31415926535';
const INTERCEPT = -1_024;

/** A body of water in air that grows with each slice, with a bright point that wanders. */
function slicePixels(index: number, count: number, size: number): Uint16Array {
  const pixels = new Uint16Array(size * size);
  const radius = size * (0.2 + (0.25 * index) / count);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const distance = Math.hypot(row - size / 2, column - size / 2);
      const isPoint = Math.hypot(row - size / 2, column - (size * (index + 1)) / (count + 1)) < 3;
      const hounsfield = isPoint ? 400 : distance < radius ? 40 : -1_000;
      pixels[row * size + column] = hounsfield - INTERCEPT;
    }
  }
  return pixels;
}

/** The files of a CT series that nobody was scanned for, in the order of their slices. */
export function axialSeries(count: number, spacingMm: number, size = 128): Uint8Array[] {
  const text = (tag: string, vr: string, value: string): DicomElement => ({ tag, vr, value });
  const short = (tag: string, value: number): DicomElement => ({ tag, vr: 'US', value });
  return Array.from({ length: count }, (_, index) =>
    writeDicomFile({
      syntax: EXPLICIT_LITTLE_ENDIAN,
      elements: [
        text('00080016', 'UI', CT_IMAGE),
        text('00080018', 'UI', `${SERIES_UID}.${index + 1}`),
        text('00080060', 'CS', 'CT'),
        text('0008103e', 'LO', 'synthetic series'),
        text('0020000d', 'UI', `${SERIES_UID}.0`),
        text('0020000e', 'UI', SERIES_UID),
        text('00200011', 'IS', '1'),
        text('00200013', 'IS', String(index + 1)),
        text('00200032', 'DS', `0\\0\\${index * 2}`),
        text('00200037', 'DS', '1\\0\\0\\0\\1\\0'),
        short('00280002', 1),
        text('00280004', 'CS', 'MONOCHROME2'),
        short('00280010', size),
        short('00280011', size),
        text('00280030', 'DS', `${spacingMm}\\${spacingMm}`),
        short('00280100', 16),
        short('00280101', 16),
        short('00280102', 15),
        short('00280103', 0),
        text('00281050', 'DS', '40'),
        text('00281051', 'DS', '80'),
        text('00281052', 'DS', String(INTERCEPT)),
        text('00281053', 'DS', '1'),
      ],
      pixels: new Uint8Array(slicePixels(index, count, size).buffer),
    }),
  );
}
