import { AppError } from '../../core/errors.js';
import { readSealedFile } from '../../core/sealed-file.js';
import { defineTask } from '../../core/task.js';
import { findStoredFrames } from '../../media/dicom/stored-frames.js';
import { PictureFault } from '../../media/picture-fault.js';
import type { FindFramesInput, FindFramesOutput } from './find-frames-contract.js';

/** Finds frames of a DICOM file, nothing decoded. */
export const findFramesTask = defineTask({
  name: 'find-frames',
  lane: 'usual',
  async run({ file, frames }: FindFramesInput): Promise<FindFramesOutput> {
    const bytes = await readSealedFile(file);
    try {
      return { frames: findStoredFrames(bytes, frames) };
    } catch (cause) {
      if (!(cause instanceof PictureFault)) throw cause;
      const message = `The object has no frames that can be retrieved: it ${cause.message}.`;
      throw new AppError('not_found', message, { cause });
    }
  },
});
