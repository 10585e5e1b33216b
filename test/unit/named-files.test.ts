import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LONGEST } from '../support/longest.js';

// Files that are named by text, where no compiler notices that one was moved.

const ROOT = join(import.meta.dirname, '..', '..');

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

const tests = filesIn('test').filter((path) => path.endsWith('.test.ts'));

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** The filters of each `vitest run`, without options and their values. */
const filters = Object.entries(scripts).flatMap(([script, command]) =>
  [...command.matchAll(/vitest run ([^&]*)/g)].flatMap(([, rest = '']) =>
    rest
      .replace(/--\w+ \S+/g, '')
      .split(' ')
      .filter((filter) => filter !== '')
      .map((filter) => [script, filter] as const),
  ),
);

describe('names of test files', () => {
  it.each(LONGEST)('test/%s starts first and exists', (name) => {
    expect(tests).toContain(`test/${name}.test.ts`);
  });

  it.each(filters)('%s selects something by %s', (_, filter) => {
    expect(tests.filter((path) => path.includes(filter))).not.toEqual([]);
  });

  it('are selected for every version of Node', () => {
    expect(filters.filter(([script]) => script === 'test:platform').length).toBeGreaterThan(5);
  });
});

describe('modules that the benchmarks load from dist/', () => {
  const named = filesIn('scripts/bench')
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/'([a-z-]+(?:\/[a-z-]+)+)\.js'/g)].map(
        ([, module = '']) => [path, module] as const,
      ),
    );

  it('are many', () => {
    expect(named.length).toBeGreaterThan(10);
  });

  it.each(named)('%s: %s exists', (_, module) => {
    expect(existsSync(join(ROOT, 'src', `${module}.ts`))).toBe(true);
  });
});
