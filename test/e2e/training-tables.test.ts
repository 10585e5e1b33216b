import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadModelPackage } from '../../src/inference/model-package.js';

const ROOT = join(import.meta.dirname, '..', '..');
const DATA = join(ROOT, '..', 'shared', 'data');
const PACKAGES = ['lightgbm', 'onnx', 'onnxruntime', 'sklearn', 'pandas', 'scipy'];
const MINUTES = 60_000;

/** A Python that has what the recipes need: the checkout's own environment, or the machine's. */
function findPython(): string | undefined {
  const candidates = [join(ROOT, '.cache', 'venv', 'bin', 'python'), 'python3'];
  const imports = `import importlib.util as u, sys; sys.exit(any(not u.find_spec(p) for p in ${JSON.stringify(PACKAGES)}))`;
  return candidates.find((python) => spawnSync(python, ['-c', imports]).status === 0);
}

const python = findPython();
const hasData = existsSync(join(DATA, 'risk', 'physionet2012-outcomes-a.csv'));
const missing = python === undefined ? 'no Python with LightGBM' : 'the data are not there';
const reason = python !== undefined && hasData ? '' : ` (skipped: ${missing})`;

const RECIPES: ReadonlyArray<readonly [id: string, outcome: string, inputs: readonly string[]]> = [
  ['deterioration', 'in_hospital_death', ['age', 'gcs', 'bun']],
  ['heart-disease', 'coronary_stenosis', ['age', 'sex', 'chest_pain_type', 'thallium_defect']],
];

describe.skipIf(reason !== '')(`the recipes of the models over tables${reason}`, () => {
  it.each(RECIPES)(
    '%s makes a sound package from data to card, on a few patients',
    async (id, outcome, inputs) => {
      const folder = mkdtempSync(join(tmpdir(), 'wardbox-table-'));
      const out = join(folder, id);
      const cache = join(folder, 'cache');
      const args = ['run.py', 'all', '--smoke', '--data', DATA, '--cache', cache, '--out', out];
      try {
        const cwd = join(ROOT, 'scripts', 'train', id);
        await promisify(execFile)(python ?? '', args, { cwd });
        const { manifest, golden, weights } = await loadModelPackage(out);
        if (manifest.kind !== 'tabular-classifier') throw new Error(`is a ${manifest.kind}`);
        expect(manifest.outcome.id).toBe(outcome);
        expect(manifest.inputs.map(({ variable }) => variable)).toEqual(
          expect.arrayContaining([...inputs]),
        );
        expect(golden.length).toBeGreaterThanOrEqual(8);
        expect(weights.byteLength).toBeLessThan(8_000_000);
        expect(readFileSync(join(out, 'CARD.md'), 'utf8')).toContain('Not a medical device');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    10 * MINUTES,
  );
});
