import type { Fault } from '../core/fault.js';
import type { PackageLocation } from '../packages/listing.js';
import type { ModelStatus, TaskName } from './engine.js';

/** What a worker is told once, right after it was forked. */
export interface WorkerSetup {
  readonly packages: PackageLocation;
  readonly backend: 'auto' | 'webgpu' | 'cpu' | 'wasm';
  /** Only one worker of a pool drives the GPU. */
  readonly mayUseGpu: boolean;
  readonly allowSoftwareGpu: boolean;
  readonly threads: number;
}

export type ToWorker =
  | { readonly type: 'setup'; readonly setup: WorkerSetup }
  | { readonly type: 'task'; readonly id: number; readonly task: TaskName; readonly input: unknown }
  /** Nobody waits for the answer any more: a long task may stop. */
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'ping'; readonly id: number };

export type FromWorker =
  | { readonly type: 'ready'; readonly models: readonly ModelStatus[] }
  | { readonly type: 'done'; readonly id: number; readonly output: unknown }
  /** Of a long task: it lives, and so much of it is done (0..1). */
  | { readonly type: 'progress'; readonly id: number; readonly fraction: number }
  | { readonly type: 'failed'; readonly id: number; readonly fault: Fault }
  | { readonly type: 'pong'; readonly id: number };
