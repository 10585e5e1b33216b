import { createRequire } from 'node:module';
import { PictureFault } from '../../picture-fault.js';
import type { FrameDecoder } from './frame.js';
import {
  describeProcess,
  type JpegFrame,
  type JpegSegment,
  MARKER,
  readJpegHead,
} from './jpeg-segments.js';
import { decodeTwelveBitJpeg } from './jpeg-twelve-bit.js';
import { copyCells, fromUnsignedCells, requireAgreement, sampleCount } from './samples.js';
import { createWasmCodec, type WasmFactory } from './wasm-codec.js';

const libjpegTurbo = createWasmCodec(
  'JPEG',
  'JPEGDecoder',
  (): WasmFactory =>
    createRequire(import.meta.url)('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs'),
);

/** Baseline, extended sequential, progressive. */
const DCT_PROCESSES = [0xc0, 0xc1, 0xc2];

/** The transform flag of an "Adobe" APP14 segment: 0 none, 1 YCbCr, 2 YCCK. */
const ADOBE_TRANSFORM_AT = 11;

const startsWithText = (payload: Uint8Array, text: string) =>
  Buffer.from(payload.subarray(0, text.length)).toString('latin1') === text;

function adobeTransform(segments: readonly JpegSegment[]): number | undefined {
  const adobe = segments.find(
    ({ marker, payload }) => marker === MARKER.app14 && startsWithText(payload, 'Adobe'),
  );
  return adobe?.payload[ADOBE_TRANSFORM_AT];
}

/**
 * Whether three components are YCbCr. The codestream takes precedence, as headers are often changed
 * afterwards: Adobe's flag, then JFIF, which allows nothing but YCbCr, then components named R, G
 * and B. Without any of these the header's photometric interpretation decides.
 */
function isYcbcr(frame: JpegFrame, segments: readonly JpegSegment[], photometric: string) {
  const transform = adobeTransform(segments);
  if (transform === 0 || transform === 1) return transform === 1;
  const jfif = segments.some(
    ({ marker, payload }) => marker === MARKER.app0 && startsWithText(payload, 'JFIF\0'),
  );
  if (jfif) return true;
  const ids = String.fromCharCode(...frame.components.map(({ id }) => id));
  return ids !== 'RGB' && photometric !== 'RGB';
}

/** "Adobe", version 100, no flags, and the transform. */
const adobeSegment = (transform: 0 | 1) =>
  Uint8Array.of(
    0xff,
    MARKER.app14,
    0,
    14,
    0x41,
    0x64,
    0x6f,
    0x62,
    0x65,
    0,
    100,
    0,
    0,
    0,
    0,
    transform,
  );

/** The same picture with its colour space stated, which libjpeg would otherwise guess. */
function withColourSpace(
  bytes: Uint8Array,
  segments: readonly JpegSegment[],
  ycbcr: boolean,
): Uint8Array {
  const kept = segments.filter(({ marker }) => marker !== MARKER.app0 && marker !== MARKER.app14);
  return Buffer.concat([
    bytes.subarray(0, 2),
    adobeSegment(ycbcr ? 1 : 0),
    ...kept.map(({ start, end }) => bytes.subarray(start, end)),
    bytes.subarray(segments.at(-1)?.end ?? 2),
  ]);
}

/**
 * JPEG with a DCT (ITU-T T.81): 8 bits by libjpeg-turbo, 12 bits by our own decoder.
 *
 * Colour samples come back as RGB, converted from YCbCr and unfolded from 4:2:2 or 4:2:0 where the
 * codestream has these; grey and palette samples keep the header's photometric interpretation.
 */
export const decodeJpegDct: FrameDecoder = async (bytes, layout) => {
  const { frame, segments } = readJpegHead(bytes);
  const { process, precision, components } = frame;
  if (!DCT_PROCESSES.includes(process)) {
    throw new PictureFault(
      `is compressed as ${describeProcess(process)} where its transfer syntax says lossy JPEG`,
    );
  }
  requireAgreement('JPEG', { ...frame, components: components.length }, layout);
  if (precision === 12) {
    const cells = decodeTwelveBitJpeg(bytes, frame);
    const samples = fromUnsignedCells(cells, precision, layout);
    return { samples, photometric: layout.photometric };
  }
  if (precision !== 8 || (components.length !== 1 && components.length !== 3)) {
    throw new PictureFault(
      `has a JPEG frame of ${components.length} components of ${precision} bits, ` +
        'which is not supported',
    );
  }
  const colour = components.length === 3;
  const stream = colour
    ? withColourSpace(bytes, segments, isYcbcr(frame, segments, layout.photometric))
    : bytes;
  const cells = await libjpegTurbo.decode(stream, (decoder) =>
    copyCells(decoder.getDecodedBuffer(), precision, sampleCount(layout)),
  );
  return {
    samples: fromUnsignedCells(cells, precision, layout),
    photometric: colour ? 'RGB' : layout.photometric,
  };
};
