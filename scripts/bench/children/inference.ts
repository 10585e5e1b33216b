// Decode and inference alone, by the worker's own function: what a whole request is held against.

import type * as ReadImageModule from '../../../src/imaging/worker/read-image.js';
import type * as BackendModule from '../../../src/inference/backends/backend.js';
import type * as CpuModule from '../../../src/inference/backends/cpu.js';
import type * as WasmModule from '../../../src/inference/backends/wasm.js';
import type * as KindsModule from '../../../src/inference/manifests/kinds.js';
import type * as PackageModule from '../../../src/inference/model-package.js';
import type { OpenImageModel } from '../../../src/inference/open-model.js';
import type * as Base64Module from '../../../src/media/base64.js';
import type { Models, Package } from '../models.js';
import { answerQuestions } from '../processes.js';
import { product } from '../product.js';

export interface InferenceSetup {
  readonly models: Models;
  readonly backend: 'cpu' | 'wasm';
  readonly threads: number;
  readonly film: Uint8Array;
}

export type InferenceQuestion = { readonly setup: InferenceSetup } | { readonly read: true };

export interface InferenceTimes {
  /** Everything except the models: opening, decoding, resampling, and interpreting their outputs. */
  readonly decodeMs: number;
  /** 0 where there is none. */
  readonly segmenterMs: number;
  readonly readerMs: number;
}

const LIMITS = { fileBytes: 64 * 2 ** 20, megapixels: 100 };

const { readImage } = await product<typeof ReadImageModule>('imaging/worker/read-image.js');
const { decodeBase64 } = await product<typeof Base64Module>('media/base64.js');
const { loadModelPackage } = await product<typeof PackageModule>('inference/model-package.js');
const { isImageManifest } = await product<typeof KindsModule>('inference/manifests/kinds.js');
const { createCpuBackend } = await product<typeof CpuModule>('inference/backends/cpu.js');
const { createWasmBackend } = await product<typeof WasmModule>('inference/backends/wasm.js');

interface TimedModel {
  readonly model: OpenImageModel;
  /** Of its last run. */
  readonly lastMs: () => number;
}

async function openTimed(
  { dir }: Package,
  backend: BackendModule.Backend,
  threads: number,
): Promise<TimedModel> {
  const { manifest, graph } = await loadModelPackage(dir);
  if (!isImageManifest(manifest)) throw new Error(`${manifest.id} reads no films`);
  const session = await backend.open(graph.weights, { threads });
  let lastMs = 0;
  const run: BackendModule.Session['run'] = async (feeds) => {
    const startedAt = performance.now();
    const outputs = await session.run(feeds);
    lastMs = performance.now() - startedAt;
    return outputs;
  };
  const model = { manifest, session: { ...session, run }, backend: backend.id };
  return { model, lastMs: () => lastMs };
}

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

let read: (() => Promise<InferenceTimes>) | undefined;

async function setUp({ models, backend, threads, film }: InferenceSetup): Promise<true> {
  const chosen = backend === 'cpu' ? createCpuBackend() : createWasmBackend();
  const reader = await openTimed(models.reader, chosen, threads);
  const segmenter = models.segmenter && (await openTimed(models.segmenter, chosen, threads));
  const encoded = Buffer.from(Buffer.from(film).toString('base64'), 'latin1');
  const input = {
    ...({ field: 'image_data', sent: { encoded }, limits: LIMITS, wantHeatmap: false } as const),
    expected: { modality: models.modality },
  };
  const taking = { reader: reader.model, segmenter: segmenter?.model };
  read = async () => {
    const wholeMs = await timed(async () => {
      const output = await readImage(input, taking);
      if (!output.assessed) throw new Error(`the film was refused: ${output.refusal.reason}`);
    });
    // The characters are sent with the request and not with the picture: they are the request's cost.
    const base64Ms = await timed(() => decodeBase64(encoded));
    const [segmenterMs, readerMs] = [segmenter?.lastMs() ?? 0, reader.lastMs()];
    return { decodeMs: wholeMs - base64Ms - segmenterMs - readerMs, segmenterMs, readerMs };
  };
  return true;
}

answerQuestions(async (question: InferenceQuestion) =>
  'setup' in question ? setUp(question.setup) : read?.(),
);
