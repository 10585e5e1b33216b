import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';

/** One package of `node_modules` that runs on the appliance. */
export interface ShippedModule {
  /** Below the repository: `node_modules/hono`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

const olderSchema = z.object({ licenses: z.array(z.object({ type: z.string() })).optional() });

const entrySchema = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
});
const lockSchema = z.object({ packages: z.record(z.string(), entrySchema) });
type Lock = z.output<typeof lockSchema>['packages'];

/** Needed by other packages to install, compile or describe them, but not loaded at run time. */
const NOT_LOADED =
  /^(@types\/.*|adm-zip|global-agent|nan|node-addon-api|prebuild-install|typescript|undici-types)$/;

/** What a package needs no more once it is built, and what it carries for other machines. */
const LEFT_OUT: ReadonlyArray<readonly [module: RegExp, file: RegExp]> = [
  [/./, /\.(map|[cm]?ts|tsbuildinfo)$/],
  [/./, /^(\.[^/]+|__tests__|bench|benchmarks|docs|examples|tests?)$/],
  [/^better-sqlite3$/, /^(deps|src|build\/(?!Release\/better_sqlite3\.node$|Release$))/],
  [/^better-sqlite3-node-api$/, /^(deps|src|prebuilds\/(?!linux))/],
  [/^unix-dgram$/, /^(src|test|build\/(?!Release\/unix_dgram\.node$|Release$))/],
  [/^onnxruntime-node$/, /^(script|lib\/.*\.ts$)/],
  [/^onnxruntime-web$/, /^(lib|dist\/(?!ort\.node\.min\.|ort-wasm-simd-threaded\.(mjs|wasm)$))/],
  [/^@xenova\/transformers$/, /^(dist|types)/],
  [/^(tar|minipass|minizlib|chownr|yallist|@isaacs\/fs-minipass)$/, /^dist\/commonjs/],
];

const NATIVE_ONNX = /^bin\/[^/]+\/(?<os>[^/]+)(\/(?<cpu>[^/]+))?/;

/** Native ONNX Runtime comes for all systems in one package. */
function isForeign(name: string, file: string): boolean {
  if (name !== 'onnxruntime-node') return false;
  const { os, cpu } = NATIVE_ONNX.exec(file)?.groups ?? {};
  return (
    (os !== undefined && os !== process.platform) || (cpu !== undefined && cpu !== process.arch)
  );
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13);

/** As Node resolves it: below the importing package, then below each folder that contains it. */
function resolved(lock: Lock, from: string, name: string): string | undefined {
  const holders = from.split('/node_modules/');
  return holders
    .map((_, index) => `${holders.slice(0, holders.length - index).join('/node_modules/')}/`)
    .concat('')
    .map((holder) => `${holder === '/' ? '' : holder}node_modules/${name}`)
    .find((path) => lock[path] !== undefined);
}

/** Paths of all that is reached from the repository's own dependencies. */
function reachable(lock: Lock): Set<string> {
  const found = new Set<string>();
  const walk = (from: string) => {
    const { dependencies, optionalDependencies, peerDependencies } = lock[from] ?? {};
    const wanted = { ...dependencies, ...optionalDependencies, ...peerDependencies };
    for (const name of Object.keys(wanted)) {
      const path = NOT_LOADED.test(name) ? undefined : resolved(lock, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      walk(path);
    }
  };
  walk('');
  return found;
}

/** The licence as packages stated it before npm had a field for one (`licenses: [{ type }]`). */
function olderLicense(root: string, path: string): string {
  const text = readFileSync(join(root, path, 'package.json'), 'utf8');
  const { licenses = [] } = olderSchema.parse(JSON.parse(text));
  return licenses.map(({ type }) => type).join(' OR ') || 'unknown';
}

/**
 * The packages that the daemon can load, from the lock file; those for other systems, which npm did
 * not install, are left out.
 */
export function shippedModules(root: string): ShippedModule[] {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = lockSchema.parse(JSON.parse(text));
  return [...reachable(packages)]
    .filter((path) => existsSync(join(root, path)))
    .sort()
    .map((path) => {
      const { version = '', license = olderLicense(root, path) } = packages[path] ?? {};
      return { path, name: nameOf(path), version, license };
    });
}

/** Copies a package without what it does not need to run. */
export function copyModule(root: string, { path, name }: ShippedModule, target: string): void {
  const source = join(root, path);
  const rules = LEFT_OUT.filter(([module]) => module.test(name)).map(([, file]) => file);
  cpSync(source, join(target, path), {
    recursive: true,
    filter: (from) => {
      const file = relative(source, from).split(sep).join('/');
      // A package nested in another package's folder is copied, or not, independently of that one.
      if (file === '' || /^node_modules(\/|$)/.test(file)) return file === '';
      return !isForeign(name, file) && !rules.some((rule) => rule.test(file));
    },
  });
}
