import type { DataSet } from '../../core/dicom-data-set.js';
import { NOT_VERIFIED } from './codes.js';
import { referencedSop } from './content-items.js';
import { commonModules, type ResultContext } from './result-context.js';
import type { SourceFacts } from './source-facts.js';

const SINGLE_FRAME = '1.2.840.10008.5.1.4.1.1.7';
const MULTI_FRAME_TRUE_COLOUR = '1.2.840.10008.5.1.4.1.1.7.4';
const SERIES_NUMBER = 9_902;
const PART = 'secondary_capture';
/** Page Number Vector and Frame Label Vector: what differs from frame to frame. */
const VECTORS = [0x0018_2001, 0x0018_2002];

/** Pictures of one size, with the images that they were made of. */
export interface DrawnPictures {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of one pixel after the other. */
  readonly frames: ReadonlyArray<{
    readonly rgb: Uint8Array;
    readonly instanceUid: string;
    /** From 1, of an object with several. */
    readonly frame?: number;
    readonly label: string;
  }>;
  /** How many pixels wide a pixel of the image is drawn. */
  readonly zoom: number;
}

function framesModule({ frames }: DrawnPictures): DataSet {
  if (frames.length === 1) return {};
  return {
    NumberOfFrames: frames.length,
    FrameIncrementPointer: VECTORS,
    PageNumberVector: frames.map((_, at) => at + 1),
    FrameLabelVector: frames.map(({ label }) => label),
  };
}

function joined({ frames }: DrawnPictures): Uint8Array {
  const whole = new Uint8Array(frames.reduce((sum, { rgb }) => sum + rgb.length, 0));
  let at = 0;
  for (const { rgb } of frames) {
    whole.set(rgb, at);
    at += rgb.length;
  }
  return whole;
}

function sources({ evidence }: ResultContext, { frames }: DrawnPictures): DataSet[] {
  return frames.flatMap(({ instanceUid, frame }) => {
    const object = evidence.find((one) => one.instanceUid === instanceUid);
    return object ? [referencedSop({ ...object, ...(frame !== undefined && { frame }) })] : [];
  });
}

const derivation = (zoom: number): string =>
  `${NOT_VERIFIED}. Drawn on the image: the regions, outlines and evidence that a program reports. ` +
  (zoom === 1
    ? 'The pixels of the image are in their places, from the top left corner.'
    : `Each pixel of the image is ${Number(zoom.toPrecision(4))} pixels wide here.`) +
  ' Nothing can be measured in it: it has no pixel spacing.';

/** Type 2C: needed where the part of the body is a paired one, or not known. */
function lateralityOf(laterality: string | undefined, bodyPart: string | undefined): DataSet {
  if (laterality !== undefined) return { Laterality: laterality };
  return bodyPart === undefined ? { Laterality: '' } : {};
}

/**
 * The answer as a picture that every viewer shows (PS3.3 A.8): true colour, with everything burnt in.
 * It has no Pixel Spacing, as nobody should measure in a copy.
 */
export function secondaryCapture(
  context: ResultContext,
  pictures: DrawnPictures,
  { orientation, laterality, bodyPart, lossy }: SourceFacts,
): DataSet {
  const { date, time } = context;
  return {
    ...commonModules(context, {
      sopClassUid: pictures.frames.length === 1 ? SINGLE_FRAME : MULTI_FRAME_TRUE_COLOUR,
      // Not that of the image: nothing may be routed or read as if it were one.
      modality: 'OT',
      part: PART,
      seriesNumber: SERIES_NUMBER,
    }),
    ...lateralityOf(laterality, bodyPart),
    ...(bodyPart !== undefined && { BodyPartExamined: bodyPart }),
    ConversionType: 'WSD',
    DateOfSecondaryCapture: date,
    TimeOfSecondaryCapture: time,
    ImageType: ['DERIVED', 'SECONDARY'],
    PatientOrientation: orientation,
    BurnedInAnnotation: 'YES',
    ImageComments: NOT_VERIFIED,
    DerivationDescription: derivation(pictures.zoom),
    SourceImageSequence: sources(context, pictures),
    ...(lossy && { LossyImageCompression: '01' }),
    ...framesModule(pictures),
    SamplesPerPixel: 3,
    PhotometricInterpretation: 'RGB',
    PlanarConfiguration: 0,
    Rows: pictures.height,
    Columns: pictures.width,
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    PixelRepresentation: 0,
    PixelData: joined(pictures),
  };
}
