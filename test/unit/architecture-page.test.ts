import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODULES } from '../architecture-rules.js';

const ROOT = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');

const rows = [...page.matchAll(/^\| `([a-z-]+)` \| .* \| ([a-z, -]*?) *\|$/gm)].map(
  ([, module = '', imports = '']) => [module, imports.split(', ').filter(Boolean)] as const,
);

describe('ARCHITECTURE.md', () => {
  it('has a row for every module', () => {
    const modules = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(rows.map(([module]) => module).sort()).toEqual(modules.sort());
  });

  it('lists for each module what the import rules allow', () => {
    const allowed = Object.entries(MODULES).map(([module, imports]) => [
      module,
      [...imports].sort(),
    ]);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(allowed));
  });

  it('names files and folders that exist', () => {
    const paths = [...page.matchAll(/`((?:[a-z][\w.-]*)(?:\/[\w.-]+)+)`/g)].map(
      ([, path]) => path!,
    );
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
