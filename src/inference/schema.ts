import { z } from 'zod';
import {
  type form,
  imageClassifier,
  imageDetector,
  imageSegmenter,
} from './manifests/image/schema.js';
import { speechCtc, speechSeq2seq } from './manifests/speech/schema.js';
import { tabularClassifier } from './manifests/tabular/schema.js';

/**
 * The shape of the manifest `model.json` of a model package; unknown keys are refused.
 * `manifestFaults` checks the parts against each other.
 */
export const modelManifestSchema = z.discriminatedUnion('kind', [
  imageClassifier,
  imageDetector,
  imageSegmenter,
  tabularClassifier,
  speechCtc,
  speechSeq2seq,
]);

export type ModelManifest = z.infer<typeof modelManifestSchema>;
export type TabularManifest = z.infer<typeof tabularClassifier>;
export type SpeechCtcManifest = z.infer<typeof speechCtc>;
export type SpeechSeq2seqManifest = z.infer<typeof speechSeq2seq>;
export type LogMelFeatures = Extract<SpeechCtcManifest['input'], { form: 'log-mel' }>['features'];
/** The kinds of speech models. */
export type SpeechManifest = SpeechCtcManifest | SpeechSeq2seqManifest;
export type ImageClassifierManifest = z.infer<typeof imageClassifier>;
export type ImageDetectorManifest = z.infer<typeof imageDetector>;
export type ImageSegmenterManifest = z.infer<typeof imageSegmenter>;
/** The kinds of image models. */
export type ImageManifest =
  | ImageClassifierManifest
  | ImageDetectorManifest
  | ImageSegmenterManifest;
/** Which series an image model reads, and how. */
export type SeriesManifest = NonNullable<ImageManifest['series']>;
export type InputManifest = ImageManifest['input'];
export type OutputForm = z.infer<typeof form>;
/** A label of any kind of image model. */
export type LabelManifest = ImageManifest['labels'][number];
