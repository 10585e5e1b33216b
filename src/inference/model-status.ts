import type { Seal } from '../model-packages/seal.js';
import type { BackendReport } from './parity.js';
import type { ModelManifest } from './schema.js';

/** A package that serves, of all kinds or of some. */
export interface ReadyModel<M extends ModelManifest = ModelManifest> {
  readonly state: 'ready';
  readonly id: string;
  readonly manifest: M;
  readonly seal: Seal;
  readonly backend: string;
  readonly reports: readonly BackendReport[];
}

/** A model package and its state in the workers. */
export type ModelStatus =
  | ReadyModel
  | {
      readonly state: 'quarantined' | 'unavailable';
      readonly id: string;
      readonly reason: string;
      readonly reports: readonly BackendReport[];
    };
