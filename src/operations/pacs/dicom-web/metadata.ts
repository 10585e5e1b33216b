import '../../../imaging/worker/describe-objects-contract.js';
import type { Answer } from '../../../calls/operation.js';
import type { Engine } from '../../../inference/engine.js';
import type { DicomObject } from '../../../store/dicom-object.js';
import { fileOf } from './held-files.js';

/** Objects whose headers are read by one task of a worker. */
const BATCH = 16;

function batchesOf<T>(list: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let at = 0; at < list.length; at += BATCH) batches.push(list.slice(at, at + BATCH));
  return batches;
}

export interface MetadataOptions {
  readonly engine: Engine;
  /** Of the files. */
  readonly folder: string;
  readonly mediaType: string;
}

/**
 * Answers the headers of objects in the DICOM JSON Model (PS3.18 section 10.4.1.1.2). A worker reads
 * them; they are sent as they come, so that a long series takes little memory.
 *
 * @throws AppError where the first of them cannot be read
 */
export async function metadata(
  objects: readonly DicomObject[],
  { engine, folder, mediaType }: MetadataOptions,
): Promise<Answer> {
  const describe = async (batch: readonly DicomObject[]) => {
    const files = batch.map((object) => fileOf(folder, object));
    return (await engine.run('describe-objects', { files })).dataSets.join(',');
  };
  const [first = [], ...rest] = batchesOf(objects);
  // Before the answer begins: what is wrong can still be said.
  const beginning = await describe(first);
  const bytes = async function* () {
    yield Buffer.from(`[${beginning}`);
    for (const batch of rest) yield Buffer.from(`,${await describe(batch)}`);
    yield Buffer.from(']');
  };
  return { download: { mediaType, open: () => ReadableStream.from(bytes()) } };
}
