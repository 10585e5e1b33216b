import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';

const OUT = join(import.meta.dirname, '..', '..', 'dist', 'console');
const MAX_BYTES = 250_000;

const read = (name: string) => readFileSync(join(OUT, name), 'utf8');
const weightOf = (names: Iterable<string>): number =>
  [...names].reduce((bytes, name) => bytes + readFileSync(join(OUT, `${name}.gz`)).length, 0);

/** The files that a script imports at once. */
function importsOf(name: string): string[] {
  const found = read(name).matchAll(
    /(?:^|[;}\s])(?:import|export)[^;()]*?["'`]\.\/([^"'`]+\.js)["'`]/g,
  );
  return [...found].map(([, file]) => `assets/${file}`);
}

/** Scripts and all that they import at once, and what is no script. */
function loadedWith(names: Iterable<string>): Set<string> {
  const loaded = new Set<string>();
  const visit = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    if (name.endsWith('.js')) for (const other of importsOf(name)) visit(other);
  };
  for (const name of names) visit(name);
  return loaded;
}

let start: Set<string>;
let pages: Map<string, readonly string[]>;

beforeAll(() => {
  const named = [...read('index.html').matchAll(/(?:src|href)="\/console\/([^"]+)"/g)];
  const files = named.map(([, file]) => file ?? '');
  start = loadedWith(['index.html', ...files]);
  const entry = files.find((file) => /^assets\/index-[^/]+\.js$/.test(file)) ?? '';
  const script = read(entry);
  // As Vite writes what has to be loaded with a page: a list of files, and places in it.
  const [, list = ''] = /m\.f=(\[[^\]]*\])/.exec(script) ?? [];
  const all = JSON.parse(list) as string[];
  const imports = script.matchAll(
    /import\([`"']\.\/([\w-]+)\.js[`"']\),__vite__mapDeps\(\[([\d,]*)\]\)/g,
  );
  pages = new Map(
    [...imports].map(([, page = '', places = '']) => [
      page.replace(/-[\w-]{8}$/, ''),
      places.split(',').map((place) => all[Number(place)] ?? ''),
    ]),
  );
});

it('knows the pages of the console', () => {
  expect([...pages.keys()].sort()).toEqual([
    'account',
    'administration',
    'analyze',
    'audit',
    'dictate',
    'home',
    'image',
    'invitation',
    'medications',
    'patient',
    'patients',
    'risk',
    'score',
    'sign-in-link',
  ]);
  expect(start.size).toBeGreaterThan(10);
});

it('loads at most 250 kB, compressed, until a page is shown: the viewer of images comes after it', () => {
  for (const [page, files] of pages) {
    const loaded = loadedWith([...start, ...files]);
    expect(loaded.size, page).toBeGreaterThan(start.size);
    expect(
      [...loaded].filter((name) => name.includes('film-view')),
      page,
    ).toEqual([]);
    expect(weightOf(loaded), page).toBeLessThanOrEqual(MAX_BYTES);
  }
});
