// Decode and inference alone, by the product's own functions: what a whole request is held against.
import type * as BackendModule from '../../../src/inference/backends/backend.js';
import type * as CpuModule from '../../../src/inference/backends/cpu.js';
import type * as WasmModule from '../../../src/inference/backends/wasm.js';
import type * as PackageModule from '../../../src/inference/model-package.js';
import type * as StandardiseModule from '../../../src/inference/tasks/standardise.js';
import type * as RasterModule from '../../../src/media/raster.js';
import { answerQuestions } from '../processes.js';
import { product } from '../product.js';

export interface InferenceSetup {
  readonly packageDir: string;
  readonly backend: 'cpu' | 'wasm';
  readonly threads: number;
  readonly film: Uint8Array;
}

export type InferenceQuestion = { readonly setup: InferenceSetup } | { readonly read: true };

export interface InferenceTimes {
  readonly decodeMs: number;
  readonly runMs: number;
}

const MEGAPIXELS = 100;

const { openRaster } = await product<typeof RasterModule>('media/raster.js');
const { standardise } = await product<typeof StandardiseModule>('inference/tasks/standardise.js');
const { loadModelPackage } = await product<typeof PackageModule>('inference/model-package.js');
const { createCpuBackend } = await product<typeof CpuModule>('inference/backends/cpu.js');
const { createWasmBackend } = await product<typeof WasmModule>('inference/backends/wasm.js');

let read: (() => Promise<InferenceTimes>) | undefined;

function reader(
  { manifest }: PackageModule.ModelPackage,
  session: BackendModule.Session,
  film: Buffer,
): () => Promise<InferenceTimes> {
  const { name, width, height, channels } = manifest.input;
  return async () => {
    const startedAt = performance.now();
    const raster = await openRaster(film, MEGAPIXELS);
    const { greys } = await raster.sample(width, height);
    const plane = standardise(greys);
    const data = new Float32Array(plane.length * channels);
    for (let channel = 0; channel < channels; channel += 1) data.set(plane, channel * plane.length);
    const decodedAt = performance.now();
    const shape = [1, channels, height, width];
    await session.run({ [name]: { dtype: 'float32', shape, data } });
    return { decodeMs: decodedAt - startedAt, runMs: performance.now() - decodedAt };
  };
}

async function setUp({ packageDir, backend, threads, film }: InferenceSetup): Promise<true> {
  const loaded = await loadModelPackage(packageDir);
  const chosen = backend === 'cpu' ? createCpuBackend() : createWasmBackend();
  const session = await chosen.open(loaded.weights, { threads });
  read = reader(loaded, session, Buffer.from(film));
  return true;
}

answerQuestions(async (question: InferenceQuestion) =>
  'setup' in question ? setUp(question.setup) : read?.(),
);
