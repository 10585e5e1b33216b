/** Where a model can run: a GPU through Dawn, native CPU kernels, or portable WebAssembly. */
export type BackendId = 'webgpu' | 'cpu' | 'wasm';

export interface TensorDataByDtype {
  float32: Float32Array;
  float64: Float64Array;
  int64: BigInt64Array;
  int32: Int32Array;
  int8: Int8Array;
  uint8: Uint8Array;
  bool: Uint8Array;
}

export type TensorDtype = keyof TensorDataByDtype;

export interface TensorOf<D extends TensorDtype> {
  readonly dtype: D;
  readonly shape: readonly number[];
  readonly data: TensorDataByDtype[D];
}

export type Tensor = { [D in TensorDtype]: TensorOf<D> }[TensorDtype];

export type Tensors = Readonly<Record<string, Tensor>>;

/** A model that is loaded and can answer. */
export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** `mixed`: some nodes have no kernel on this backend and run on the CPU in between. */
  readonly placement?: 'whole' | 'mixed';
  /**
   * Runs once. The native backends block the thread, and with it the caller's event loop; therefore
   * sessions run in worker processes.
   */
  run(feeds: Tensors): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
}

export interface OpenOptions {
  /** Threads for one run; 0 leaves the number to the library. */
  readonly threads: number;
}

export type ProbeResult =
  | { readonly available: true; readonly adapter?: string; readonly software?: boolean }
  | { readonly available: false; readonly reason: string };

export interface Backend {
  readonly id: BackendId;
  /** Slower than others: to be tried only when no other passes. */
  readonly fallback?: boolean;
  /**
   * Loads the library and tests it. It may load graphics drivers, which can crash a process: to be
   * called in a worker process, never in the daemon.
   */
  probe(): Promise<ProbeResult>;
  open(weights: Uint8Array, options: OpenOptions): Promise<Session>;
}
