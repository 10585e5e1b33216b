import type { Session } from './backends/backend.js';
import type { ImageManifest, ModelManifest } from './schema.js';

/** A model that is ready to answer in this worker. */
export interface OpenModel<M extends ModelManifest = ModelManifest> {
  readonly manifest: M;
  readonly session: Session;
  readonly backend: string;
}

/** A model that reads pictures. */
export type OpenImageModel = OpenModel<ImageManifest>;
