import { AppError } from '../../core/errors.js';
import { readSealedFile, type SealedFile } from '../../core/sealed-file.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import type { ModelWorker } from '../../inference/model-opener.js';
import { poolLabels } from './pooling.js';
import { openedModels, type ReadImageModels, readImage } from './read-image.js';
import type { ReadSlicesInput, ReadSlicesOutput, SliceReading } from './read-slices-contract.js';

/** Frames of one file follow each other: it is read from the disk once. */
function fileReader(): (file: SealedFile) => Promise<Buffer> {
  let last: { readonly file: SealedFile; readonly bytes: Buffer } | undefined;
  return async (file) => {
    if (last?.file.path !== file.path || last.file.start !== file.start) {
      last = undefined;
      last = { file, bytes: await readSealedFile(file) };
    }
    return last.bytes;
  };
}

/** A fault of the file itself, and not of the request that it was sent with. */
const isOfFile = (error: unknown, field: string): error is AppError =>
  error instanceof AppError && error.issues.some((issue) => issue.field === field);

/** Reads the slices of a series one after the other; only one is in memory at a time. */
export async function readSlices(
  { slices, ...input }: ReadSlicesInput,
  models: ReadImageModels,
  { onProgress, signal }: Pick<TaskContext, 'onProgress' | 'signal'>,
): Promise<ReadSlicesOutput> {
  const bytesOf = fileReader();
  const warnings = new Set<string>();
  const { field, limits } = input;
  const readOne = async ({ file, frame }: (typeof slices)[number]): Promise<SliceReading> => {
    if (file.bytes > limits.fileBytes) {
      return { fault: `has ${file.bytes} bytes; at most ${limits.fileBytes} are accepted` };
    }
    try {
      const sent = { bytes: await bytesOf(file) };
      const request = {
        ...input,
        ...{ sent, isOfSeries: true, wantHeatmap: false },
        ...(frame !== undefined && { frame }),
      };
      const output = await readImage(request, models);
      if (!output.assessed) return { refusal: output.refusal.reason };
      for (const warning of output.warnings) warnings.add(warning);
      const probabilities = output.labels.map(({ id, probability }) => [id, probability] as const);
      return { probabilities: Object.fromEntries(probabilities) };
    } catch (error) {
      if (!isOfFile(error, field)) throw error;
      return { fault: error.issues.map(({ issue }) => issue).join('; ') };
    }
  };
  const read: SliceReading[] = [];
  for (const slice of slices) {
    signal.throwIfAborted();
    read.push(await readOne(slice));
    onProgress(read.length / slices.length);
  }
  const labels = models.reader === undefined ? [] : poolLabels(read, models.reader.manifest);
  return { slices: read, labels, warnings: [...warnings] };
}

export const readSlicesTask = defineTask({
  name: 'read-slices',
  lane: 'long',
  run: (input: ReadSlicesInput, context: TaskContext, worker: ModelWorker) =>
    readSlices(input, openedModels(input, worker), context),
});
