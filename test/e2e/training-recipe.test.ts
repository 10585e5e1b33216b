import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadModelPackage } from '../../src/inference/model-package.js';
import { imageManifest } from '../support/image-manifest.js';

const ROOT = join(import.meta.dirname, '..', '..');
const DATA = join(ROOT, '..', 'shared', 'data');
const PACKAGES = ['torch', 'onnx', 'onnxruntime', 'onnxscript', 'sklearn', 'pandas', 'PIL'];
const MINUTES = 60_000;

/** A Python that has what the recipe needs: the checkout's own environment, or the machine's. */
function findPython(): string | undefined {
  const candidates = [join(ROOT, '.cache', 'venv', 'bin', 'python'), 'python3'];
  const imports = `import importlib.util as u, sys; sys.exit(any(not u.find_spec(p) for p in ${JSON.stringify(PACKAGES)}))`;
  return candidates.find((python) => spawnSync(python, ['-c', imports]).status === 0);
}

const python = findPython();
const hasData = existsSync(join(DATA, 'cxr', 'labels.csv'));
const missing = python === undefined ? 'no Python with PyTorch' : 'the data are not there';
const reason = python !== undefined && hasData ? '' : ` (skipped: ${missing})`;

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
      const folder = mkdtempSync(join(tmpdir(), 'wardbox-recipe-'));
      const out = join(folder, id);
      const cache = join(folder, 'cache');
      const args = ['run.py', 'all', '--smoke', '--data', DATA, '--cache', cache, '--out', out];
      try {
        const cwd = join(ROOT, 'scripts', 'train', recipe);
        await promisify(execFile)(python ?? '', args, { cwd });
        const { manifest: loaded, golden, weights } = await loadModelPackage(out);
        const manifest = imageManifest(loaded);
        const told = manifest.kind === 'image-segmenter' ? manifest.structures : manifest.labels;
        expect(manifest.id).toBe(id);
        expect(told.map((one) => one.id)).toEqual(tells);
        expect(golden.length).toBeGreaterThanOrEqual(2);
        expect(weights.byteLength).toBeLessThan(8_000_000);
        expect(existsSync(join(out, 'CARD.md'))).toBe(true);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    10 * MINUTES,
  );
});
