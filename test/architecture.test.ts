import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Import {
  /** Path below `src/` for our own files, the package's name for libraries. */
  readonly target: string;
  readonly own: boolean;
  readonly typeOnly: boolean;
}

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

const FROM = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)';/gm;
const DYNAMIC = /import\('([^']+)'\)/g;
const WASM = /wasmModule\('([^']+)'/g;
const REQUIRED = /[rR]equire\w*\([^)]*\)\('([^']+)'\)/g;

function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

function toImport(path: string, specifier: string, typeOnly: boolean): Import {
  if (!specifier.startsWith('.')) return { target: packageName(specifier), own: false, typeOnly };
  const target = join(dirname(path), specifier).replace(/\.js$/, '.ts');
  return { target, own: true, typeOnly };
}

function parse(path: string): SourceFile {
  const text = readFileSync(join(ROOT, 'src', path), 'utf8');
  const imports = [
    ...[...text.matchAll(FROM)].map(([, type, name]) => toImport(path, name!, type !== undefined)),
    ...[...text.matchAll(DYNAMIC)].map(([, name]) => toImport(path, name!, false)),
    ...[...text.matchAll(REQUIRED)].map(([, name]) => toImport(path, name!, false)),
    ...[...text.matchAll(WASM)].map(([, name]) => toImport(path, name!, false)),
  ];
  return { path, text, imports };
}

const files = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(join(ROOT, 'src'), join(entry.parentPath, entry.name)))
  .sort()
  .map(parse);

/** The first folder; a file at the top is a room of its own. */
const roomOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : path);

const CAPABILITIES = ['analyze', 'fhir', 'imaging', 'medications', 'models', 'risk', 'transcribe'];

/** Which rooms a room may import. `appliance.ts` knows everybody. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  config: ['core'],
  storage: ['core'],
  security: ['core', 'storage'],
  media: ['core'],
  chart: ['core'],
  packages: ['core'],
  speech: ['core'],
  language: ['core', 'packages'],
  'patient-record': ['core', 'chart', 'language'],
  inference: ['core', 'media', 'packages', 'speech'],
  operations: ['core', 'security', 'storage'],
  http: ['core', 'operations', 'security', 'storage'],
  jobs: ['core', 'http', 'operations', 'security', 'storage'],
  analyze: [
    'core',
    'operations',
    'chart',
    'language',
    'packages',
    'patient-record',
    'medications',
    'risk',
  ],
  fhir: ['core', 'http', 'operations', 'chart', 'security', 'storage'],
  imaging: ['core', 'operations', 'chart', 'inference', 'storage'],
  medications: ['core', 'operations', 'chart', 'language', 'packages', 'patient-record'],
  models: ['core', 'operations', 'inference', 'packages'],
  risk: ['core', 'operations', 'chart', 'inference', 'language', 'patient-record'],
  transcribe: ['core', 'operations', 'chart', 'inference', 'language', 'speech'],
  filing: [
    'core',
    'operations',
    'chart',
    'patient-record',
    'security',
    'storage',
    'analyze',
    'fhir',
    'imaging',
    'risk',
    'transcribe',
  ],
  cli: [
    'core',
    'config',
    'fhir',
    'http',
    'jobs',
    'operations',
    'storage',
    'security',
    'packages',
    'inference',
    'appliance.ts',
    'fhir-server.ts',
    'knowledge.ts',
    'package-sources.ts',
  ],
  threads: [
    'core',
    'analyze',
    'fhir',
    'inference',
    'medications',
    'packages',
    'risk',
    'transcribe',
    'knowledge.ts',
  ],
  'analyst-setup.ts': [
    'config',
    'core',
    'analyze',
    'inference',
    'medications',
    'packages',
    'threads',
    'knowledge.ts',
  ],
  'knowledge.ts': ['analyze', 'language', 'medications', 'packages', 'security'],
  'fhir-server.ts': ['config', 'core', 'fhir', 'http', 'security', 'storage'],
  'package-sources.ts': ['config', 'core', 'packages'],
  'package-watch.ts': ['core', 'inference', 'knowledge.ts', 'packages', 'security'],
  'pool-setup.ts': ['config', 'core', 'inference', 'packages'],
  'job-setup.ts': ['config', 'core', 'http', 'jobs', 'operations', 'security', 'storage'],
  'storage-setup.ts': ['config', 'core', 'fhir-server.ts', 'security', 'storage'],
  'readiness.ts': ['http', 'inference', 'packages', 'storage'],
  monitor: [],
  'front-door.ts': ['config', 'core', 'http', 'security'],
  'measures.ts': ['core', 'http', 'monitor', 'security', 'storage'],
  'upkeep.ts': ['core', 'security', 'storage'],
  'app.ts': ['core', 'http', 'operations', 'storage'],
  'main.ts': ['core', 'config', 'cli'],
};

/** Capabilities of which another knows the types alone: what they do is handed in. */
const HANDED_IN = ['medications', 'risk'];

