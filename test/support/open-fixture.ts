import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Session } from '../../src/inference/backends/backend.js';
import { createCpuBackend } from '../../src/inference/backends/cpu.js';
import { loadModelPackage } from '../../src/inference/model-package.js';
import type { OpenModel } from '../../src/inference/open-model.js';
import type {
  ImageClassifierManifest,
  ImageDetectorManifest,
  ImageManifest,
  ImageSegmenterManifest,
  ModelManifest,
} from '../../src/inference/schema.js';
import { FIXTURE_MODELS, OWN_MODELS } from './fixture-models.js';

/** A model that counts its runs. */
export type CountedModel<M extends ModelManifest = ImageManifest> = OpenModel<M> & {
  runs: () => number;
};

async function openPackage(dir: string): Promise<CountedModel<ModelManifest>> {
  const { manifest, graph } = await loadModelPackage(dir);
  const session = await createCpuBackend().open(graph.weights, { threads: 1 });
  onTestFinished(() => session.release());
  let runs = 0;
  const counted: Session = {
    ...session,
    run(feeds) {
      runs += 1;
      return session.run(feeds);
    },
  };
  return { manifest, session: counted, backend: 'cpu', runs: () => runs };
}

/** A tiny classifier on the real CPU backend; its manifest may be changed. */
export async function openFixture(
  id: 'pattern-fp32' | 'pattern-int8' = 'pattern-fp32',
  changes: Partial<ImageClassifierManifest> = {},
): Promise<CountedModel<ImageClassifierManifest>> {
  const { manifest, ...rest } = await openPackage(join(FIXTURE_MODELS, id));
  if (manifest.kind !== 'image-classifier') throw new Error(`${id} is no classifier`);
  return { ...rest, manifest: { ...manifest, ...changes } };
}

/** A detector of bright squares: its boxes are where the squares are. */
export async function openSpotDetector(
  changes: Partial<ImageDetectorManifest> = {},
): Promise<CountedModel<ImageDetectorManifest>> {
  const { manifest, ...rest } = await openPackage(join(OWN_MODELS, 'spot-detector'));
  if (manifest.kind !== 'image-detector') throw new Error('it is no detector');
  return { ...rest, manifest: { ...manifest, ...changes } };
}

/** A segmenter of what is brighter than middle grey. */
export async function openSpotSegmenter(
  changes: Partial<ImageSegmenterManifest> = {},
): Promise<CountedModel<ImageSegmenterManifest>> {
  const { manifest, ...rest } = await openPackage(join(OWN_MODELS, 'spot-segmenter'));
  if (manifest.kind !== 'image-segmenter') throw new Error('it is no segmenter');
  return { ...rest, manifest: { ...manifest, ...changes } };
}

/** A gate that lets everything pass: the fixture's own weights are random. */
export const OPEN_GATE = { gate: { threshold: 0, scale: 1, bias: 0 } };
