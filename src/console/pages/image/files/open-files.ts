import { type DicomHeader, readDicomHeader } from './dicom-header.js';
import { fileKindOf, KIND_BYTES } from './file-kind.js';
import { jpegOrientation, ORIENTATION_BYTES } from './orientation.js';
import { asPart10 } from './part10.js';
import { groupIntoSeries, type OpenedFile, type Series } from './series.js';

/** Why a file cannot be shown. */
export type FileFault = 'empty' | 'not_an_image' | 'damaged_header';

export interface RefusedFile {
  /** Among all files that were chosen, from 1. */
  readonly position: number;
  readonly fault: FileFault;
}

export interface OpenedFiles {
  readonly series: readonly Series[];
  readonly refused: readonly RefusedFile[];
  /** Files of a folder that are no pictures by design: a DICOMDIR. */
  readonly left: number;
}

const IS_PART_OF_FOLDER = /^(DICOMDIR|\..*|Thumbs\.db)$/i;
/** Files that are read at the same time. */
const AT_ONCE = 6;

const headOf = async (file: Blob, bytes: number) =>
  new Uint8Array(await file.slice(0, bytes).arrayBuffer());

async function openDicom(
  file: File,
): Promise<{ readonly shown: Blob; readonly header: DicomHeader } | undefined> {
  try {
    const shown = await asPart10(file);
    const header = await readDicomHeader(shown);
    return header && { shown, header };
  } catch {
    // A data set that claims to be deflated, and is not.
    return undefined;
  }
}

async function openFile(file: File, position: number): Promise<OpenedFile | RefusedFile> {
  if (file.size === 0) return { position, fault: 'empty' };
  const kind = fileKindOf(await headOf(file, KIND_BYTES));
  if (kind === 'unknown') return { position, fault: 'not_an_image' };
  const common = { file, position, kind };
  if (kind !== 'dicom') {
    const orientation =
      kind === 'jpeg' ? jpegOrientation(await headOf(file, ORIENTATION_BYTES)) : 1;
    return { ...common, shown: file, header: undefined, orientation };
  }
  const dicom = await openDicom(file);
  return dicom === undefined
    ? { position, fault: 'damaged_header' }
    : { ...common, ...dicom, orientation: 1 };
}

/** Reads what the files are and orders them into series; no pixel is decoded yet. */
export async function openFiles(
  files: readonly File[],
  onProgress: (done: number, total: number) => void,
): Promise<OpenedFiles> {
  const pictures = files.filter(({ name }) => !IS_PART_OF_FOLDER.test(name));
  const results: Array<OpenedFile | RefusedFile> = [];
  let next = 0;
  const open = async () => {
    for (let at = next++; at < pictures.length; at = next++) {
      const file = pictures[at];
      if (file !== undefined) results[at] = await openFile(file, at + 1);
      onProgress(at + 1, pictures.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, open));
  return {
    series: groupIntoSeries(results.filter((result): result is OpenedFile => 'kind' in result)),
    refused: results.filter((result): result is RefusedFile => 'fault' in result),
    left: files.length - pictures.length,
  };
}
