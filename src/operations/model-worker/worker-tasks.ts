import { drawGoldenTask } from '../../dictation/worker/draw-golden.js';
import { transcribeTask } from '../../dictation/worker/transcribe.js';
import { describeObjectsTask } from '../../imaging/worker/describe-objects.js';
import { describeSlicesTask } from '../../imaging/worker/describe-slices.js';
import { findFramesTask } from '../../imaging/worker/find-frames.js';
import { inspectObjectsTask } from '../../imaging/worker/inspect-objects.js';
import { makeResultObjectsTask } from '../../imaging/worker/make-result-objects.js';
import { readImageTask } from '../../imaging/worker/read-image.js';
import { readSlicesTask } from '../../imaging/worker/read-slices.js';
import { renderObjectTask } from '../../imaging/worker/render-object.js';
import { readTableTask } from '../../inference/tables/read-table.js';

/** All tasks of the worker processes, in which untrusted files are decoded and models run. */
export const WORKER_TASKS = [
  readImageTask,
  readSlicesTask,
  describeObjectsTask,
  inspectObjectsTask,
  makeResultObjectsTask,
  findFramesTask,
  describeSlicesTask,
  renderObjectTask,
  readTableTask,
  transcribeTask,
  drawGoldenTask,
] as const;
