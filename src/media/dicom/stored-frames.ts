import { PictureFault } from '../picture-fault.js';
import { readDataSet } from './data-set.js';
import { type ByteRange, encapsulatedRanges } from './encapsulation.js';
import { nativeFrameBytes } from './native-frame.js';
import { readPixelFacts } from './pixel-facts.js';

/** A frame as it is stored: where it is in the file, or its bytes where no part of the file is them. */
export type StoredFrame = readonly ByteRange[] | Uint8Array;

/**
 * Finds frames in a DICOM file without decoding them: codestreams, and native frames in little endian.
 *
 * @param wanted numbers from 1; those that the file does not hold are left out
 * @throws PictureFault
 */
export function findStoredFrames(file: Buffer, wanted: readonly number[]): readonly StoredFrame[] {
  const dataSet = readDataSet(file);
  const { attributes, syntax, pixelData, bytes } = dataSet;
  const facts = readPixelFacts(attributes, Number.POSITIVE_INFINITY);
  const held = wanted.filter((frame) => frame >= 1 && frame <= facts.frames);
  if (syntax.encapsulated) {
    const extendedOffsets = attributes.longs('x7fe00001');
    const extendedLengths = attributes.longs('x7fe00002');
    const ranges = encapsulatedRanges(pixelData, bytes, {
      frames: facts.frames,
      ...(extendedOffsets !== undefined && { extendedOffsets }),
      ...(extendedLengths !== undefined && { extendedLengths }),
    });
    return held.map((frame) => {
      const found = ranges[frame - 1] ?? [];
      if (found.length === 0) {
        throw new PictureFault(`has no compressed data for frame ${frame}`);
      }
      return found;
    });
  }
  return held.map((frame) => {
    const found = nativeFrameBytes(dataSet, facts, frame);
    if (found instanceof Uint8Array) return found;
    // Ranges of an inflated data set are none of the file.
    if (!syntax.deflated) return [found];
    return bytes.subarray(found.start, found.start + found.bytes);
  });
}
