import { present } from '../../core/present.js';
import { type Acquisition, readAcquisition } from './acquisition.js';
import { Attributes } from './attributes.js';
import { readFileElements } from './data-set.js';
import { PIXEL_DATA } from './element-stream.js';
import { frameScope } from './frame-scope.js';

/** Where a frame lies in the patient: PS3.3 C.7.6.2, in mm along left, posterior and head. */
export interface FrameGeometry {
  /** Of the centre of the first pixel. */
  readonly position?: readonly [number, number, number];
  /** Direction cosines of a row, then of a column. */
  readonly orientation?: readonly [number, number, number, number, number, number];
  readonly sliceThicknessMm?: number;
  /** Defined terms of Image Type, or of Frame Type. */
  readonly imageType: readonly string[];
  /** Temporal Position Identifier or Index. */
  readonly temporal?: number;
}

/** What places the frames of one file in a series, and how they were acquired. Texts are as sent. */
export interface SliceHeader extends Pick<Acquisition, 'modality' | 'bodyPart' | 'view'> {
  readonly studyUid?: string;
  readonly seriesUid?: string;
  readonly instanceUid?: string;
  readonly seriesNumber?: number;
  readonly acquisitionNumber?: number;
  readonly instanceNumber?: number;
  readonly rows: number;
  readonly columns: number;
  readonly echoTimeMs?: number;
  readonly repetitionTimeMs?: number;
  readonly inversionTimeMs?: number;
  /** Acquisition Contrast of enhanced MR objects. */
  readonly acquisitionContrast?: string;
  readonly kernel?: string;
  readonly hasContrastAgent: boolean;
  /** FOR PRESENTATION or FOR PROCESSING. */
  readonly presentationIntent?: string;
  readonly description?: string;
  readonly frames: readonly FrameGeometry[];
}

/** What the first bytes of a file say of its frames. */
export interface SliceHead {
  /** Undefined where the file holds no picture. */
  readonly header: SliceHeader | undefined;
  /** Whether they reach the pixel data: nothing of the header can be missing. */
  readonly isComplete: boolean;
  /** Also of an object without a picture. */
  readonly modality: string | undefined;
}

const PLANE_POSITION = 'x00209113';
const PLANE_ORIENTATION = 'x00209116';
const PIXEL_MEASURES = 'x00289110';
const FRAME_CONTENT = 'x00209111';
const CT_FRAME_TYPE = 'x00189329';
const MR_FRAME_TYPE = 'x00189226';
const CT_RECONSTRUCTION = 'x00189314';
const MR_ACQUISITION_CONTRAST = MR_FRAME_TYPE;

/** Frames of the largest enhanced objects are a few thousand. */
const MAX_FRAMES = 20_000;

const CODE_STRING = /^[A-Z0-9_ ]{1,16}$/;

const codes = (place: Attributes, tag: string): string[] =>
  place
    .texts(tag)
    .map((text) => text.toUpperCase())
    .filter((text) => CODE_STRING.test(text));

/** Finite values of a decimal attribute, if there are exactly as many. */
function numbers(place: Attributes, tag: string, count: number): number[] | undefined {
  const values = place.decimals(tag);
  return values.length === count && values.every(Number.isFinite) ? values : undefined;
}

const first = <T>(places: readonly Attributes[], read: (place: Attributes) => T | undefined) => {
  for (const place of places) {
    const value = read(place);
    if (value !== undefined) return value;
  }
  return undefined;
};

const nonEmpty = (list: string[]) => (list.length > 0 ? list : undefined);

function readFrame(attributes: Attributes, frame: number): FrameGeometry {
  const scope = frameScope(attributes, frame);
  const frameType =
    first([...scope(CT_FRAME_TYPE), ...scope(MR_FRAME_TYPE)], (place) =>
      nonEmpty(codes(place, 'x00089007')),
    ) ?? codes(attributes, 'x00080008');
  const position = first(scope(PLANE_POSITION), (place) => numbers(place, 'x00200032', 3));
  const orientation = first(scope(PLANE_ORIENTATION), (place) => numbers(place, 'x00200037', 6));
  return {
    imageType: frameType,
    ...present({
      position: position as FrameGeometry['position'],
      orientation: orientation as FrameGeometry['orientation'],
      sliceThicknessMm: first(scope(PIXEL_MEASURES), (place) => place.decimal('x00180050')),
      temporal:
        first(scope(FRAME_CONTENT), (place) => place.longWord('x00209128')) ??
        attributes.decimal('x00200100'),
    }),
  };
}

function readHeader(attributes: Attributes): SliceHeader | undefined {
  const rows = attributes.word('x00280010');
  const columns = attributes.word('x00280011');
  if (rows === undefined || columns === undefined) return undefined;
  const count = Math.max(1, attributes.decimal('x00280008') ?? 1);
  const scope = frameScope(attributes, 1);
  const { modality, bodyPart, view } = readAcquisition(attributes, scope);
  const text = (tag: string) => attributes.text(tag);
  return {
    rows,
    columns,
    hasContrastAgent: attributes.bytes('x00180010') !== undefined || attributes.has('x00180012'),
    frames: Array.from({ length: Math.min(MAX_FRAMES, Math.floor(count)) }, (_, at) =>
      readFrame(attributes, at + 1),
    ),
    ...present({
      modality,
      bodyPart,
      view,
      studyUid: text('x0020000d'),
      seriesUid: text('x0020000e'),
      instanceUid: text('x00080018'),
      seriesNumber: attributes.decimal('x00200011'),
      acquisitionNumber: attributes.decimal('x00200012'),
      instanceNumber: attributes.decimal('x00200013'),
      echoTimeMs: attributes.decimal('x00180081'),
      repetitionTimeMs: attributes.decimal('x00180080'),
      inversionTimeMs: attributes.decimal('x00180082'),
      acquisitionContrast: first(scope(MR_ACQUISITION_CONTRAST), (place) =>
        place.text('x00089209'),
      ),
      kernel: first(scope(CT_RECONSTRUCTION), (place) => place.text('x00181210')),
      presentationIntent: text('x00080068')?.toUpperCase(),
      description: text('x0008103e'),
    }),
  };
}

/**
 * Reads where the frames of a DICOM file lie and how they were acquired; nothing is decoded.
 *
 * @param file the file, or its first bytes
 * @throws PictureFault where its encoding is not known
 */
export function readSliceHead(file: Buffer): SliceHead {
  const { elements, bytes, syntax } = readFileElements(file);
  const isComplete = elements[PIXEL_DATA] !== undefined;
  const attributes = new Attributes(elements, bytes, syntax.bigEndian);
  const modality = attributes.text('x00080060')?.toUpperCase();
  return { header: readHeader(attributes), isComplete, modality };
}
