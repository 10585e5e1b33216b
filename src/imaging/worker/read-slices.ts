import { AppError } from '../../core/errors.js';
import { readSealedFile, type SealedFile } from '../../core/sealed-file.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import type { ModelWorker } from '../../inference/model-opener.js';
import { poolLabels } from './pooling.js';
import { openedModels, type ReadImageModels, readImage } from './read-image.js';
import type { ReadSlicesInput, ReadSlicesOutput, SliceReading } from './read-slices-contract.js';

const isSameFile = (a: SealedFile, b: SealedFile) => a.path === b.path && a.start === b.start;

/** Frames of one file follow each other: it is read from the disk once. */
function fileReader(): (file: SealedFile) => Promise<Buffer> {
  let last: { readonly file: SealedFile; readonly bytes: Promise<Buffer> } | undefined;
  return (file) => {
    if (last === undefined || !isSameFile(last.file, file)) {
      last = { file, bytes: readSealedFile(file) };
    }
    return last.bytes;
  };
}

interface ReadSlice {
  readonly reading: SliceReading;
  readonly warnings: readonly string[];
}

/** A fault of the file itself, and not of the request that it was sent with. */
const isOfFile = (error: unknown, field: string): error is AppError =>
  error instanceof AppError && error.issues.some((issue) => issue.field === field);

/** Larger slices are read only when the one before them is done: they would take too much memory. */
const MAX_AHEAD = { pixels: 2 ** 22, bytes: 2 ** 24 };

/**
 * Reads the slices of a series in their order. While a model looks at one, which takes the thread of
 * the worker, the next is decoded by other threads.
 */
export async function readSlices(
  { slices, pixels, ...input }: ReadSlicesInput,
  models: ReadImageModels,
  { onProgress, signal }: Pick<TaskContext, 'onProgress' | 'signal'>,
): Promise<ReadSlicesOutput> {
  const bytesOf = fileReader();
  const warnings = new Set<string>();
  const { field, limits } = input;
  const readOne = async ({ file, frame }: (typeof slices)[number]): Promise<ReadSlice> => {
    if (file.bytes > limits.fileBytes) {
      const fault = `has ${file.bytes} bytes; at most ${limits.fileBytes} are accepted`;
      return { reading: { fault }, warnings: [] };
    }
    try {
      const sent = { bytes: await bytesOf(file) };
      const request = {
        ...input,
        ...{ sent, isOfSeries: true, wantHeatmap: false },
        ...(frame !== undefined && { frame }),
      };
      const output = await readImage(request, models);
      if (!output.assessed) return { reading: { refusal: output.refusal.reason }, warnings: [] };
      const probabilities = output.labels.map(({ id, probability }) => [id, probability] as const);
      const reading = { probabilities: Object.fromEntries(probabilities) };
      return { reading, warnings: output.warnings };
    } catch (error) {
      if (!isOfFile(error, field)) throw error;
      const fault = error.issues.map(({ issue }) => issue).join('; ');
      return { reading: { fault }, warnings: [] };
    }
  };
  const mayReadAhead = ({ file }: (typeof slices)[number]) =>
    pixels <= MAX_AHEAD.pixels && file.bytes <= MAX_AHEAD.bytes;
  const read: SliceReading[] = [];
  let ahead: Promise<ReadSlice> | undefined;
  for (const [at, slice] of slices.entries()) {
    signal.throwIfAborted();
    const own = ahead ?? readOne(slice);
    const next = slices[at + 1];
    ahead = next && mayReadAhead(next) ? readOne(next) : undefined;
    // Its error is thrown when its turn comes, if it ever does.
    ahead?.catch(() => undefined);
    const one = await own;
    read.push(one.reading);
    for (const warning of one.warnings) warnings.add(warning);
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