/** Rooms of which a capability may know the interfaces and nothing else. */
const TYPES_ALONE = ['inference', 'packages', 'security', 'speech', 'storage'];

/** Parts of a capability that act: they read a file, ask a server or tell the time. */
const IMPURE = /^fhir\/(definitions\/open|upstream\/[^/]+)\.ts$/;

/** The one door of each library. */
const DOORS: Readonly<Record<string, RegExp>> = {
  '@fastify/busboy': /^http\/upload\.ts$/,
  '@xenova/transformers': /^inference\/whisper-tools\.ts$/,
  'minimp3-wasm': /^media\/audio\/mp3\//,
  ogv: /^media\/audio\/vorbis-decoder\.ts$/,
  'opus-decoder': /^media\/audio\/opus-decoder\.ts$/,
  jose: /^fhir\/upstream\/client-assertion\.ts$/,
  hono: /^(http\/|app\.ts$|[^/]+\/route\.ts$)/,
  '@hono/node-server': /^http\//,
  'better-sqlite3': /^storage\/sqlite\.ts$/,
  'onnxruntime-node': /^inference\/backends\//,
  'onnxruntime-web': /^inference\/backends\//,
  tar: /^core\/tar\.ts$/,
  sharp: /^media\/(raster|squeeze|overlay)\.ts$/,
  'dicom-parser': /^media\/dicom\//,
  '@cornerstonejs/codec-charls': /^media\/dicom\/codecs\//,
  '@cornerstonejs/codec-libjpeg-turbo-8bit': /^media\/dicom\/codecs\//,
  '@cornerstonejs/codec-openjpeg': /^media\/dicom\/codecs\//,
  '@cornerstonejs/codec-openjph': /^media\/dicom\/codecs\//,
  '@atomic-ehr/ucum': /^chart\/units\.ts$/,
  zod: /(^|\/)schema\.ts$|^config\//,
  pino: /^core\/logger\.ts$/,
  'unix-dgram': /^core\/sd-notify\.ts$/,
  'rate-limiter-flexible': /^http\/rate-limit\.ts$/,
  '@peculiar/x509': /^security\/certificates\.ts$/,
  'reflect-metadata': /^security\/certificates\.ts$/,
  commander: /^(cli\/|main\.ts$)/,
  'cli-table3': /^cli\/output\.ts$/,
};

function violations(check: (file: SourceFile, imported: Import) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports
      .filter((imported) => !check(file, imported))
      .map(({ target }) => `${file.path} → ${target}`),
  );
}

