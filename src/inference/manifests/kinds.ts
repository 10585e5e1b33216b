import type { ImageManifest, ModelManifest, SpeechManifest } from '../schema.js';

/** Whether the model reads pictures. */
export const isImageManifest = (manifest: ModelManifest): manifest is ImageManifest =>
  manifest.kind.startsWith('image-');

/** Whether the model listens. */
export const isSpeechManifest = (manifest: ModelManifest): manifest is SpeechManifest =>
  manifest.kind.startsWith('speech-');
