import { messageOf } from '../../core/errors.js';
import type { Backend, ProbeResult, Session } from './backend.js';
import { classifyGpu, readGpuEvidence } from './gpu-adapter.js';
import { loadNativeRuntime } from './native-runtime.js';
import { openOnnxSession } from './onnx-session.js';

/** A graph of a single Relu over four numbers, in ONNX form: the least that needs an adapter. */
const PROBE_GRAPH =
  'CAg6MwoMCgF4EgF5IgRSZWx1EgFnWg8KAXgSCgoICAESBAoCCARiDwoBeRIKCggIARIECgIIBEIECgAQDQ==';

/** Shown by ONNX Runtime when a node has no WebGPU kernel and the CPU is not allowed to help. */
const NEEDS_CPU = /fallback to CPU EP has been explicitly disabled/;

async function openOnGpu(weights: Uint8Array, threads: number): Promise<Session> {
  const runtime = await loadNativeRuntime();
  const shared = {
    executionProviders: ['webgpu'],
    graphOptimizationLevel: 'all',
    ...(threads > 0 ? { intraOpNumThreads: threads } : {}),
  } as const;
  try {
    // Without the ban, a graph without a node for the GPU would run on the CPU unnoticed.
    const banned = { session: { disable_cpu_ep_fallback: '1' } };
    const options = { ...shared, extra: banned, logSeverityLevel: 4 } as const;
    return await openOnnxSession(runtime, weights, options, 'whole');
  } catch (error) {
    if (!NEEDS_CPU.test(messageOf(error))) throw error;
    return openOnnxSession(runtime, weights, shared, 'mixed');
  }
}

async function relu(session: Session): Promise<boolean> {
  const data = Float32Array.of(-2, -0.5, 0.5, 2);
  const { y } = await session.run({ x: { dtype: 'float32', shape: [4], data } });
  return y?.dtype === 'float32' && y.data.join() === '0,0,0.5,2';
}

async function probeGpu(): Promise<ProbeResult> {
  let session: Session | undefined;
  try {
    session = await openOnGpu(Buffer.from(PROBE_GRAPH, 'base64'), 1);
    if (session.placement !== 'whole' || !(await relu(session))) {
      return { available: false, reason: 'the adapter fails a graph of a single node' };
    }
    // Metal has no software adapter, and macOS no /proc to read.
    if (process.platform === 'darwin')
      return { available: true, adapter: 'Metal', software: false };
    return { available: true, ...classifyGpu(readGpuEvidence()) };
  } catch (error) {
    return { available: false, reason: reasonOf(error) };
  } finally {
    await session?.release();
  }
}

/** ONNX Runtime puts the source location and the failed condition before the description. */
function reasonOf(error: unknown): string {
  const message = messageOf(error).trim();
  const start = message.indexOf('Failed to get a WebGPU');
  return start < 0 ? message : message.slice(start);
}

/**
 * A GPU through WebGPU (Dawn over Vulkan or Metal), in the native library. Dawn chooses the adapter
 * once per process. A missing driver or loader is reported; a broken driver can still end the
 * process, so this runs in a worker.
 */
export function createWebgpuBackend(): Backend {
  let probed: Promise<ProbeResult> | undefined;
  return {
    id: 'webgpu',
    async probe() {
      if (process.platform === 'win32') {
        return { available: false, reason: 'the adapter cannot be identified on Windows' };
      }
      probed ??= probeGpu();
      return probed;
    },
    open: (weights, { threads }) => openOnGpu(weights, threads),
  };
}
