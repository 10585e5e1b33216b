// Bare runs of one model on a ready tensor: no file, no picture, no request.

import type * as CpuModule from '../../../src/inference/backends/cpu.js';
import type * as InputTensorModule from '../../../src/inference/input-tensor.js';
import type * as KindsModule from '../../../src/inference/manifests/kinds.js';
import type * as PackageModule from '../../../src/inference/model-package.js';
import { createNoise } from '../films.js';
import { answerQuestions } from '../processes.js';
import { product } from '../product.js';

export type ModelRunsQuestion =
  /** Opens a package. */
  { readonly dir: string; readonly threads: number } | { readonly runs: number };

const { inputTensor } = await product<typeof InputTensorModule>('inference/input-tensor.js');
const { loadModelPackage } = await product<typeof PackageModule>('inference/model-package.js');
const { isImageManifest } = await product<typeof KindsModule>('inference/manifests/kinds.js');
const { createCpuBackend } = await product<typeof CpuModule>('inference/backends/cpu.js');

let run: (() => Promise<unknown>) | undefined;

async function open(dir: string, threads: number): Promise<true> {
  const { manifest, graph } = await loadModelPackage(dir);
  if (!isImageManifest(manifest)) throw new Error(`${manifest.id} reads no pictures`);
  const { input } = manifest;
  const noise = createNoise(1);
  const greys = new Float32Array(input.width * input.height).map(() => noise() * 255);
  const session = await createCpuBackend().open(graph.weights, { threads });
  run = () => session.run({ [input.name]: inputTensor(greys, input) });
  await run();
  return true;
}

/** @returns how many it did in a second */
async function measure(runs: number): Promise<number> {
  const startedAt = performance.now();
  for (let i = 0; i < runs; i += 1) await run?.();
  return runs / ((performance.now() - startedAt) / 1_000);
}

answerQuestions(async (question: ModelRunsQuestion) =>
  'dir' in question ? open(question.dir, question.threads) : measure(question.runs),
);
