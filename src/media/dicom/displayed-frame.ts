import { PictureFault } from '../picture-fault.js';
import type { DecodedFrame } from './codecs/frame.js';
import { trueColours } from './colour.js';
import type { DicomDataSet } from './data-set.js';
import { displayedGreys, type GreyRendering } from './displayed-greys.js';
import { encapsulatedFrame } from './encapsulation.js';
import { nativeFrame } from './native-frame.js';
import { paletteColours } from './palette.js';
import { isGrey, type PixelFacts } from './pixel-facts.js';
import { storedValues } from './stored-values.js';

/** A frame as a viewer shows it, row by row from the top left. */
export type DisplayedFrame =
  /** 0 (black) … 65535 (white). */
  | { readonly kind: 'grey'; readonly greys: Uint16Array }
  /** Red, green and blue of one pixel after the other, 0..255. */
  | { readonly kind: 'colour'; readonly rgb: Uint8Array };

/** RLE packs cells as they are; other codecs give finished values, with the sign of the codestream. */
const RLE = '1.2.840.10008.1.2.5';

async function decode(dataSet: DicomDataSet, facts: PixelFacts, frame: number) {
  const { attributes, syntax, pixelData, bytes } = dataSet;
  if (!syntax.encapsulated) return nativeFrame(dataSet, facts, frame);
  if (syntax.decode === undefined) {
    throw new PictureFault(`is compressed as ${syntax.name}, which is not read`);
  }
  const extendedOffsets = attributes.longs('x7fe00001');
  const extendedLengths = attributes.longs('x7fe00002');
  const codestream = encapsulatedFrame(pixelData, bytes, {
    frame,
    frames: facts.frames,
    ...(extendedOffsets !== undefined && { extendedOffsets }),
    ...(extendedLengths !== undefined && { extendedLengths }),
  });
  return syntax.decode(codestream, facts);
}

/**
 * One frame's samples, interleaved by pixel: cells with the bits and the sign that the header gives
 * them, codecs' values as they come; nothing rescaled.
 *
 * @param frame from 1
 * @throws PictureFault
 */
export async function decodeFrame(
  dataSet: DicomDataSet,
  facts: PixelFacts,
  frame: number,
): Promise<DecodedFrame> {
  const decoded = await decode(dataSet, facts, frame);
  const asCells = !dataSet.syntax.encapsulated || dataSet.syntax.uid === RLE;
  if (!asCells) return decoded;
  // Colours have no sign, whatever a writer claims.
  const signed = facts.signed && facts.samplesPerPixel === 1;
  return { ...decoded, samples: storedValues(decoded.samples, { ...facts, signed }) };
}

/**
 * One frame decoded and made ready to be looked at.
 *
 * @param frame from 1
 * @param rendering for frames of greys
 * @throws PictureFault
 */
export async function displayFrame(
  dataSet: DicomDataSet,
  facts: PixelFacts,
  frame: number,
  rendering: GreyRendering,
): Promise<DisplayedFrame> {
  const { samples, photometric } = await decodeFrame(dataSet, facts, frame);
  if (isGrey(facts.photometric)) {
    return { kind: 'grey', greys: displayedGreys(samples, rendering) };
  }
  if (facts.samplesPerPixel === 1) {
    const rgb = paletteColours(dataSet.attributes, samples, facts.signed);
    return { kind: 'colour', rgb };
  }
  const rgb = trueColours(samples, photometric, facts.bitsStored);
  return { kind: 'colour', rgb };
}
