import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');
const DATA = join(ROOT, '..', 'shared', 'data');

/** A Python that has what a recipe needs: the checkout's own environment, or the machine's. */
function findPython(packages: readonly string[]): string | undefined {
  const candidates = [join(ROOT, '.cache', 'venv', 'bin', 'python'), 'python3'];
  const imports = `import importlib.util as u, sys; sys.exit(any(not u.find_spec(p) for p in ${JSON.stringify(packages)}))`;
  return candidates.find((python) => spawnSync(python, ['-c', imports]).status === 0);
}

/** Runs a recipe on a few cases and hands its package's folder to `check`; leaves nothing behind. */
export type RecipeRun = (
  recipe: string,
  id: string,
  check: (packageFolder: string) => Promise<void>,
) => Promise<void>;

/**
 * What the tests of training recipes share.
 *
 * @param learner - what the recipes train with, for the reason of a skip
 * @param packages - the Python modules they import
 * @param dataFile - a file under the data folder that stands for the data being there
 * @returns how to run a recipe, and the reason to skip it (empty where it can run)
 */
export function trainingRecipes(
  learner: string,
  packages: readonly string[],
  dataFile: string,
): { readonly reason: string; readonly run: RecipeRun } {
  const python = findPython(packages);
  const hasData = existsSync(join(DATA, dataFile));
  const missing = python === undefined ? `no Python with ${learner}` : 'the data are not there';
  const reason = python !== undefined && hasData ? '' : ` (skipped: ${missing})`;
  const run: RecipeRun = async (recipe, id, check) => {
    const folder = mkdtempSync(join(tmpdir(), 'wardbox-recipe-'));
    const out = join(folder, id);
    const cache = join(folder, 'cache');
    const args = ['run.py', 'all', '--smoke', '--data', DATA, '--cache', cache, '--out', out];
    try {
      const cwd = join(ROOT, 'scripts', 'train', recipe);
      await promisify(execFile)(python ?? '', args, { cwd });
      await check(out);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  return { reason, run };
}
