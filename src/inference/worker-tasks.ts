import { drawGoldenTask } from './tasks/draw-golden.js';
import { readImageTask } from './tasks/read-image.js';
import { readTableTask } from './tasks/read-table.js';
import { transcribeTask } from './tasks/transcribe.js';

/** Every kind of work that is done where untrusted files are decoded and models run. */
export const WORKER_TASKS = [readImageTask, readTableTask, transcribeTask, drawGoldenTask] as const;
