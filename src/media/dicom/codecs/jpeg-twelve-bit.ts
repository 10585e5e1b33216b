import { PictureFault } from '../../picture-fault.js';
import { createBlockDecoder, type DctScan, ZIGZAG } from './jpeg-dct-blocks.js';
import { EntropyReader, HuffmanTables } from './jpeg-entropy.js';
import { inverseDct } from './jpeg-idct.js';
import {
  createSegmentReader,
  damagedJpeg,
  type JpegFrame,
  type JpegSegment,
  MARKER,
} from './jpeg-segments.js';

const PROGRESSIVE = 0xc2;
const SIDE = 8;
const BLOCK = SIDE * SIDE;
/** Maximum number of scans; encoders write about ten. */
const MAX_SCANS = 100;
/** Scans code each bit of a coefficient once, and shift by 0 to 13 bits (T.81 table B.3). */
const MAX_CODED = BLOCK * 14;

/** Quantization tables by destination: 64 steps in natural order. */
type QuantizationTables = Map<number, Uint16Array>;

interface Picture {
  readonly frame: JpegFrame;
  readonly blocksAcross: number;
  readonly blocksDown: number;
  /** 64 for each block, natural order, not dequantized. */
  readonly coefficients: Int32Array;
}

/** Reads a DQT segment, T.81 section B.2.4.1. */
function readQuantization({ payload }: JpegSegment, tables: QuantizationTables): void {
  let offset = 0;
  while (offset < payload.length) {
    const head = payload[offset] ?? 0;
    const width = head >> 4 === 0 ? 1 : 2;
    const values = payload.subarray(offset + 1, offset + 1 + BLOCK * width);
    if (values.length < BLOCK * width) throw damagedJpeg();
    const table = new Uint16Array(BLOCK);
    for (let i = 0; i < BLOCK; i += 1) {
      const high = width === 1 ? 0 : (values[2 * i] ?? 0);
      table[ZIGZAG[i] ?? 0] = (high << 8) | (values[width * i + width - 1] ?? 0);
    }
    tables.set(head & 15, table);
    offset += 1 + BLOCK * width;
  }
}

function parseScan({ payload }: JpegSegment, frame: JpegFrame, tables: HuffmanTables): DctScan {
  const [count, id, destinations = 0, from = 0, to = 0, approximation = 0] = payload;
  if (count !== 1 || payload.length < 6 || id !== frame.components[0]?.id) throw damagedJpeg();
  const progressive = frame.process === PROGRESSIVE;
  const band = progressive ? from <= to && to < BLOCK && (from > 0 || to === 0) : true;
  if (!band || (approximation & 15) > 13) throw damagedJpeg();
  return {
    dc: tables.get(destinations >> 4),
    ac: tables.get(16 + (destinations & 15)),
    from,
    to,
    high: approximation >> 4,
    low: approximation & 15,
    progressive,
  };
}

/** @returns the offset of the next marker */
function decodeScan(
  bytes: Uint8Array,
  start: number,
  scan: DctScan,
  picture: Picture,
  restartInterval: number,
): number {
  const reader = new EntropyReader(bytes, start);
  const decoder = createBlockDecoder(reader, scan);
  const blocks = picture.blocksAcross * picture.blocksDown;
  for (let block = 0; block < blocks; block += 1) {
    if (restartInterval > 0 && block > 0 && block % restartInterval === 0) {
      reader.restart();
      decoder.restart();
    }
    decoder.decode(picture.coefficients, block * BLOCK);
  }
  return reader.end();
}

/** Samples of 12 bits out of coefficients, clipped to 0 … 4095. */
function render({ frame, blocksAcross, coefficients }: Picture, steps: Uint16Array): Uint16Array {
  const { rows, columns, precision } = frame;
  const samples = new Uint16Array(rows * columns);
  const max = 2 ** precision - 1;
  const middle = 2 ** (precision - 1);
  const block = new Float64Array(BLOCK);
  for (let offset = 0; offset < coefficients.length; offset += BLOCK) {
    for (let i = 0; i < BLOCK; i += 1) {
      block[i] = (coefficients[offset + i] ?? 0) * (steps[i] ?? 0);
    }
    inverseDct(block);
    const top = Math.floor(offset / BLOCK / blocksAcross) * SIDE;
    const left = ((offset / BLOCK) % blocksAcross) * SIDE;
    const height = Math.min(SIDE, rows - top);
    const width = Math.min(SIDE, columns - left);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const value = Math.round((block[y * SIDE + x] ?? 0) + middle);
        samples[(top + y) * columns + left + x] = Math.max(0, Math.min(max, value));
      }
    }
  }
  return samples;
}

/** Limits the number of scans: a few bytes of a file can be a scan of the whole picture. */
function createScanLimit(): (scan: DctScan) => void {
  let scans = 0;
  let coded = 0;
  return ({ from, to }) => {
    scans += 1;
    coded += to - from + 1;
    if (scans > MAX_SCANS || coded > MAX_CODED) {
      throw new PictureFault('has a JPEG frame with more scans than any picture needs');
    }
  };
}

/** Decodes all scans into the picture's coefficients. @returns the tables they are quantized by. */
function decodeScans(bytes: Uint8Array, picture: Picture): QuantizationTables {
  const quantization: QuantizationTables = new Map();
  const huffman = new HuffmanTables();
  const read = createSegmentReader(bytes);
  const checkLimit = createScanLimit();
  let restartInterval = 0;
  let scans = 0;
  let segment = read(2);
  while (segment.marker !== MARKER.eoi) {
    let next = segment.end;
    if (segment.marker === MARKER.dqt) readQuantization(segment, quantization);
    if (segment.marker === MARKER.dht) huffman.read(segment);
    if (segment.marker === MARKER.dri) {
      restartInterval = ((segment.payload[0] ?? 0) << 8) | (segment.payload[1] ?? 0);
    }
    if (segment.marker === MARKER.sos) {
      const scan = parseScan(segment, picture.frame, huffman);
      if (scan.progressive) checkLimit(scan);
      next = decodeScan(bytes, next, scan, picture, restartInterval);
      scans += 1;
      if (!scan.progressive) break;
    }
    segment = read(next);
  }
  if (scans === 0) throw damagedJpeg();
  return quantization;
}

/**
 * The grey samples of a 12-bit DCT JPEG (ITU-T T.81, Huffman-coded): extended sequential, process
 * 4, and the retired progressive ones. The libjpeg-turbo in use supports only 8 bits.
 *
 * @param frame its header, compared with the data set before; precision 12
 * @returns rows × columns, 0 … 4095
 * @throws PictureFault
 */
export function decodeTwelveBitJpeg(bytes: Uint8Array, frame: JpegFrame): Uint16Array {
  if (frame.components.length !== 1) {
    throw new PictureFault('has a 12-bit colour JPEG frame, which is not supported');
  }
  const blocksAcross = Math.ceil(frame.columns / SIDE);
  const blocksDown = Math.ceil(frame.rows / SIDE);
  const coefficients = new Int32Array(blocksAcross * blocksDown * BLOCK);
  const picture = { frame, blocksAcross, blocksDown, coefficients };
  const steps = decodeScans(bytes, picture).get(frame.components[0]?.quantization ?? 0);
  if (steps === undefined) throw damagedJpeg();
  return render(picture, steps);
}
