import { AppError } from '../../core/errors.js';
import type { SealedFile } from '../../core/sealed-file.js';
import { defineTask } from '../../core/task.js';
import { describeHead } from '../../media/dicom/dicom-json.js';
import { PictureFault } from '../../media/picture-fault.js';
import type { DescribeObjectsInput, DescribeObjectsOutput } from './describe-objects-contract.js';
import { readHead } from './read-head.js';

async function describe(file: SealedFile): Promise<string> {
  return JSON.stringify((await readHead(file, describeHead)).attributes);
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
