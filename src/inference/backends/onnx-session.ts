import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node';
import type { Session, Tensor, TensorDtype, Tensors } from './backend.js';

/** The common parts of the native and the WebAssembly library; both have these two classes. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(model: Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession>;
  };
  readonly Tensor: new (
    type: OrtTensor.Type,
    data: OrtTensor.DataType,
    dims: readonly number[],
  ) => OrtTensor;
}

const DTYPES: ReadonlySet<string> = new Set<TensorDtype>([
  'float32',
  'float64',
  'int64',
  'int32',
  'int8',
  'uint8',
  'bool',
]);

function isKnown(tensor: { type: string }): boolean {
  return DTYPES.has(tensor.type);
}

function fromOrt(name: string, tensor: OrtTensor): Tensor {
  if (!isKnown(tensor)) throw new TypeError(`output ${name} has the type ${tensor.type}`);
  // The library's type and array always belong together; the compiler cannot see that.
  return { dtype: tensor.type, shape: [...tensor.dims], data: tensor.data } as Tensor;
}

/** Opens a session and wraps it, so that the library is used only in this folder. */
export async function openOnnxSession(
  runtime: OnnxRuntime,
  weights: Uint8Array,
  options: InferenceSession.SessionOptions,
  placement?: 'whole' | 'mixed',
): Promise<Session> {
  // Warnings about node placement would be written to stderr on every load; `placement` reports the
  // same.
  const session = await runtime.InferenceSession.create(weights, {
    logSeverityLevel: 3,
    ...options,
  });
  let released = false;
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    ...(placement === undefined ? {} : { placement }),
    async run(feeds: Tensors) {
      if (released) throw new Error('the session has been released');
      const ortFeeds: Record<string, OrtTensor> = {};
      for (const [name, tensor] of Object.entries(feeds)) {
        ortFeeds[name] = new runtime.Tensor(tensor.dtype, tensor.data, tensor.shape);
      }
      const results = await session.run(ortFeeds);
      return Object.fromEntries(
        Object.entries(results).map(([name, value]) => [name, fromOrt(name, value as OrtTensor)]),
      );
    },
    async release() {
      if (released) return;
      released = true;
      await session.release();
    },
  };
}
