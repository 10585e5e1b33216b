import { readFile } from 'node:fs/promises';
import { AppError, messageOf } from '../../core/errors.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import type { ModelWorker } from '../../inference/model-opener.js';
import { drawWhisperGolden, type WhisperDraft } from './draw-whisper.js';

/** Fetched files and their incomplete manifest. */
export interface DrawGoldenInput {
  readonly folder: string;
  readonly draft: WhisperDraft;
}

/** Draws golden cases of a package whose graphs have none yet. */
export const drawGoldenTask = defineTask({
  name: 'draw-golden',
  lane: 'long',
  async run(
    { folder, draft }: DrawGoldenInput,
    _context: TaskContext,
    worker: ModelWorker,
  ): Promise<Readonly<Record<string, unknown>>> {
    const open = async (path: string) => worker.openReference(await readFile(path));
    try {
      return { ...(await drawWhisperGolden(folder, draft, open)) };
    } catch (error) {
      throw new AppError('unprocessable', `No golden cases can be created: ${messageOf(error)}.`);
    }
  },
});
