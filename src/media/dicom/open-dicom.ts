import { NoSuchFrame } from '../picture-fault.js';
import { type GreyPicture, greysOfSamples, resampleColour, resampleSamples } from '../resample.js';
import { type Acquisition, readAcquisition } from './acquisition.js';
import { type DicomDataSet, readDataSet } from './data-set.js';
import { type DisplayedFrame, displayFrame } from './displayed-frame.js';
import { readPadding } from './displayed-greys.js';
import { type FrameScope, frameScope } from './frame-scope.js';
import { readModalityTransform } from './modality-transform.js';
import { isGrey, type PixelFacts, readPixelFacts } from './pixel-facts.js';
import {
  type GreyWindow,
  mentionsVoi,
  readVoiTransform,
  type VoiTransform,
} from './voi-transform.js';

export type { GreyWindow } from './voi-transform.js';

export interface DicomOptions {
  /** Maximum size of a frame, 10⁶ pixels. */
  readonly megapixels: number;
  /** From 1; the middle one when left out, of an even number the one before the middle. */
  readonly frame?: number;
  /**
   * In Hounsfield units, in place of the header's window. It applies only to CT with a defined
   * rescaling; other files keep their own, with a warning.
   */
  readonly window?: GreyWindow;
}

/** A frame of a DICOM object whose header has been read, but not decoded. */
export interface OpenedDicom extends Acquisition {
  /** Columns and rows as stored. */
  readonly width: number;
  readonly height: number;
  /** Bits Stored. */
  readonly bitsPerSample: number;
  readonly frames: number;
  /** The frame that is read, from 1. */
  readonly frame: number;
  /** As in the header. */
  readonly photometric: string;
  readonly transferSyntax: { readonly uid: string; readonly name: string; readonly lossy: boolean };
  /** The window or table that the greys are shown with, in words. */
  readonly windowUsed: string;
  /** Warnings about the image for the answer. */
  /** Which of several frames was read. */
  readonly frameNote: string | undefined;
  readonly warnings: readonly string[];
  /**
   * The frame at full size as a viewer shows it.
   *
   * @throws PictureFault when the pixels cannot be decoded
   */
  display(): Promise<DisplayedFrame>;
  /**
   * Resamples the whole frame to a size, its proportions not kept: greys 0..255 as a viewer shows
   * them (MONOCHROME1 inverted, rescaled, windowed, padding black), and the mean distance between
   * colour channels, 0..255.
   *
   * @throws PictureFault when the pixels cannot be decoded
   */
  sample(width: number, height: number): Promise<GreyPicture>;
}

/** Greys in the range 0..255 are computed when they are first read: a series of slices needs none. */
function greyPicture(samples: Uint16Array): GreyPicture {
  let greys: Float32Array | undefined;
  return {
    samples,
    chroma: 0,
    get greys() {
      greys ??= greysOfSamples(samples);
      return greys;
    },
  };
}

function chooseFrame(frames: number, requested: number | undefined): number {
  if (requested === undefined) return Math.floor((frames + 1) / 2);
  if (Number.isInteger(requested) && requested >= 1 && requested <= frames) return requested;
  throw new NoSuchFrame(requested, frames);
}

/** Which of several frames was read; undefined of a file with one. */
function noteOnFrame(
  { frames }: PixelFacts,
  frame: number,
  { frame: requested }: Pick<DicomOptions, 'frame'>,
): string | undefined {
  const which = requested === undefined ? 'the middle one' : 'as requested';
  return frames > 1
    ? `The file holds ${frames} frames; frame ${frame}, ${which}, was read.`
    : undefined;
}

function warningsOf(
  { attributes, syntax }: DicomDataSet,
  { rowsRunTo }: Pick<Acquisition, 'rowsRunTo'>,
  voi: { readonly unusable: boolean; readonly unmet: boolean },
): string[] {
  const lossy = syntax.lossy || attributes.text('x00282110') === '01';
  const mirrored = rowsRunTo === 'right';
  const warnings = [
    lossy && 'The image was compressed with loss: fine detail may be missing.',
    attributes.text('x00280301')?.toUpperCase() === 'YES' &&
      'The header states burned-in annotation, which may identify the patient.',
    attributes.text('x00080068')?.toUpperCase() === 'FOR PROCESSING' &&
      'The image is raw detector data (FOR PROCESSING), not meant for display.',
    mirrored && "The header states that the image is mirrored: its left is the patient's left.",
    voi.unmet &&
      'The grey window of the model could not be applied: the file does not state that its values ' +
        'are Hounsfield units.',
    voi.unusable && 'The grey window of the header is unusable; the full range was used.',
  ];
  return warnings.filter((warning) => warning !== false);
}

interface ParsedDicom {
  readonly dataSet: DicomDataSet;
  readonly facts: PixelFacts;
  readonly frame: number;
  readonly scope: FrameScope;
  readonly voi: VoiTransform | undefined;
  /** Whether the requested window does not suit the file. */
  readonly unmetWindow: boolean;
  readonly display: () => Promise<DisplayedFrame>;
}

function open(bytes: Buffer, { megapixels, frame: requested, window }: DicomOptions): ParsedDicom {
  const dataSet = readDataSet(bytes);
  const { attributes } = dataSet;
  const facts = readPixelFacts(attributes, megapixels);
  const frame = chooseFrame(facts.frames, requested);
  const scope = frameScope(attributes, frame);
  const modality = readModalityTransform(attributes, scope, facts.signed);
  const hounsfield = modality.given && attributes.text('x00080060')?.toUpperCase() === 'CT';
  const voi = readVoiTransform(scope, modality.signed, hounsfield ? window : undefined);
  const padding = readPadding(attributes, facts.signed);
  const inverted = facts.photometric === 'MONOCHROME1';
  let decoded: Promise<DisplayedFrame> | undefined;
  const display = () => {
    decoded ??= displayFrame(dataSet, facts, frame, { modality, voi, padding, inverted });
    return decoded;
  };
  const unmetWindow = window !== undefined && !hounsfield;
  return { dataSet, facts, frame, scope, voi, unmetWindow, display };
}

/**
 * Opens a DICOM Part 10 file, with or without its preamble.
 *
 * @throws PictureFault when it holds no picture, or one that is not supported
 */
export async function openDicom(bytes: Buffer, options: DicomOptions): Promise<OpenedDicom> {
  const { dataSet, facts, frame, scope, voi, unmetWindow, display } = open(bytes, options);
  const { attributes, syntax } = dataSet;
  const grey = isGrey(facts.photometric);
  const size = { width: facts.columns, height: facts.rows };
  const acquisition = readAcquisition(attributes, scope);
  const unusable = grey && voi === undefined && mentionsVoi(scope);
  return {
    ...size,
    ...acquisition,
    bitsPerSample: facts.bitsStored,
    frames: facts.frames,
    frame,
    photometric: facts.photometric,
    transferSyntax: { uid: syntax.uid, name: syntax.name, lossy: syntax.lossy },
    windowUsed: grey ? (voi?.used ?? 'full range') : 'none, it is a colour image',
    frameNote: noteOnFrame(facts, frame, options),
    warnings: warningsOf(dataSet, acquisition, { unusable, unmet: unmetWindow }),
    display,
    sample: async (width, height) => {
      const shown = await display();
      const to = { width, height };
      if (shown.kind === 'colour') return resampleColour(shown.rgb, size, to);
      return greyPicture(await resampleSamples(shown.greys, size, to));
    },
  };
}
