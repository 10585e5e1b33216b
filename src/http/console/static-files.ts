import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** A file of the console, with its compressed copies. */
export interface StaticFile {
  readonly path: string;
  readonly type: string;
  /** SHA-256 of the content, shortened. */
  readonly digest: string;
  /** The copies that lie beside it, the smallest first. */
  readonly codings: readonly Coding[];
}

export type Coding = 'br' | 'gzip';

/** By the path below `/console/`: `assets/index-3f0c.js`. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

const SUFFIXES: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };
const CODINGS: readonly Coding[] = ['br', 'gzip'];
const DIGEST_LENGTH = 22;

const digestOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, DIGEST_LENGTH);

/** The files in a folder, listed once: nothing else can be requested, whatever a path looks like. */
export function listStaticFiles(folder: string): StaticFiles {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  } catch {
    // The console was not built: the interface for programs does not need it.
    return new Map();
  }
  const all = new Set(names);
  const plain = names.filter((name) => !/\.(br|gz)$/.test(name));
  return new Map(
    plain.map((name) => {
      const path = join(folder, name);
      const codings = CODINGS.filter((coding) => all.has(name + SUFFIXES[coding]));
      const type = TYPES[extname(name)] ?? 'application/octet-stream';
      return [name, { path, type, digest: digestOf(path), codings }];
    }),
  );
}

/** Whether a client accepts a coding (RFC 9110 §12.5.3); one with `q=0` is refused. */
function accepts(header: string, coding: Coding): boolean {
  const parts = header.split(',').map((part) => part.trim().split(/\s*;\s*/));
  const named = parts.find(([name]) => name?.toLowerCase() === coding);
  const chosen = named ?? parts.find(([name]) => name === '*');
  return chosen !== undefined && !/^q=0(\.0*)?$/.test(chosen[1] ?? '');
}

/** The copy of a file to send to a client; undefined for the file itself. */
export const codingFor = (file: StaticFile, acceptEncoding: string): Coding | undefined =>
  file.codings.find((coding) => accepts(acceptEncoding, coding));

export const readStaticFile = (
  { path }: StaticFile,
  coding: Coding | undefined,
): Promise<Buffer<ArrayBuffer>> =>
  readFile(coding === undefined ? path : path + SUFFIXES[coding]) as Promise<Buffer<ArrayBuffer>>;
