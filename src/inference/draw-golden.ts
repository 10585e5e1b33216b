import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '../core/errors.js';
import { inferenceEnvironment } from './backends/gpu-adapter.js';
import type { WhisperDraft } from './golden/draw-whisper.js';
import type { Environment } from './worker-process.js';

export interface GoldenQuestion {
  readonly folder: string;
  readonly draft: WhisperDraft;
}

export type GoldenAnswer =
  | { readonly manifest: Readonly<Record<string, unknown>> }
  | { readonly fault: string };

/**
 * Draws golden cases of a Whisper package in a process of its own, as graphs are only opened in one.
 *
 * @returns the manifest with what names them
 * @throws AppError `unprocessable` when the files are not what their names say
 */
export async function drawGolden(
  question: GoldenQuestion,
  environment: Environment,
): Promise<Readonly<Record<string, unknown>>> {
  const source = import.meta.url.endsWith('.ts');
  const name = source ? './golden-worker.ts' : './golden-worker.js';
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), [], {
    execArgv: source ? ['--import', 'tsx'] : [],
    serialization: 'advanced',
    env: { ...environment, ...inferenceEnvironment({ allowSoftwareGpu: false }) },
  });
  const answer = await new Promise<GoldenAnswer>((resolve) => {
    child.once('message', (message) => resolve(message as GoldenAnswer));
    child.once('error', ({ message }) => resolve({ fault: message }));
    child.once('exit', () => resolve({ fault: 'the process that opened them has died' }));
    child.send(question);
  });
  if ('manifest' in answer) return answer.manifest;
  throw new AppError('unprocessable', `No golden cases can be drawn: ${answer.fault}.`);
}
