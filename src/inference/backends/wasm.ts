import { messageOf } from '../../core/errors.js';
import type { Backend } from './backend.js';
import { openOnnxSession } from './onnx-session.js';

/**
 * WebAssembly, for machines on which the native library does not load. The main entry of
 * onnxruntime-web is for Node: it reads its binary from the package folder, while the `/wasm` entry
 * needs `fetch` for more than one thread.
 */
export function createWasmBackend(): Backend {
  const load = () => import('onnxruntime-web');
  return {
    id: 'wasm',
    fallback: true,
    async probe() {
      try {
        await load();
        return { available: true };
      } catch (error) {
        return { available: false, reason: `the WebAssembly library: ${messageOf(error)}` };
      }
    },
    async open(weights, { threads }) {
      const runtime = await load();
      // Counts for the whole process and only before the first session.
      runtime.env.wasm.numThreads = threads;
      return openOnnxSession(runtime, weights, {
        executionProviders: ['wasm'],
        graphOptimizationLevel: 'all',
      });
    },
  };
}
