import { PictureFault } from '../picture-fault.js';
import type { DecodedFrame } from './codecs/frame.js';
import { trueColours } from './colour.js';
import type { DicomDataSet } from './data-set.js';
import { type GreyRendering, showGreys } from './displayed-greys.js';
import { encapsulatedFrame } from './encapsulation.js';
import { nativeFrame } from './native-frame.js';
import { paletteColours } from './palette.js';
import { isGrey, type PixelFacts } from './pixel-facts.js';
import { type CellLayout, layoutOf, type Samples, storedValues } from './stored-values.js';

/** A frame as a viewer shows it, row by row from the top left. */
export type DisplayedFrame =
  /** 0 (black) … 65535 (white). */
  | { readonly kind: 'grey'; readonly greys: Uint16Array }
  /** Red, green and blue of one pixel after the other, 0..255. */
  | { readonly kind: 'colour'; readonly rgb: Uint8Array };

/** RLE stores cells unchanged; other codecs return values, with the sign of the codestream. */
const RLE = '1.2.840.10008.1.2.5';

async function decode(dataSet: DicomDataSet, facts: PixelFacts, frame: number) {
  const { attributes, syntax, pixelData, bytes } = dataSet;
  if (!syntax.encapsulated) return nativeFrame(dataSet, facts, frame);
  if (syntax.decode === undefined) {
    throw new PictureFault(`is compressed as ${syntax.name}, which is not supported`);
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

/** Where in the decoded samples their values are. */
function cellLayout({ syntax }: DicomDataSet, facts: PixelFacts, samples: Samples): CellLayout {
  if (syntax.encapsulated && syntax.uid !== RLE) return layoutOf(samples);
  // Colours have no sign, even where a header claims one.
  return { ...facts, signed: facts.signed && facts.samplesPerPixel === 1 };
}

/**
 * One frame's samples, interleaved by pixel: cells with the bits and the sign that the header gives
 * them, values of codecs unchanged; without rescaling. They may be in the memory of the data set.
 *
 * @param frame from 1
 * @throws PictureFault
 */
export async function decodeFrame(
  dataSet: DicomDataSet,
  facts: PixelFacts,
  frame: number,
): Promise<DecodedFrame> {
  const { samples, photometric } = await decode(dataSet, facts, frame);
  const layout = cellLayout(dataSet, facts, samples);
  return { samples: storedValues(samples, layout), photometric };
}

/**
 * Memory for a frame's greys. To save memory it is that of the samples, unless these are too small
 * or belong to the caller's file.
 */
function memoryForGreys(samples: Samples, { bytes, syntax }: DicomDataSet): Uint16Array {
  const { buffer, byteOffset, length, BYTES_PER_ELEMENT } = samples;
  const ours = buffer !== bytes.buffer || syntax.deflated;
  if (!ours || BYTES_PER_ELEMENT < 2) return new Uint16Array(length);
  return new Uint16Array(buffer, byteOffset, length);
}

/**
 * Decodes one frame for display. The memory of an inflated data set is overwritten: its frame of
 * greys must not be read again.
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
  if (isGrey(facts.photometric)) {
    const { samples } = await decode(dataSet, facts, frame);
    const greys = memoryForGreys(samples, dataSet);
    showGreys(samples, cellLayout(dataSet, facts, samples), rendering, greys);
    return { kind: 'grey', greys };
  }
  const { samples, photometric } = await decodeFrame(dataSet, facts, frame);
  if (facts.samplesPerPixel === 1) {
    const rgb = paletteColours(dataSet.attributes, samples, facts.signed);
    return { kind: 'colour', rgb };
  }
  const rgb = trueColours(samples, photometric, facts.bitsStored);
  return { kind: 'colour', rgb };
}
