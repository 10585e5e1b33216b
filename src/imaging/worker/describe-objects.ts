import { AppError } from '../../core/errors.js';
import { openSealedFile, type SealedFile } from '../../core/sealed-file.js';
import { defineTask } from '../../core/task.js';
import { type DescribedHead, describeHead } from '../../media/dicom/dicom-json.js';
import { PictureFault } from '../../media/picture-fault.js';
import type { DescribeObjectsInput, DescribeObjectsOutput } from './describe-objects-contract.js';

/** Most headers end before; the rest of a file is read only for those that do not. */
const HEAD_BYTES = 256 * 1_024;

/** Describes the first bytes of a file; undefined where they are too few. */
function tryHead(bytes: Buffer, isAll: boolean): DescribedHead | undefined {
  try {
    const described = describeHead(bytes);
    return described.isComplete || isAll ? described : undefined;
  } catch (error) {
    // A deflated data set that is cut cannot be inflated.
    if (isAll || !(error instanceof PictureFault)) throw error;
    return undefined;
  }
}

async function describe(file: SealedFile): Promise<string> {
  const reader = await openSealedFile(file);
  try {
    const read = async (length: number) => {
      const { buffer, byteOffset, byteLength } = await reader.read(0, length);
      return Buffer.from(buffer, byteOffset, byteLength);
    };
    const head = await read(HEAD_BYTES);
    const described =
      tryHead(head, head.length === reader.bytes) ?? tryHead(await read(reader.bytes), true);
    return JSON.stringify(described?.attributes ?? {});
  } finally {
    await reader.close();
  }
}

/** Describes the headers of DICOM files, one after the other. */
export const describeObjectsTask = defineTask({
  name: 'describe-objects',
  lane: 'quick',
  async run({ files }: DescribeObjectsInput): Promise<DescribeObjectsOutput> {
    const dataSets: string[] = [];
    try {
      for (const file of files) dataSets.push(await describe(file));
    } catch (cause) {
      if (!(cause instanceof PictureFault)) throw cause;
      throw new AppError('unprocessable', 'The header of an object cannot be read.', { cause });
    }
    return { dataSets };
  },
});
