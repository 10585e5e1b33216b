import { createRequire } from 'node:module';
import { PictureFault } from '../../picture-fault.js';
import type { FrameDecoder } from './frame.js';
import { describeProcess, MARKER, readJpegHead } from './jpeg-segments.js';
import {
  copyCells,
  fromUnsignedCells,
  interleave,
  requireAgreement,
  sampleCount,
  untransformed,
} from './samples.js';
import { createWasmCodec, type WasmDecoder, type WasmFactory } from './wasm-codec.js';

interface JpegLsDecoder extends WasmDecoder {
  /** 0: by plane, 1: by line, 2: by sample; CharLS returns the last two as whole pixels. */
  getInterleaveMode(): number;
}

const charls = createWasmCodec<JpegLsDecoder>(
  'JPEG-LS',
  'JpegLSDecoder',
  (): WasmFactory => createRequire(import.meta.url)('@cornerstonejs/codec-charls/decodewasmjs'),
);

const END = [0xff, MARKER.eoi];

/**
 * Returns the codestream with its end marker. Without one CharLS reads zero bits beyond a truncated
 * frame for seconds; at a marker it stops.
 */
function withEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  const ended = bytes[end - 2] === END[0] && bytes[end - 1] === END[1];
  return ended ? bytes : Buffer.concat([bytes, Uint8Array.from(END)]);
}

/** JPEG-LS, lossless and near-lossless (ITU-T T.87), by CharLS. Colours are not transformed. */
export const decodeJpegLs: FrameDecoder = async (bytes, layout) => {
  const { frame } = readJpegHead(bytes);
  if (frame.process !== MARKER.jpegLsFrame) {
    throw new PictureFault(
      `is compressed as ${describeProcess(frame.process)} where its transfer syntax says JPEG-LS`,
    );
  }
  requireAgreement('JPEG-LS', { ...frame, components: frame.components.length }, layout);
  const cells = await charls.decode(withEnd(bytes), (decoder) => {
    const decoded = copyCells(decoder.getDecodedBuffer(), frame.precision, sampleCount(layout));
    return decoder.getInterleaveMode() === 0
      ? interleave(decoded, layout.samplesPerPixel)
      : decoded;
  });
  return {
    samples: fromUnsignedCells(cells, frame.precision, layout),
    photometric: untransformed(layout.photometric),
  };
};
