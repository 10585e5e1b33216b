import sharp from 'sharp';
import { clamp } from '../chest-film/maths.js';
import {
  DEFLATED_EXPLICIT_LITTLE_ENDIAN,
  type DicomElement,
  writeDicomFile,
} from '../dicom-file.js';
import { inventedPatient } from '../invented-patient.js';
import { FIELD_MM } from './anatomy.js';
import { type HeadSlice, shownGreys } from './slice.js';

const NOTE = 'SYNTHETIC slice drawn from a numerical phantom. Shows no patient. Not for diagnosis.';

/** CT Image Storage and MR Image Storage (PS3.4 annex B.5), and how their numbers are stored. */
const OBJECTS = {
  CT: { sopClass: '1.2.840.10008.5.1.4.1.1.2', intercept: -1024, instance: 3 },
  MR: { sopClass: '1.2.840.10008.5.1.4.1.1.4', intercept: 0, instance: 2 },
} as const;
const BITS = 12;
const MOST = 2 ** BITS - 1;

function acquisition(modality: HeadSlice['modality']): DicomElement[] {
  const text = (tag: string, vr: string, value: string): DicomElement => ({ tag, vr, value });
  if (modality === 'CT') {
    return [
      text('00180060', 'DS', '120'),
      text('00281052', 'DS', String(OBJECTS.CT.intercept)),
      text('00281053', 'DS', '1'),
      text('00281054', 'LO', 'HU'),
    ];
  }
  return [
    text('00180020', 'CS', 'SE'),
    text('00180023', 'CS', '2D'),
    text('00180080', 'DS', '500'),
    text('00180081', 'DS', '12'),
  ];
}

function elementsOf({ modality, size, window }: HeadSlice): DicomElement[] {
  const spacing = (FIELD_MM / size).toFixed(6);
  const text = (tag: string, vr: string, value: string): DicomElement => ({ tag, vr, value });
  const short = (tag: string, value: number): DicomElement => ({ tag, vr: 'US', value });
  return [
    ...inventedPatient(OBJECTS[modality].instance),
    ...acquisition(modality),
    text(
      '00080008',
      'CS',
      modality === 'CT' ? 'DERIVED\\PRIMARY\\AXIAL' : 'DERIVED\\PRIMARY\\OTHER',
    ),
    text('00080016', 'UI', OBJECTS[modality].sopClass),
    text('00080060', 'CS', modality),
    text('00082111', 'ST', NOTE),
    text('00180015', 'CS', modality === 'CT' ? 'HEAD' : 'BRAIN'),
    text('00180050', 'DS', '5'),
    text('00200032', 'DS', `${-FIELD_MM / 2}\\${-FIELD_MM / 2}\\0`),
    text('00200037', 'DS', '1\\0\\0\\0\\1\\0'),
    short('00280002', 1),
    text('00280004', 'CS', 'MONOCHROME2'),
    short('00280010', size),
    short('00280011', size),
    text('00280030', 'DS', `${spacing}\\${spacing}`),
    short('00280100', 16),
    short('00280101', BITS),
    short('00280102', BITS - 1),
    short('00280103', 0),
    text('00281050', 'DS', String(window.centre)),
    text('00281051', 'DS', String(window.width)),
  ];
}

/** The slice as a scanner sends it: its own numbers, 12 bits, an invented patient in the header. */
export function encodeSliceDicom(slice: HeadSlice): Buffer {
  const { intercept } = OBJECTS[slice.modality];
  const stored = Uint16Array.from(slice.values, (value) =>
    Math.round(clamp(value - intercept, 0, MOST)),
  );
  return writeDicomFile({
    syntax: DEFLATED_EXPLICIT_LITTLE_ENDIAN,
    elements: elementsOf(slice),
    pixels: new Uint8Array(stored.buffer),
  });
}

/** The slice as a viewer shows it through its window. */
export function encodeSlicePng(slice: HeadSlice): Promise<Buffer> {
  const raw = { width: slice.size, height: slice.size, channels: 1 } as const;
  return sharp(shownGreys(slice), { raw })
    .toColourspace('b-w')
    .withExif({ IFD0: { ImageDescription: NOTE } })
    .png()
    .toBuffer();
}
