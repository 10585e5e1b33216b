import type { DicomHeader } from './dicom-header.js';
import type { FileKind } from './file-kind.js';

/** A file that can be shown. */
export interface OpenedFile {
  /** As it was chosen: this is what is sent. */
  readonly file: File;
  /** As the viewer takes it; see `asPart10`. */
  readonly shown: Blob;
  /** Among all files that were chosen, from 1. */
  readonly position: number;
  readonly kind: Exclude<FileKind, 'unknown'>;
  readonly header: DicomHeader | undefined;
  /** EXIF, 1 to 8. */
  readonly orientation: number;
}

/** One picture: a file, or a frame of it. */
export interface Slice {
  readonly opened: OpenedFile;
  /** From 1; undefined where the file holds one picture. */
  readonly frame: number | undefined;
}

/** Pictures that belong together, in order: those of a DICOM series, or a single picture. */
export interface Series {
  readonly id: string;
  readonly name: string;
  readonly modality: string | undefined;
  readonly slices: readonly Slice[];
}

type Vector = readonly [number, number, number];

const vectorOf = (numbers: readonly number[], at = 0): Vector => [
  numbers[at] ?? 0,
  numbers[at + 1] ?? 0,
  numbers[at + 2] ?? 0,
];

const cross = ([a, b, c]: Vector, [d, e, f]: Vector): Vector => [
  b * f - c * e,
  c * d - a * f,
  a * e - b * d,
];

/** The greatest part of a direction is positive: towards the head, the back or the left. */
function awayFromFeet([x, y, z]: Vector): Vector {
  const greatest = [x, y, z].reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
  return greatest < 0 ? [-x, -y, -z] : [x, y, z];
}

/**
 * How far a slice lies along the direction in which slices follow each other, mm (PS3.3 section
 * C.7.6.2.1.1: the normal of the plane of rows and columns); as answers count slices, from the feet to
 * the head, from the front to the back, or from right to left.
 */
export function sliceDistance(
  header: Pick<DicomHeader, 'position' | 'orientation'> | undefined,
): number | undefined {
  if (header?.position === undefined || header.orientation === undefined) return undefined;
  const normal = awayFromFeet(cross(vectorOf(header.orientation), vectorOf(header.orientation, 3)));
  const position = vectorOf(header.position);
  return normal[0] * position[0] + normal[1] * position[1] + normal[2] * position[2];
}

/** By position in space where all have one, else by instance number, else as chosen. */
function inOrder(files: readonly OpenedFile[]): OpenedFile[] {
  const distances = new Map(files.map((file) => [file, sliceDistance(file.header)]));
  const hasDistances = files.every((file) => distances.get(file) !== undefined);
  const isSpread = new Set(distances.values()).size > 1;
  const keyOf = (file: OpenedFile): number =>
    (hasDistances && isSpread ? distances.get(file) : file.header?.instanceNumber) ?? 0;
  return files.toSorted((a, b) => keyOf(a) - keyOf(b) || a.position - b.position);
}

function slicesOf(opened: OpenedFile): Slice[] {
  const frames = opened.header?.frames ?? 1;
  if (frames === 1) return [{ opened, frame: undefined }];
  return Array.from({ length: frames }, (_, at) => ({ opened, frame: at + 1 }));
}

function nameOf(files: readonly OpenedFile[]): string {
  const [first] = files;
  const { seriesNumber, seriesDescription } = first?.header ?? {};
  const described = [seriesNumber, seriesDescription].filter(
    (part) => part !== undefined && part !== '',
  );
  return described.length > 0 ? described.join(' · ') : (first?.file.name ?? '');
}

function seriesOf(id: string, files: readonly OpenedFile[]): Series {
  const ordered = inOrder(files);
  return {
    id,
    name: nameOf(ordered),
    modality: ordered[0]?.header?.modality,
    slices: ordered.flatMap(slicesOf),
  };
}

/**
 * Files of one SeriesInstanceUID and size form a series; every picture, multi-frame object and
 * projection radiograph without a place in space stands alone.
 */
export function groupIntoSeries(files: readonly OpenedFile[]): Series[] {
  const groups = new Map<string, OpenedFile[]>();
  for (const file of files) {
    const { header, position } = file;
    const isAlone = header?.seriesUid === undefined || header.frames > 1;
    const id = isAlone
      ? `file ${position}`
      : `${header.seriesUid} ${header.columns}×${header.rows}`;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [file]);
    else group.push(file);
  }
  return [...groups].map(([id, group]) => seriesOf(id, group));
}
