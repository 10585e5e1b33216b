import { PictureFault } from '../../picture-fault.js';
import type { FrameDecoder } from './frame.js';
import { createDifferenceReader } from './jpeg-differences.js';
import { EntropyReader, type HuffmanTable, HuffmanTables } from './jpeg-entropy.js';
import {
  createSegmentReader,
  damagedJpeg,
  describeProcess,
  type JpegFrame,
  type JpegSegment,
  MARKER,
  readJpegHead,
} from './jpeg-segments.js';
import { fromUnsignedCells, requireAgreement, untransformed } from './samples.js';

const LOSSLESS = 0xc3;

type Predictor = (left: number, above: number, aboveLeft: number) => number;

const fromLeft: Predictor = (left) => left;

/** T.81 table H.1, selection values from 1 on. */
const PREDICTORS: readonly Predictor[] = [
  fromLeft,
  (_left, above) => above,
  (_left, _above, aboveLeft) => aboveLeft,
  (left, above, aboveLeft) => left + above - aboveLeft,
  (left, above, aboveLeft) => left + ((above - aboveLeft) >> 1),
  (left, above, aboveLeft) => above + ((left - aboveLeft) >> 1),
  (left, above) => (left + above) >> 1,
];

interface Scan {
  /** Indices of the frame's components and their tables. */
  readonly components: readonly { readonly index: number; readonly table: HuffmanTable }[];
  readonly predict: Predictor;
  readonly pointTransform: number;
}

/** Input of a decoder besides the scan. */
interface Plane {
  /** Interleaved by pixel. */
  readonly out: Uint16Array;
  readonly frame: JpegFrame;
  /** Pixels; 0 for none. */
  readonly restartInterval: number;
}

function parseScan({ payload }: JpegSegment, frame: JpegFrame, tables: HuffmanTables): Scan {
  const [count = 0] = payload;
  if (payload.length < 4 + 2 * count || count === 0) throw damagedJpeg();
  const components = Array.from({ length: count }, (_, i) => {
    const [id, destination = 0] = payload.subarray(1 + 2 * i);
    const index = frame.components.findIndex((component) => component.id === id);
    const table = tables.get(destination >> 4);
    if (index < 0 || table === undefined) throw damagedJpeg();
    return { index, table };
  });
  const [selection = 0, , approximation = 0] = payload.subarray(1 + 2 * count);
  const predict = PREDICTORS[selection - 1];
  const pointTransform = approximation & 15;
  if (predict === undefined || pointTransform >= frame.precision) throw damagedJpeg();
  return { components, predict, pointTransform };
}

/** One row of the scan; the first one after a start is predicted from the left alone (H.1.2.1). */
function decodeRow(differences: Int32Array, plane: Plane, scan: Scan, y: number, first: boolean) {
  const { out, frame } = plane;
  const stride = frame.components.length;
  const rowLength = frame.columns * stride;
  const up = first ? 0 : rowLength;
  const origin = 1 << (frame.precision - scan.pointTransform - 1);
  const max = 2 * origin - 1;
  const predict = first ? fromLeft : scan.predict;
  for (const [turn, { index }] of scan.components.entries()) {
    let at = y * rowLength + index;
    // The prediction at the start of a row, for which all predictors use the pixel above.
    let left = first ? origin : (out[at - up] ?? 0);
    let aboveLeft = left;
    for (let i = turn; i < differences.length; i += scan.components.length) {
      const above = out[at - up] ?? 0;
      // Differences are modulo 2^16; a result outside of the precision is damage.
      left = (predict(left, above, aboveLeft) + (differences[i] ?? 0)) & 0xffff;
      if (left > max) throw damagedJpeg();
      out[at] = left;
      aboveLeft = above;
      at += stride;
    }
  }
}

/** @returns the offset of the next marker */
function decodeScan(bytes: Uint8Array, start: number, plane: Plane, scan: Scan): number {
  const { frame, restartInterval } = plane;
  // T.81 section H.1.1: an interval holds whole rows.
  if (restartInterval % frame.columns !== 0) throw damagedJpeg();
  const rowsPerInterval = restartInterval / frame.columns;
  const reader = new EntropyReader(bytes, start);
  const tables = scan.components.map(({ table }) => table);
  const differenceReader = createDifferenceReader(reader, tables);
  const differences = new Int32Array(frame.columns * tables.length);
  for (let y = 0; y < frame.rows; y += 1) {
    const restarts = rowsPerInterval > 0 && y > 0 && y % rowsPerInterval === 0;
    if (restarts) reader.restart();
    differenceReader.read(differences);
    decodeRow(differences, plane, scan, y, y === 0 || restarts);
  }
  return reader.end();
}

function undoPointTransform({ out, frame }: Plane, { components, pointTransform }: Scan): void {
  if (pointTransform === 0) return;
  for (const { index } of components) {
    for (let at = index; at < out.length; at += frame.components.length) {
      out[at] = (out[at] ?? 0) << pointTransform;
    }
  }
}

/** All scans; components may come together or one scan each. */
function decodeScans(bytes: Uint8Array, frame: JpegFrame): Uint16Array {
  const out = new Uint16Array(frame.rows * frame.columns * frame.components.length);
  const tables = new HuffmanTables();
  const read = createSegmentReader(bytes);
  const missing = new Set(frame.components.keys());
  let restartInterval = 0;
  let offset = 2;
  while (missing.size > 0) {
    const segment = read(offset);
    offset = segment.end;
    if (segment.marker === MARKER.eoi) throw damagedJpeg();
    if (segment.marker === MARKER.dht) tables.read(segment);
    if (segment.marker === MARKER.dri) {
      restartInterval = ((segment.payload[0] ?? 0) << 8) | (segment.payload[1] ?? 0);
    }
    if (segment.marker !== MARKER.sos) continue;
    const plane = { out, frame, restartInterval };
    const scan = parseScan(segment, frame, tables);
    if (!scan.components.every(({ index }) => missing.delete(index))) throw damagedJpeg();
    offset = decodeScan(bytes, offset, plane, scan);
    undoPointTransform(plane, scan);
  }
  return out;
}

/**
 * JPEG Lossless (ITU-T T.81 annex H, Huffman-coded): all predictors, point transforms, 2 to 16
 * bits. DICOM stores colours as the header names them, so they are not transformed.
 */
export const decodeJpegLossless: FrameDecoder = async (bytes, layout) => {
  const { frame } = readJpegHead(bytes);
  const { process, precision, components } = frame;
  if (process !== LOSSLESS) {
    throw new PictureFault(
      `is compressed as ${describeProcess(process)} where its transfer syntax says lossless JPEG`,
    );
  }
  requireAgreement('lossless JPEG', { ...frame, components: components.length }, layout);
  const [first] = components;
  const even = components.every(
    ({ horizontal, vertical }) =>
      horizontal === first?.horizontal && vertical === first.vertical && horizontal > 0,
  );
  if (!even || precision < 2 || precision > 16) throw damagedJpeg();
  const cells = decodeScans(bytes, frame);
  const narrow = layout.bitsAllocated <= 8 ? new Uint8Array(cells) : cells;
  return {
    samples: fromUnsignedCells(narrow, precision, layout),
    photometric: untransformed(layout.photometric),
  };
};
