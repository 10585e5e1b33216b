import { PictureFault } from '../../picture-fault.js';

/** Marker codes of ITU-T T.81 table B.1, and SOF55 of JPEG-LS (T.87). */
export const MARKER = {
  dht: 0xc4,
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  dqt: 0xdb,
  dri: 0xdd,
  app0: 0xe0,
  app14: 0xee,
  jpegLsFrame: 0xf7,
} as const;

export interface JpegSegment {
  readonly marker: number;
  /** Of the marker's 0xFF. */
  readonly start: number;
  /** Bytes after the length field; empty for markers without a segment. */
  readonly payload: Uint8Array;
  /** First byte after the segment. */
  readonly end: number;
}

export interface JpegComponent {
  readonly id: number;
  readonly horizontal: number;
  readonly vertical: number;
  readonly quantization: number;
}

export interface JpegFrame {
  /** The SOF marker: which process coded the frame. */
  readonly process: number;
  readonly precision: number;
  readonly rows: number;
  readonly columns: number;
  readonly components: readonly JpegComponent[];
}

export const truncatedJpeg = () =>
  new PictureFault('has a JPEG frame that ends before the picture does (truncated file)');
export const damagedJpeg = () =>
  new PictureFault('has a JPEG frame that cannot be decoded (damaged file)');

/** Maximum number of segments: more than any encoder writes. */
const MAX_SEGMENTS = 4_096;
const EMPTY = new Uint8Array(0);

const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
/** C4, C8 and CC are Huffman tables, a reserved marker and arithmetic conditioning. */
const isFrame = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) ||
  marker === MARKER.jpegLsFrame;

/** The marker segment at an offset; any number of fill bytes 0xFF may precede it. */
function segmentAt(bytes: Uint8Array, offset: number): JpegSegment {
  if (offset >= bytes.length) throw truncatedJpeg();
  if (bytes[offset] !== 0xff) throw damagedJpeg();
  let at = offset + 1;
  while (bytes[at] === 0xff) at += 1;
  const marker = bytes[at];
  if (marker === undefined) throw truncatedJpeg();
  const start = at - 1;
  if (standsAlone(marker)) {
    return { marker, start, payload: EMPTY, end: at + 1 };
  }
  const length = ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  const end = at + 1 + length;
  if (length < 2) throw damagedJpeg();
  if (end > bytes.length) throw truncatedJpeg();
  return { marker, start, payload: bytes.subarray(at + 3, end), end };
}

/**
 * Reads marker segments in order.
 *
 * @throws PictureFault, also when there are too many
 */
export function createSegmentReader(bytes: Uint8Array): (offset: number) => JpegSegment {
  let read = 0;
  return (offset) => {
    read += 1;
    if (read > MAX_SEGMENTS) throw damagedJpeg();
    return segmentAt(bytes, offset);
  };
}

function parseFrame({ marker, payload }: JpegSegment): JpegFrame {
  const [precision = 0, rowsHigh = 0, rowsLow = 0, columnsHigh = 0, columnsLow = 0, count = 0] =
    payload;
  if (payload.length < 6 + 3 * count) throw damagedJpeg();
  return {
    process: marker,
    precision,
    rows: (rowsHigh << 8) | rowsLow,
    columns: (columnsHigh << 8) | columnsLow,
    components: Array.from({ length: count }, (_, index) => {
      const [id = 0, sampling = 0, quantization = 0] = payload.subarray(6 + 3 * index);
      return { id, horizontal: sampling >> 4, vertical: sampling & 15, quantization };
    }),
  };
}

/**
 * Everything up to the first scan: all segments, the SOS among them, and the frame header.
 *
 * @throws PictureFault
 */
export function readJpegHead(bytes: Uint8Array): {
  readonly frame: JpegFrame;
  readonly segments: readonly JpegSegment[];
} {
  if (bytes[0] !== 0xff || bytes[1] !== MARKER.soi) {
    throw new PictureFault('has a frame that does not start like a JPEG');
  }
  const segments: JpegSegment[] = [];
  const read = createSegmentReader(bytes);
  let offset = 2;
  for (;;) {
    const segment = read(offset);
    segments.push(segment);
    if (segment.marker === MARKER.sos) break;
    if (segment.marker === MARKER.eoi) throw damagedJpeg();
    offset = segment.end;
  }
  const frames = segments.filter(({ marker }) => isFrame(marker));
  const [first] = frames;
  // Hierarchical processes, long retired, have several.
  if (first === undefined || frames.length > 1) throw damagedJpeg();
  return { frame: parseFrame(first), segments };
}

/** Name of the process in T.81, for messages. */
export function describeProcess(process: number): string {
  const names: Readonly<Record<number, string>> = {
    192: 'baseline',
    193: 'extended sequential',
    194: 'progressive',
    195: 'lossless',
  };
  if (process === MARKER.jpegLsFrame) return 'JPEG-LS';
  return `${names[process] ?? (process > 200 ? 'arithmetic-coded' : 'hierarchical')} JPEG`;
}
