import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AREAS } from '../../scripts/contribute/areas.js';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'docs', 'contributing');
const INDEX = 'README.md';
const MAX_LINES = 30;
const KNOWLEDGE = ['diseases', 'drugs', 'language'];

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const pages = readdirSync(FOLDER).map((file) => ({
  file,
  text: readFileSync(join(FOLDER, file), 'utf8'),
}));

/** Paths on a page begin at the project, or where the sources of a kind of knowledge lie. */
const STARTS = ['', 'scripts/knowledge/diseases', 'scripts/knowledge/drugs', 'src/imaging/report'];
const exists = (path: string) => STARTS.some((start) => existsSync(join(ROOT, start, path)));

/** Paths in backticks; of those with a `<placeholder>` or a `*` the folders before it. */
function pathsIn(text: string): string[] {
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, '');
  const named = [
    ...prose.matchAll(/`([\w.<>*-]+\/[\w./<>*-]*)`/g),
    ...text.matchAll(/\b(?:tsx|vitest run|cp) ([\w./-]+)/g),
  ];
  return named.flatMap(([, path = '']) => {
    const parts = path.split('/');
    const made = parts.findIndex((part) => /[<*]/.test(part));
    const known = made === -1 ? path : parts.slice(0, made).join('/');
    return known === '' ? [] : [known];
  });
}

describe.each(pages)('docs/contributing/$file', ({ file, text }) => {
  it('is short', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
  });

  it('names files and folders that exist', () => {
    const paths = pathsIn(text);
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });

  it('leads to pages that exist', () => {
    const targets = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to);
    expect(targets.filter((to) => !existsSync(join(FOLDER, to)))).toEqual([]);
  });

  it('names commands that exist, with what they take', () => {
    const commands = [...text.matchAll(/npm (?:run )?(\w+)(?: -- ([a-z-]+))?/g)];
    expect(commands.length).toBeGreaterThan(0);
    for (const [, script = '', argument] of commands) {
      expect(Object.keys(scripts), file).toContain(script);
      if (script === 'contribute') expect(Object.keys(AREAS), file).toContain(argument);
      if (script === 'knowledge' && argument) expect(KNOWLEDGE, file).toContain(argument);
    }
  });
});

describe('pages on how to add something', () => {
  it('stand in the index, each once', () => {
    const index = pages.find(({ file }) => file === INDEX)?.text ?? '';
    const others = pages.map(({ file }) => file).filter((file) => file !== INDEX);
    expect(others.filter((file) => index.split(`](${file})`).length !== 2)).toEqual([]);
  });

  it.each(Object.entries(AREAS))('tell how %s is tried', (name) => {
    expect(pages.some(({ text }) => text.includes(`npm run contribute -- ${name}\``))).toBe(true);
  });
});

describe.each(Object.entries(AREAS))('the area %s', (_, { tests, list }) => {
  it('has tests, and something in it', async () => {
    expect(tests.filter((path) => !exists(path))).toEqual([]);
    expect((await list(join(ROOT, 'src'))).size).toBeGreaterThan(0);
  });
});
