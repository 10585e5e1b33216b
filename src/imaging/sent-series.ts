import { invalidField } from '../core/errors.js';
import type { HeldObject, HeldObjects } from '../core/held-object.js';
import type { KeyMode } from '../core/key-mode.js';
import type { SealedFile } from '../core/sealed-file.js';
import type { Engine, RunOptions } from '../inference/engine.js';
import type { SentSeries } from './schema.js';
import type { Slice } from './volume/slice.js';
import type { DescribedFile } from './worker/describe-slices-contract.js';

/** The files of a series or a study. */
export interface SeriesFiles {
  /** A single object may have the slices of a whole series. */
  readonly field: SentSeries['field'] | 'sop_instance_uid';
  readonly files: readonly SealedFile[];
  /** The object that each file is, where they are held. */
  readonly sources: readonly HeldObject[];
}

/** The images in these files, by their headers. */
export interface DescribedSeries extends SeriesFiles {
  readonly slices: readonly Slice[];
  /** Files that cannot be read. */
  readonly unreadable: number;
  /** Objects without an image. */
  readonly imageless: number;
}

/** More are not a series that one answer can say something of. */
export const MAX_SERIES_FILES = 3_000;
/** Headers that a worker reads before it reports them. */
const BATCH = 250;

/** @throws AppError when nothing of it is held, or too much */
export async function filesOfSeries(
  sent: SentSeries,
  held: HeldObjects | undefined,
  mode: KeyMode,
): Promise<SeriesFiles> {
  const { field } = sent;
  if ('files' in sent) return { field, files: sent.files, sources: [] };
  const sources =
    'seriesUid' in sent
      ? await held?.series(mode, sent.seriesUid)
      : await held?.study(mode, sent.studyUid);
  if (sources === undefined || sources.length === 0) {
    const what = field === 'series_instance_uid' ? 'series' : 'study';
    throw invalidField(field, `is not a ${what} of which anything is held`);
  }
  if (sources.length > MAX_SERIES_FILES) {
    throw invalidField(
      field,
      `has ${sources.length} objects; at most ${MAX_SERIES_FILES} are read at once`,
    );
  }
  return { field, files: sources.map(({ file }) => file), sources };
}

function requireImages(field: string, described: readonly DescribedFile[]): void {
  const faults = described.flatMap((one) => ('fault' in one ? [one] : []));
  if (faults.some(({ kind }) => kind === 'zip')) {
    throw invalidField(field, 'is a ZIP archive; send the images that are in it');
  }
  if (faults.some(({ kind }) => kind === 'picture')) {
    throw invalidField(field, 'several images must be DICOM files; send another picture alone');
  }
  if (described.some((one) => 'slices' in one && one.slices.length > 0)) return;
  throw invalidField(field, faults[0]?.fault ?? 'holds no image');
}

/** How many images a file holds, by its header; 0 where it is no DICOM file that can be read. */
export async function imagesIn(
  file: SealedFile,
  engine: Engine,
  options: RunOptions,
): Promise<number> {
  const { files } = await engine.run('describe-slices', { files: [file] }, options);
  const [described] = files;
  return described !== undefined && 'slices' in described ? described.slices.length : 0;
}

/**
 * Reads the headers of the files in workers.
 *
 * @throws AppError where no file is an image, or one is of a kind that is refused
 */
export async function describeSeries(
  series: SeriesFiles,
  engine: Engine,
  options: RunOptions,
): Promise<DescribedSeries> {
  const { files } = series;
  const described: DescribedFile[] = [];
  for (let at = 0; at < files.length; at += BATCH) {
    const onProgress = (part: number) =>
      options.onProgress?.((at + part * Math.min(BATCH, files.length - at)) / files.length);
    const batch = { files: files.slice(at, at + BATCH) };
    const output = await engine.run('describe-slices', batch, { ...options, onProgress });
    described.push(...output.files);
  }
  requireImages(series.field, described);
  const slices = described.flatMap((one, file) =>
    'slices' in one ? one.slices.map((slice) => ({ ...slice, file })) : [],
  );
  return {
    ...series,
    slices,
    unreadable: described.filter((one) => 'fault' in one).length,
    imageless: described.filter((one) => 'slices' in one && one.slices.length === 0).length,
  };
}

/** What was left out before anything was chosen, in sentences. */
export function leftOutOf({
  unreadable,
  imageless,
}: Pick<DescribedSeries, 'unreadable' | 'imageless'>): string[] {
  return [
    ...(unreadable > 0 ? [`Files that could not be read: ${unreadable}.`] : []),
    ...(imageless > 0 ? [`Objects without an image: ${imageless}.`] : []),
  ];
}
