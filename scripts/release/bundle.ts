import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';

// Loading two thousand modules takes a process longer than running them: what the program starts with is
// put into few files. Packages stay outside, each with its licence and its compiled parts.

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCE = join(ROOT, 'src');
const DIST = join(ROOT, 'dist');
const BUNDLE = join(DIST, 'bundle');

const ENTRY_BESIDE = /entryBeside\(import\.meta\.url, '([^']+)'\)/g;

/** Paths without extension below `src/`: the program, and what it starts processes and threads with. */
export function entryPaths(): string[] {
  const workers = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .flatMap(({ parentPath, name }) =>
      [...readFileSync(join(parentPath, name), 'utf8').matchAll(ENTRY_BESIDE)].map(
        ([, worker = '']) => relative(SOURCE, join(parentPath, worker)),
      ),
    );
  return ['main', ...new Set(workers)].sort();
}

/** Modules find data, workers and packages from where they would lie compiled, not from the bundle. */
const places: Plugin = {
  name: 'places of modules',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const compiled = join(DIST, relative(SOURCE, path)).replace(/\.ts$/, '.js');
      const place = `new URL(${JSON.stringify(relative(BUNDLE, compiled))}, import.meta.url).href`;
      const text = readFileSync(path, 'utf8');
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', place) };
    });
  },
};

/** `operations/threads/worker` → `operations-threads-worker` */
const flat = (path: string) => path.replaceAll('/', '-');

/** Bundles the program into `dist/bundle`; the compiled entries become the way there. */
export async function bundle(): Promise<void> {
  const entries = entryPaths();
  rmSync(BUNDLE, { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(entries.map((path) => [flat(path), `src/${path}.ts`])),
    outdir: BUNDLE,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    packages: 'external',
    sourcemap: true,
    plugins: [places],
    logLevel: 'warning',
  });
  for (const path of entries) {
    const file = join(DIST, `${path}.js`);
    const shebang = path === 'main' ? '#!/usr/bin/env node\n' : '';
    const there = relative(dirname(file), join(BUNDLE, `${flat(path)}.js`));
    const specifier = there.startsWith('.') ? there : `./${there}`;
    writeFileSync(file, `${shebang}import '${specifier}';\n`);
    rmSync(`${file}.map`, { force: true });
  }
}
