import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadModelPackage } from '../../src/inference/model-package.js';
import { imageManifest } from '../support/image-manifest.js';
import { trainingRecipes } from '../support/training-recipe.js';

const PACKAGES = ['torch', 'onnx', 'onnxruntime', 'onnxscript', 'sklearn', 'pandas', 'PIL'];
const { reason, run } = trainingRecipes('PyTorch', PACKAGES, join('cxr', 'labels.csv'));
const MINUTES = 60_000;

const CHEST = ['abnormal', 'pneumonia', 'tuberculosis', 'covid19'];
const MINED = ['effusion', 'pneumothorax', 'cardiomegaly', 'edema', 'atelectasis'];
/** Each recipe with what its package tells. */
const RECIPES: ReadonlyArray<readonly [recipe: string, id: string, tells: readonly string[]]> = [
  ['chest-xray-anatomy', 'chest-xray-anatomy', ['right_lung', 'left_lung', 'heart']],
  ['chest-xray', 'chest-xray-triage', [...CHEST, ...MINED, 'consolidation', 'nodule']],
  ['brain-mri', 'brain-mri-tumour', ['abnormal', 'glioma', 'meningioma', 'pituitary']],
  ['head-ct', 'head-ct-haemorrhage', ['haemorrhage']],
];

describe.skipIf(reason !== '')(`the recipes of the shipped models${reason}`, () => {
  it.each(RECIPES)(
    '%s makes a sound package from data to card, on a few pictures',
    async (recipe, id, tells) => {
      await run(recipe, id, async (out) => {
        const { manifest: loaded, graph } = await loadModelPackage(out);
        const manifest = imageManifest(loaded);
        const told = manifest.kind === 'image-segmenter' ? manifest.structures : manifest.labels;
        expect(manifest.id).toBe(id);
        expect(told.map((one) => one.id)).toEqual(tells);
        expect(graph.golden.length).toBeGreaterThanOrEqual(2);
        expect(graph.weights.byteLength).toBeLessThan(8_000_000);
        expect(existsSync(join(out, 'CARD.md'))).toBe(true);
      });
    },
    10 * MINUTES,
  );
});
