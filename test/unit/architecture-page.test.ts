import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');

const rows = [...page.matchAll(/^\| `([a-z-]+)` \| .* \| ([a-z, -]*) ?\|$/gm)].map(
  ([, module = '', imports = '']) => [module, imports.split(', ').filter(Boolean)] as const,
);

describe('ARCHITECTURE.md', () => {
  it('has a row for every module', () => {
    const modules = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(rows.map(([module]) => module).sort()).toEqual(modules.sort());
  });

  it('says of each what the import rules allow', async () => {
    const { MODULES } = (await import(join(ROOT, '.dependency-cruiser.mjs'))) as {
      readonly MODULES: Readonly<Record<string, readonly string[]>>;
    };
    expect(Object.fromEntries(rows)).toEqual(MODULES);
  });

  it('names files and folders that exist', () => {
    const paths = [...page.matchAll(/`((?:[a-z][\w.-]*)(?:\/[\w.-]+)+)`/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
