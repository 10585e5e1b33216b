import { createRequire } from 'node:module';
import { PictureFault } from '../../picture-fault.js';
import type { FrameDecoder } from './frame.js';
import { readJpeg2000, toDicomFrame } from './jpeg-2000-codestream.js';
import { copyCells, sampleCount } from './samples.js';
import { createWasmCodec, type WasmFactory } from './wasm-codec.js';

const openJpeg = createWasmCodec(
  'JPEG 2000',
  'J2KDecoder',
  (): WasmFactory => createRequire(import.meta.url)('@cornerstonejs/codec-openjpeg/decodewasmjs'),
);

/**
 * JPEG 2000 Part 1 (ITU-T T.800), reversible and irreversible, by OpenJPEG. Transformed colours are
 * returned as RGB.
 */
export const decodeJpeg2000: FrameDecoder = async (bytes, layout) => {
  const codestream = readJpeg2000(bytes, layout);
  const cells = await openJpeg.decode(codestream.bytes, (decoder, printed) => {
    // It reports decoding errors only by printing them.
    if (printed.some((line) => line.includes('[ERROR]'))) {
      throw new PictureFault('has a JPEG 2000 frame that cannot be decoded (damaged file)');
    }
    return copyCells(decoder.getDecodedBuffer(), codestream.precision, sampleCount(layout));
  });
  return toDicomFrame(cells, codestream, layout);
};