describe('the plan of the house', () => {
  it('sees the source it is to judge', () => {
    expect(files.length).toBeGreaterThan(40);
    expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(100);
    const targets = new Set(files.map(({ path }) => path));
    expect(violations((_, { own, target }) => !own || targets.has(target))).toEqual([]);
  });

  it('lets a room import only the rooms it may know', () => {
    const allowed = ({ path }: SourceFile, { own, target }: Import) => {
      const from = roomOf(path);
      const to = roomOf(target);
      if (!own || from === to || from === 'appliance.ts') return true;
      return MAY_IMPORT[from]?.includes(to) ?? false;
    };
    expect(violations(allowed)).toEqual([]);
  });

  it('shows a capability only the interfaces of inference, packages and storage, HTTP only to its route', () => {
    const allowed = ({ path }: SourceFile, { own, target, typeOnly }: Import) => {
      if (!own || !CAPABILITIES.includes(roomOf(path))) return true;
      if (TYPES_ALONE.includes(roomOf(target))) return typeOnly;
      if (roomOf(path) === 'analyze' && HANDED_IN.includes(roomOf(target))) return typeOnly;
      return roomOf(target) !== 'http' || path.endsWith('/route.ts');
    };
    expect(violations(allowed)).toEqual([]);
  });

  it('keeps HTTP and security from holding on to storage itself', () => {
    const allowed = ({ path }: SourceFile, { own, target, typeOnly }: Import) =>
      !own || !['http', 'security', 'app.ts'].includes(roomOf(path)) || roomOf(target) !== 'storage'
        ? true
        : typeOnly;
    expect(violations(allowed)).toEqual([]);
  });

  it('decodes untrusted files in worker tasks alone, and opens models in the worker alone', () => {
    const allowed = ({ path }: SourceFile, { own, target, typeOnly }: Import) => {
      if (!own || typeOnly || roomOf(path) === roomOf(target)) {
        return !target.endsWith('inference/worker.ts');
      }
      return roomOf(target) !== 'media' || path.startsWith('inference/tasks/');
    };
    expect(violations(allowed)).toEqual([]);
    const backends = /^inference\/backends\/(cpu|webgpu|wasm|native-runtime|onnx-session)\.ts$/;
    const opens = ({ path }: SourceFile, { target, typeOnly }: Import) =>
      typeOnly ||
      !backends.test(target) ||
      ['inference/model-host.ts'].includes(path) ||
      path.startsWith('inference/backends/');
    expect(violations(opens)).toEqual([]);
  });

  it('keeps the pool of workers from knowing what workers do', () => {
    const allowed = ({ path }: SourceFile, { own, target }: Import) =>
      !own || !path.startsWith('inference/pool/') || /^(core|inference\/pool)\//.test(target);
    expect(violations(allowed)).toEqual([]);
  });

  it('has one door for each library', () => {
    const allowed = ({ path }: SourceFile, { own, target }: Import) =>
      own || target.startsWith('node:') || (DOORS[target]?.test(path) ?? false);
    expect(violations(allowed)).toEqual([]);
    const used = new Set(files.flatMap(({ imports }) => imports.map(({ target }) => target)));
    expect(Object.keys(DOORS).filter((library) => !used.has(library))).toEqual([]);
  });

  it('reads the environment in the configuration alone', () => {
    // The one writer: ONNX Runtime takes its telemetry switch from nowhere else.
    const doors = ['config/load.ts', 'inference/backends/native-runtime.ts'];
    const readers = files.filter(({ text }) => text.includes('process.env')).map((f) => f.path);
    expect(readers.sort()).toEqual(doors);
  });

  it('has no cycle', () => {
    const graph = new Map(
      files.map(({ path, imports }) => [path, imports.filter((i) => i.own).map((i) => i.target)]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const walk = (path: string, trail: readonly string[]) => {
      if (trail.includes(path)) {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
        return;
      }
      if (done.has(path)) return;
      for (const next of graph.get(path) ?? []) walk(next, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) walk(path, []);
    expect(cycles).toEqual([]);
  });

  it('keeps pure code pure: no clock, no randomness, no I/O in the chart, speech, language and the rules of a capability', () => {
    const impure = /\bDate\.now\b|\bnew Date\(\)|Math\.random|from 'node:|process\./;
    const pure = files.filter(
      ({ path }) =>
        [...CAPABILITIES, 'chart', 'language', 'patient-record', 'speech'].includes(roomOf(path)) &&
        !/(route|service)\.ts$/.test(path) &&
        !IMPURE.test(path),
    );
    expect(pure.filter(({ text }) => impure.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
