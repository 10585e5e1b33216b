import {
  type DicomElement,
  EXPLICIT_LITTLE_ENDIAN,
  writeDicomFile,
} from '../../../scripts/samples/dicom-file.js';
import { createHeadCtSlice } from '../../../scripts/samples/head/head-ct.js';

export const CT = '1.2.840.10008.5.1.4.1.1.2';
export const ENHANCED_CT = '1.2.840.10008.5.1.4.1.1.2.1';

const SIZE = 128;
const FIELD_MM = 240;

/** Stored values of the drawn slices: one head, without a bleed and with one. */
const drawn = new Map<string, Uint16Array>();
function pixels(lesion: boolean, size = SIZE): Uint16Array {
  const kept = drawn.get(`${size} ${lesion}`);
  if (kept !== undefined) return kept;
  const { values } = createHeadCtSlice({ seed: 5, size, lesion });
  const stored = Uint16Array.from(values, (value) => Math.min(4095, Math.max(0, value + 1024)));
  drawn.set(`${size} ${lesion}`, stored);
  return stored;
}

const text = (tag: string, vr: string, value: string): DicomElement => ({ tag, vr, value });
const short = (tag: string, value: number): DicomElement => ({ tag, vr: 'US', value });

export interface HeadSeriesOptions {
  readonly study: string;
  readonly series: string;
  readonly count: number;
  /** Indices of the slices with a bleed. */
  readonly bleeding?: readonly number[];
  readonly spacingMm?: number;
  readonly number?: number;
  /** Rows and columns. */
  readonly size?: number;
  readonly more?: readonly DicomElement[];
}

const shared = ({ study, series, number = 1, size = SIZE }: HeadSeriesOptions): DicomElement[] => [
  text('0020000d', 'UI', study),
  text('0020000e', 'UI', series),
  text('00200011', 'IS', String(number)),
  text('00080060', 'CS', 'CT'),
  text('00180015', 'CS', 'HEAD'),
  text('00100020', 'LO', 'MARKER-PATIENT'),
  text('00181210', 'SH', 'H30s'),
  text('00281052', 'DS', '-1024'),
  text('00281053', 'DS', '1'),
  text('00281054', 'LO', 'HU'),
  short('00280002', 1),
  text('00280004', 'CS', 'MONOCHROME2'),
  short('00280010', size),
  short('00280011', size),
  short('00280100', 16),
  short('00280101', 12),
  short('00280102', 11),
  short('00280103', 0),
];

const positionOf = (at: number, spacingMm: number) =>
  text('00200032', 'DS', `${-FIELD_MM / 2}\\${-FIELD_MM / 2}\\${-60 + at * spacingMm}`);
const orientation = text('00200037', 'DS', '1\\0\\0\\0\\1\\0');
const measures = (spacingMm: number, size = SIZE): DicomElement[] => [
  text('00280030', 'DS', `${FIELD_MM / size}\\${FIELD_MM / size}`),
  text('00180050', 'DS', String(spacingMm)),
];

const withOwn = (base: readonly DicomElement[], more: readonly DicomElement[]): DicomElement[] => {
  const own = new Set(more.map(({ tag }) => tag));
  return [...base.filter(({ tag }) => !own.has(tag)), ...more];
};

/** The files of a drawn head CT from the skull base to the vertex, of nobody. */
export function headSeries(options: HeadSeriesOptions): Buffer[] {
  const { series, count, bleeding = [], spacingMm = 5, size, more = [] } = options;
  return Array.from({ length: count }, (_, at) =>
    writeDicomFile({
      syntax: EXPLICIT_LITTLE_ENDIAN,
      elements: withOwn(
        [
          ...shared(options),
          ...measures(spacingMm, size),
          text('00080016', 'UI', CT),
          text('00080018', 'UI', `${series}.${at + 1}`),
          text('00080008', 'CS', 'ORIGINAL\\PRIMARY\\AXIAL'),
          text('00200013', 'IS', String(count - at)),
          positionOf(at, spacingMm),
          orientation,
        ],
        more,
      ),
      pixels: new Uint8Array(pixels(bleeding.includes(at), size).buffer),
    }),
  );
}

/** The same as one enhanced object, its frames in an order of their own. */
export function enhancedHead(options: HeadSeriesOptions): Buffer {
  const { series, count, bleeding = [], spacingMm = 5, size } = options;
  const order = Array.from({ length: count }, (_, at) => (at * 7) % count);
  const frames = order.map((at) => ({
    items: [
      { tag: '00209113', vr: 'SQ', value: [{ items: [positionOf(at, spacingMm)] }] },
      {
        tag: '00189329',
        vr: 'SQ',
        value: [{ items: [text('00089007', 'CS', 'ORIGINAL\\PRIMARY\\VOLUME\\NONE')] }],
      },
    ],
  }));
  const group = {
    items: [
      { tag: '00209116', vr: 'SQ', value: [{ items: [orientation] }] },
      { tag: '00289110', vr: 'SQ', value: [{ items: measures(spacingMm, size) }] },
    ],
  };
  const stored = order.map((at) => new Uint8Array(pixels(bleeding.includes(at), size).buffer));
  return writeDicomFile({
    syntax: EXPLICIT_LITTLE_ENDIAN,
    elements: [
      ...shared(options),
      text('00080016', 'UI', ENHANCED_CT),
      text('00080018', 'UI', `${series}.1`),
      text('00280008', 'IS', String(count)),
      { tag: '52009229', vr: 'SQ', value: [group] },
      { tag: '52009230', vr: 'SQ', value: frames },
    ],
    pixels: Buffer.concat(stored),
  });
}
