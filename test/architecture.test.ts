import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIBRARIES, MODULES, PAGE_LIBRARIES, RULES } from './architecture-rules.js';

const ROOT = join(import.meta.dirname, '..');
/** Libraries that no import statement names. */
const LOADED_AT_RUN_TIME = [
  ...['minimp3-wasm', 'ogv', '@cornerstonejs/codec-charls'],
  ...['@cornerstonejs/codec-libjpeg-turbo-8bit', '@cornerstonejs/codec-openjpeg'],
  ...['@cornerstonejs/codec-openjph', 'unix-dgram'],
];
const MAX_MODULES = 20;
const MAX_ARROWS = 75;

/** The first folder below `src/`. */
const moduleOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1];

const isPage = (path: string) => path.startsWith('src/console/');
const files = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const sources = files.filter(({ path }) => !isPage(path));
/** It writes programs for people to copy: the imports and requests in it are theirs. */
const EXAMPLES = 'src/console/docs/examples.ts';
const pages = files.filter(({ path }) => isPage(path) && path !== EXAMPLES);

describe('the modules below src', () => {
  let graph: ICruiseResult;
  beforeAll(async () => {
    const { forbidden, options } = RULES;
    const ruleSet = { forbidden: forbidden ?? [] };
    const { output } = await cruise(['src'], {
      ...options,
      baseDir: ROOT,
      validate: true,
      ruleSet,
    });
    graph = output as ICruiseResult;
  });

  it('are all seen', () => {
    const seen = new Set(graph.modules.map(({ source }) => source));
    expect(sources.map(({ path }) => path).filter((path) => !seen.has(path))).toEqual([]);
    expect([...new Set(sources.map(({ path }) => moduleOf(path)).filter(Boolean))].sort()).toEqual(
      Object.keys(MODULES)
        .filter((module) => module !== 'console')
        .sort(),
    );
  });

  it('import what the rules allow them', () => {
    const found = graph.summary.violations.map(
      ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
    );
    expect(found).toEqual([]);
  });

  it('import every library that has a rule', () => {
    const imported = graph.modules.flatMap(({ dependencies }) => dependencies);
    const unused = Object.keys(LIBRARIES).filter(
      (library) =>
        !imported.some(
          ({ resolved, module }) =>
            resolved.includes(`node_modules/${library}/`) || module === library,
        ),
    );
    expect(unused).toEqual(LOADED_AT_RUN_TIME);
  });

  it.each(LOADED_AT_RUN_TIME)('load %s where its rule allows it', (library) => {
    const named = new RegExp(`['"]${library}(/|['"])`);
    const files = sources.filter(({ text }) => named.test(text)).map(({ path }) => path);
    const allowed = new RegExp(`^src/${LIBRARIES[library]}`);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((path) => !allowed.test(path))).toEqual([]);
  });

  it('are few, with few arrows, and every arrow that is allowed is used', () => {
    const arrows = new Set<string>();
    for (const { source, dependencies } of graph.modules) {
      for (const { resolved } of dependencies) {
        const [from, to] = [moduleOf(source), moduleOf(resolved)];
        if (from !== undefined && to !== undefined && from !== to) arrows.add(`${from} → ${to}`);
      }
    }
    const allowed = Object.entries(MODULES).flatMap(([from, targets]) =>
      targets.map((to) => `${from} → ${to}`),
    );
    expect(allowed.filter((arrow) => !arrows.has(arrow))).toEqual([]);
    expect(Object.keys(MODULES).length).toBeLessThanOrEqual(MAX_MODULES);
    expect(allowed.length).toBeLessThanOrEqual(MAX_ARROWS);
  });
});

describe('the pages in src/console', () => {
  const imports = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => ({
      path,
      name,
    })),
  );
  const libraryOf = (name: string) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '';

  it('import nothing of the daemon', () => {
    const outside = imports
      .filter(({ name }) => name.startsWith('.'))
      .filter(({ path, name }) => !isPage(join(dirname(path), name)));
    expect(pages.length).toBeGreaterThan(20);
    expect(outside).toEqual([]);
  });

  it('import libraries only where their rule allows it, and every one that has a rule', () => {
    const found = imports.filter(({ name }) => !name.startsWith('.'));
    const forbidden = found.filter(({ path, name }) => {
      const allowed = PAGE_LIBRARIES[libraryOf(name)];
      return allowed === undefined || !new RegExp(`^src/console/.*${allowed}`).test(path);
    });
    expect(forbidden).toEqual([]);
    expect([...new Set(found.map(({ name }) => libraryOf(name)))].sort()).toEqual(
      Object.keys(PAGE_LIBRARIES).sort(),
    );
  });

  it('make requests in the client alone', () => {
    const asking = pages.filter(({ text }) => /\bfetch\(|XMLHttpRequest|EventSource\(/.test(text));
    expect(asking.map(({ path }) => path)).toEqual(['src/console/api/client.ts']);
  });

  it('keep nothing in the browser but the appearance', () => {
    const keeping = pages.filter(({ text }) =>
      /localStorage|sessionStorage|indexedDB|document\.cookie/.test(text),
    );
    expect(keeping.map(({ path }) => path)).toEqual(['src/console/state/theme.ts']);
  });
});

describe('what files read', () => {
  it('is the environment in the configuration alone', () => {
    // The one writer: ONNX Runtime takes its telemetry switch from nowhere else.
    const allowed = ['src/appliance/config/load.ts', 'src/inference/backends/native-runtime.ts'];
    const readers = sources.filter(({ text }) => text.includes('process.env'));
    expect(readers.map(({ path }) => path).sort()).toEqual(allowed);
  });

  it('is neither a clock, nor chance, nor a file in pure code', () => {
    const impure = /\bDate\.now\b|\bnew Date\(\)|Math\.random|from 'node:|process\./;
    const pure = /^src\/(patient-record|scores|medications|differential|imaging|dictation|fhir)\//;
    const acting =
      /\/(service|knowledge-packages)\.ts$|^src\/(imaging|dictation)\/worker\/|^src\/fhir\/(definitions\/open|upstream\/[^/]+|export\/write-export|bulk\/bulk-(runs|files)|import\/(lines|load|imports))\.ts$/;
    const found = sources.filter(
      ({ path, text }) => pure.test(path) && !acting.test(path) && impure.test(text),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

describe('SQL', () => {
  it('is in the store alone', () => {
    const statement = /\.(prepare|pragma)\([`'"]|\bdatabase\.(transaction|exec|prepare)\(/;
    // The last two work on the file of a stopped appliance itself.
    const allowed = /^src\/(store\/|cli\/(restore|encryption\/convert)\.ts$)/;
    const found = sources.filter(({ path, text }) => !allowed.test(path) && statement.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

describe('decisions of units of work', () => {
  it('are generator functions of modules', () => {
    // One made for a call keeps all that it has closed over until the next full collection.
    // An asynchronous generator is no decision.
    const nested = /^ +(?:[^/*\n]*\bfunction\*|\*\w+\()/m;
    const deciding = sources.filter(({ text }) => /\/(unit-of-work|steps)\.js'/.test(text));
    expect(deciding.length).toBeGreaterThan(0);
    expect(deciding.filter(({ text }) => nested.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
