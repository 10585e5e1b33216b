import { AppError } from '../../core/errors.js';
import type { DrawGoldenInput } from '../../dictation/worker/draw-golden.js';
import { startModelWorker } from '../../inference/model-worker.js';
import type { Environment } from '../../inference/pool/process-transport.js';
import type { WorkerSetup } from '../../inference/worker-setup.js';
import { MODEL_WORKER } from './entry.js';

export type { WhisperDraft } from '../../dictation/worker/draw-whisper.js';

/** A worker without an open model. */
const SETUP: WorkerSetup = {
  packages: { folders: [], installed: [], trust: { required: false, keys: [] } },
  backend: 'cpu',
  mayUseGpu: false,
  allowSoftwareGpu: false,
  threads: 0,
};

/**
 * Draws golden cases of a Whisper package in a process of its own, as graphs are only opened in one.
 *
 * @returns the manifest with their names and hashes
 * @throws AppError `unprocessable` when the files do not match their names
 */
export async function drawGolden(
  input: DrawGoldenInput,
  environment: Environment,
): Promise<Readonly<Record<string, unknown>>> {
  const worker = startModelWorker(MODEL_WORKER, SETUP, environment);
  const died = () => {
    const message = 'No golden cases can be created: the worker process has ended.';
    return new AppError('unprocessable', message);
  };
  try {
    await worker.ready;
    const output = await worker.run({ name: 'draw-golden', input, now: 0 });
    return output as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw worker.usable ? error : died();
  } finally {
    worker.end('its work is done');
    await worker.ended;
  }
}
