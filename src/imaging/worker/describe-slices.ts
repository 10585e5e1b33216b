import { isUid } from '../../core/dicom-uid.js';
import { present } from '../../core/present.js';
import type { SealedFile } from '../../core/sealed-file.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import {
  type FrameGeometry,
  readSliceHead,
  type SliceHeader,
} from '../../media/dicom/slice-header.js';
import { PictureFault } from '../../media/picture-fault.js';
import { sniffFile } from '../../media/sniff.js';
import { kernelOf, weightingOf } from '../volume/acquisition-terms.js';
import type { Slice } from '../volume/slice.js';
import type { Vector } from '../volume/vector.js';
import type {
  DescribedFile,
  DescribeSlicesInput,
  DescribeSlicesOutput,
} from './describe-slices-contract.js';
import { readHead } from './read-head.js';

const vectorAt = (values: readonly number[], at: number): Vector => [
  values[at] ?? 0,
  values[at + 1] ?? 0,
  values[at + 2] ?? 0,
];

const uid = (text: string | undefined) => (text !== undefined && isUid(text) ? text : undefined);

/** One frame of a file; of what the header says in free text, only what it means leaves the worker. */
function sliceOf(header: SliceHeader, geometry: FrameGeometry, at: number): Slice {
  const { position, orientation, imageType, temporal, sliceThicknessMm } = geometry;
  const { kernel, hasContrastAgent, presentationIntent, modality, frames } = header;
  return {
    file: 0,
    rows: header.rows,
    columns: header.columns,
    isLocalizer: imageType.includes('LOCALIZER'),
    isDerived: imageType[0] === 'DERIVED',
    isForProcessing: presentationIntent === 'FOR PROCESSING',
    hasContrast: hasContrastAgent,
    ...present({
      frame: frames.length > 1 ? at + 1 : undefined,
      studyUid: uid(header.studyUid),
      seriesUid: uid(header.seriesUid),
      instanceUid: uid(header.instanceUid),
      seriesNumber: header.seriesNumber,
      acquisitionNumber: header.acquisitionNumber,
      instanceNumber: header.instanceNumber,
      temporal,
      position: position && vectorAt(position, 0),
      orientation: orientation && ([vectorAt(orientation, 0), vectorAt(orientation, 3)] as const),
      thicknessMm: sliceThicknessMm,
      modality,
      bodyPart: header.bodyPart,
      view: header.view,
      kernel: modality === 'CT' ? kernelOf(kernel) : undefined,
      weighting: modality === 'MR' ? weightingOf(header) : undefined,
      echoTimeMs: header.echoTimeMs,
    }),
  };
}

/** Objects of these have pixels, unless they are cut; reports and presentations have others. */
const IMAGE_MODALITIES = ['CT', 'MR', 'CR', 'DX', 'XR'];

/** Reads the header of a file; of one that is cut in it, as far as it goes. */
async function describe(file: SealedFile): Promise<DescribedFile> {
  try {
    const head = await readHead(file, (bytes) => {
      const kind = sniffFile(bytes);
      if (kind !== 'dicom') return { isComplete: true, kind };
      return { ...readSliceHead(bytes), kind };
    });
    if (head.kind === 'zip') return { fault: 'is a ZIP archive', kind: 'zip' };
    if (head.kind === 'unknown') return { fault: 'is not a DICOM file' };
    if (!('header' in head)) return { fault: 'is not a DICOM file', kind: 'picture' };
    const { header, isComplete, modality } = head;
    if (header === undefined && modality !== undefined && !IMAGE_MODALITIES.includes(modality)) {
      return { slices: [] };
    }
    if (header === undefined || !isComplete)
      return { fault: 'ends before its pixels, or has none' };
    return { slices: header.frames.map((frame, at) => sliceOf(header, frame, at)) };
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error;
    return { fault: error.message };
  }
}

/** Reads the headers of DICOM files, one after the other: where their images lie, and what they are. */
export const describeSlicesTask = defineTask({
  name: 'describe-slices',
  lane: 'usual',
  async run(
    { files }: DescribeSlicesInput,
    { onProgress, signal }: TaskContext,
  ): Promise<DescribeSlicesOutput> {
    const described: DescribedFile[] = [];
    for (const file of files) {
      signal.throwIfAborted();
      const one = await describe(file);
      described.push(
        'slices' in one
          ? { slices: one.slices.map((slice) => ({ ...slice, file: described.length })) }
          : one,
      );
      onProgress(described.length / files.length);
    }
    return { files: described };
  },
});
