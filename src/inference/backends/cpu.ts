import { messageOf } from '../../core/errors.js';
import type { Backend } from './backend.js';
import { loadNativeRuntime } from './native-runtime.js';
import { openOnnxSession } from './onnx-session.js';

/** Native kernels on the processor: the fastest backend without a graphics card. */
export function createCpuBackend(): Backend {
  return {
    id: 'cpu',
    async probe() {
      try {
        await loadNativeRuntime();
        return { available: true };
      } catch (error) {
        return { available: false, reason: `the native library: ${messageOf(error)}` };
      }
    },
    async open(weights, { threads }) {
      return openOnnxSession(await loadNativeRuntime(), weights, {
        executionProviders: ['cpu'],
        graphOptimizationLevel: 'all',
        ...(threads > 0 ? { intraOpNumThreads: threads } : {}),
      });
    },
  };
}
