import { createRequire } from 'node:module';
import { PictureFault } from '../../picture-fault.js';
import type { FrameDecoder } from './frame.js';
import { readJpeg2000, toDicomFrame } from './jpeg-2000-codestream.js';
import { copyCells, sampleCount } from './samples.js';
import { createWasmCodec, type WasmFactory } from './wasm-codec.js';

const openJph = createWasmCodec(
  'High-Throughput JPEG 2000',
  'HTJ2KDecoder',
  (): WasmFactory => createRequire(import.meta.url)('@cornerstonejs/codec-openjph/wasmjs'),
);

/** High-Throughput JPEG 2000 (ITU-T T.814), by OpenJPH; colours are converted as in Part 1. */
export const decodeHtj2k: FrameDecoder = async (bytes, layout) => {
  const codestream = readJpeg2000(bytes, layout);
  const cells = await openJph.decode(codestream.bytes, (decoder, printed) => {
    // It continues after errors in the codestream, with black where data was missing.
    if (printed.some((line) => /ojph (error|warning)/.test(line))) {
      throw new PictureFault(
        'has a High-Throughput JPEG 2000 frame that cannot be decoded (damaged file)',
      );
    }
    return copyCells(decoder.getDecodedBuffer(), codestream.precision, sampleCount(layout));
  });
  return toDicomFrame(cells, codestream, layout);
};
