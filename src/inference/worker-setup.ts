import type { PackageLocation } from '../model-packages/listing.js';

/** The setup that a worker process gets at its start. */
export interface WorkerSetup {
  readonly packages: PackageLocation;
  readonly backend: 'auto' | 'webgpu' | 'cpu' | 'wasm';
  /** Only one worker of a pool drives the GPU. */
  readonly mayUseGpu: boolean;
  readonly allowSoftwareGpu: boolean;
  readonly threads: number;
}
