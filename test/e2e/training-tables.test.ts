import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadModelPackage } from '../../src/inference/model-package.js';
import { trainingRecipes } from '../support/training-recipe.js';

const PACKAGES = ['lightgbm', 'onnx', 'onnxruntime', 'sklearn', 'pandas', 'scipy'];
const OUTCOMES = join('risk', 'physionet2012-outcomes-a.csv');
const { reason, run } = trainingRecipes('LightGBM', PACKAGES, OUTCOMES);
const MINUTES = 60_000;

const RECIPES: ReadonlyArray<readonly [id: string, outcome: string, inputs: readonly string[]]> = [
  ['deterioration', 'in_hospital_death', ['age', 'gcs', 'bun']],
  ['heart-disease', 'coronary_stenosis', ['age', 'sex', 'chest_pain_type', 'thallium_defect']],
];

describe.skipIf(reason !== '')(`the recipes of the models over tables${reason}`, () => {
  it.each(RECIPES)(
    '%s makes a sound package from data to card, on a few patients',
    async (id, outcome, inputs) => {
      await run(id, id, async (out) => {
        const { manifest, graph } = await loadModelPackage(out);
        if (manifest.kind !== 'tabular-classifier') throw new Error(`is a ${manifest.kind}`);
        expect(manifest.outcome.id).toBe(outcome);
        expect(manifest.inputs.map(({ variable }) => variable)).toEqual(
          expect.arrayContaining([...inputs]),
        );
        expect(graph.golden.length).toBeGreaterThanOrEqual(8);
        expect(graph.weights.byteLength).toBeLessThan(8_000_000);
        expect(readFileSync(join(out, 'CARD.md'), 'utf8')).toContain('Not a medical device');
      });
    },
    10 * MINUTES,
  );
});
