import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectHeader } from '../../../src/core/received-object.js';
import { createSealedFile } from '../../../src/core/sealed-file.js';
import { makeResultObjectsTask } from '../../../src/imaging/worker/make-result-objects.js';
import type {
  MakeResultObjectsInput,
  MakeResultObjectsOutput,
} from '../../../src/imaging/worker/make-result-objects-contract.js';
import { readObjectHeader } from '../../../src/media/dicom/object-header.js';

const NOW = Date.UTC(2026, 2, 1, 12, 30);

/** The header of a DICOM file, whose data set begins after its File Meta Information. */
export function headerOf(file: Buffer, syntax: string): ObjectHeader {
  return readObjectHeader(file.subarray(132 + 12 + file.readUInt32LE(140)), syntax);
}

type Input = Pick<MakeResultObjectsInput, 'result' | 'kinds'> & Partial<MakeResultObjectsInput>;

interface NamedFile {
  readonly instanceUid: string;
  readonly file: Uint8Array;
}

/** Runs the task as a worker does, on files that lie sealed on the disk. */
async function runTask(
  files: readonly NamedFile[],
  input: Input & Pick<MakeResultObjectsInput, 'evidence'>,
): Promise<MakeResultObjectsOutput> {
  const folder = mkdtempSync(join(tmpdir(), 'results-'));
  try {
    const images = await Promise.all(
      files.map(async ({ file, instanceUid }) => {
        const writer = createSealedFile(folder);
        await writer.write(file);
        return { instanceUid, file: await writer.finish() };
      }),
    );
    const context = {
      now: NOW,
      signal: new AbortController().signal,
      onProgress: () => {},
      caller: {},
    };
    const whole: MakeResultObjectsInput = {
      images,
      imageType: 'chest_xray',
      identity: 'a box',
      version: '1.0.0',
      limits: { fileBytes: 2 ** 28, megapixels: 100 },
      at: NOW,
      ...input,
    };
    return await makeResultObjectsTask.run(whole, context, undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Makes the objects of an answer to one image, whose header may be damaged. */
export const makeResultsOf = (
  instanceUid: string,
  file: Uint8Array,
  input: Input & Pick<MakeResultObjectsInput, 'evidence'>,
) => runTask([{ instanceUid, file }], input);

/** Makes the objects of an answer; the evidence is these files, unless it is given. */
export function makeResults(
  files: ReadonlyArray<{ readonly file: Uint8Array; readonly syntax: string }>,
  input: Input,
): Promise<MakeResultObjectsOutput> {
  const headers = files.map(({ file, syntax }) => headerOf(Buffer.from(file), syntax));
  const evidence = headers.map((header) => ({
    studyUid: header.studyInstanceUid,
    seriesUid: header.seriesInstanceUid,
    instanceUid: header.sopInstanceUid,
    sopClassUid: header.sopClassUid,
  }));
  const named = files.map(({ file }, at) => ({
    instanceUid: headers[at]?.sopInstanceUid ?? '',
    file,
  }));
  return runTask(named, { evidence, ...input });
}
