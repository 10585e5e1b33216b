import { join } from 'node:path';
import { loadModelPackage } from '../../../../src/inference/model-package.js';
import type {
  ImageClassifierManifest,
  ImageDetectorManifest,
  ImageSegmenterManifest,
  ModelManifest,
} from '../../../../src/inference/schema.js';
import { FIXTURE_MODELS, OWN_MODELS } from '../../../support/fixture-models.js';

const manifestOf = async (dir: string): Promise<ModelManifest> =>
  (await loadModelPackage(dir)).manifest;

/** Manifests as they are on disk, to be changed by tests of pure code. */
export const classifier = (await manifestOf(
  join(FIXTURE_MODELS, 'pattern-fp32'),
)) as ImageClassifierManifest;
export const detector = (await manifestOf(
  join(OWN_MODELS, 'spot-detector'),
)) as ImageDetectorManifest;
export const segmenter = (await manifestOf(
  join(OWN_MODELS, 'spot-segmenter'),
)) as ImageSegmenterManifest;
