import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadModelPackage } from '../../src/inference/model-package.js';

const ROOT = join(import.meta.dirname, '..', '..');
const RECIPE = join(ROOT, 'scripts', 'train', 'chest-xray');
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

describe.skipIf(reason !== '')(`the recipe of the chest X-ray model${reason}`, () => {
  it(
    'makes a sound package from data to card, on a few films',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'wardbox-recipe-'));
      const out = join(folder, 'chest-xray-triage');
      const cache = join(folder, 'cache');
      const args = ['run.py', 'all', '--smoke', '--data', DATA, '--cache', cache, '--out', out];
      try {
        await promisify(execFile)(python ?? '', args, { cwd: RECIPE });
        const { manifest, golden, weights } = await loadModelPackage(out);
        expect(manifest.labels.map(({ id }) => id)).toEqual([
          'abnormal',
          'pneumonia',
          'tuberculosis',
          'covid19',
        ]);
        expect(golden.length).toBeGreaterThanOrEqual(8);
        expect(weights.byteLength).toBeLessThan(8_000_000);
        expect(existsSync(join(out, 'CARD.md'))).toBe(true);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    10 * MINUTES,
  );
});
