import { isImageManifest } from '../../src/inference/manifests/kinds.js';
import type { ImageManifest, ModelManifest } from '../../src/inference/schema.js';

/** The manifest of a package that reads pictures. @throws Error for one that reads tables */
export function imageManifest(manifest: ModelManifest): ImageManifest {
  if (isImageManifest(manifest)) return manifest;
  throw new Error(`${manifest.id} reads no pictures`);
}
