import { AppError } from '../../core/errors.js';
import { readSealedFile } from '../../core/sealed-file.js';
import { defineTask } from '../../core/task.js';
import { openDicom } from '../../media/dicom/open-dicom.js';
import { encodeFrame } from '../../media/encode.js';
import { NoSuchFrame, PictureFault } from '../../media/picture-fault.js';
import type { RenderObjectInput, RenderObjectOutput } from './render-object-contract.js';

async function render(input: RenderObjectInput): Promise<RenderObjectOutput> {
  const { file, frame, megapixels } = input;
  const bytes = await readSealedFile(file);
  const dicom = await openDicom(bytes, { megapixels, ...(frame !== undefined && { frame }) });
  return { picture: await encodeFrame(await dicom.display(), dicom, input) };
}

/** Shows a frame of a DICOM file as its header says that it is to be shown. */
export const renderObjectTask = defineTask({
  name: 'render-object',
  lane: 'usual',
  async run(input: RenderObjectInput): Promise<RenderObjectOutput> {
    try {
      return await render(input);
    } catch (cause) {
      if (cause instanceof NoSuchFrame) {
        throw new AppError('not_found', 'The object has no such frame.', { cause });
      }
      if (!(cause instanceof PictureFault)) throw cause;
      const message = `The object cannot be shown: it ${cause.message}.`;
      throw new AppError('not_acceptable', message, { cause });
    }
  },
});
