import type { OnnxRuntime } from './onnx-session.js';

/**
 * Loads the native ONNX Runtime, with its telemetry off.
 *
 * Official Linux builds since 1.29 write a device id and an event store below the home folder and
 * upload session facts (model names and hashes among them) unless this variable is set before the
 * library starts. The library reads the real environment once, so the variable is set here, at the
 * only way to load it, independent of how the process was started.
 */
export async function loadNativeRuntime(): Promise<OnnxRuntime> {
  process.env.ORT_DISABLE_TELEMETRY = '1';
  return import('onnxruntime-node');
}
