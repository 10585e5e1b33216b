import { type ByteArray, type DataSet, parseDicom } from 'dicom-parser';
import type { PixelSpacing } from '../viewer/affine.js';

/** What the page needs of a DICOM header: to order slices, to fill in the request, to measure. */
export interface DicomHeader {
  readonly instanceUid: string | undefined;
  readonly seriesUid: string | undefined;
  readonly seriesNumber: number | undefined;
  readonly seriesDescription: string | undefined;
  readonly instanceNumber: number | undefined;
  readonly modality: string | undefined;
  readonly bodyPart: string | undefined;
  readonly view: string | undefined;
  readonly ageYears: number | undefined;
  readonly sex: 'M' | 'F' | 'O' | undefined;
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  /** mm */
  readonly position: readonly number[] | undefined;
  readonly orientation: readonly number[] | undefined;
  readonly spacing: PixelSpacing | undefined;
  /** The spacing is that of the detector: an object in front of it is smaller than measured. */
  readonly atDetector: boolean;
}

const MIN_SPACING = 0.01;
const MAX_SPACING = 10;
const PIXEL_DATA = 'x7fe00010';
const PIXEL_MEASURES = 'x00289110';
const SHARED_GROUPS = 'x52009229';

const codeOf = (set: DataSet, tag: string): string | undefined => {
  const text = set.string(tag)?.trim().toUpperCase();
  return text === undefined || text === '' ? undefined : text;
};

function numbersOf(set: DataSet, tag: string, count: number): number[] | undefined {
  const numbers = Array.from({ length: count }, (_, at) => set.floatString(tag, at) ?? Number.NaN);
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

function spacingIn(set: DataSet, tag: string): PixelSpacing | undefined {
  const [rows = 0, columns = 0] = numbersOf(set, tag, 2) ?? [];
  const isPlausible = [rows, columns].every((mm) => mm >= MIN_SPACING && mm <= MAX_SPACING);
  return isPlausible ? { rows, columns } : undefined;
}

function sharedMeasures(set: DataSet): DataSet | undefined {
  const shared = set.elements[SHARED_GROUPS]?.items?.[0]?.dataSet;
  return shared?.elements[PIXEL_MEASURES]?.items?.[0]?.dataSet;
}

function readSpacing(set: DataSet): Pick<DicomHeader, 'spacing' | 'atDetector'> {
  const measures = sharedMeasures(set);
  const calibrated = (measures && spacingIn(measures, 'x00280030')) ?? spacingIn(set, 'x00280030');
  if (calibrated !== undefined) return { spacing: calibrated, atDetector: false };
  const detector = spacingIn(set, 'x00181164');
  return { spacing: detector ?? spacingIn(set, 'x00182010'), atDetector: detector !== undefined };
}

/** Age String (PS3.5 section 6.2): `045Y`, `018M`; whole years. */
export function yearsOf(age: string | undefined): number | undefined {
  const [, count = '', unit = ''] = /^(\d{3})([DWMY])$/.exec(age ?? '') ?? [];
  if (count === '') return undefined;
  const perYear = { D: 365.25, W: 52.18, M: 12, Y: 1 }[unit] ?? 1;
  return Math.floor(Number(count) / perYear);
}

function sexOf(text: string | undefined): DicomHeader['sex'] {
  return text === 'M' || text === 'F' || text === 'O' ? text : undefined;
}

function headerOf(set: DataSet): DicomHeader {
  return {
    instanceUid: set.string('x00080018'),
    seriesUid: set.string('x0020000e'),
    seriesNumber: set.intString('x00200011'),
    seriesDescription: set.string('x0008103e')?.trim(),
    instanceNumber: set.intString('x00200013'),
    modality: codeOf(set, 'x00080060'),
    bodyPart: codeOf(set, 'x00180015'),
    view: codeOf(set, 'x00185101'),
    ageYears: yearsOf(codeOf(set, 'x00101010')),
    sex: sexOf(codeOf(set, 'x00100040')),
    rows: set.uint16('x00280010') ?? 0,
    columns: set.uint16('x00280011') ?? 0,
    frames: Math.max(1, set.intString('x00280008') ?? 1),
    position: numbersOf(set, 'x00200032', 3),
    orientation: numbersOf(set, 'x00200037', 6),
    ...readSpacing(set),
  };
}

/** Long enough for most headers; a longer one is read from the whole file. */
const HEAD_BYTES = 128 * 1024;

/** What the parser could read before it came to the end of the bytes. */
function partial(error: unknown): DataSet | undefined {
  return (error as { dataSet?: DataSet } | null)?.dataSet;
}

function parse(bytes: ByteArray, isWhole: boolean): DataSet | undefined {
  try {
    return parseDicom(bytes, { untilTag: PIXEL_DATA });
  } catch (error) {
    const set = partial(error);
    // The rows stand in group 0028, next to the pixels: with them, nothing of interest is missing.
    return isWhole || set?.elements.x00280103 === undefined ? undefined : set;
  }
}

/**
 * Reads the header of a Part 10 file.
 *
 * @returns undefined when it is damaged, or holds no picture
 */
export async function readDicomHeader(file: Blob): Promise<DicomHeader | undefined> {
  const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer());
  const isWhole = file.size <= HEAD_BYTES;
  const set =
    parse(await bytesOf(file.slice(0, HEAD_BYTES)), isWhole) ??
    (isWhole ? undefined : parse(await bytesOf(file), true));
  const header = set && headerOf(set);
  return header !== undefined && header.rows > 0 && header.columns > 0 ? header : undefined;
}
