import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

// Builds the pages of the console into dist/console, each file compressed beside itself.

const ROOT = join(import.meta.dirname, '..', '..');
const OUT = join(ROOT, 'dist', 'console');

/** What gets smaller; pictures and fonts are compressed already. */
const COMPRESSIBLE: ReadonlySet<string> = new Set([
  '.html',
  '.js',
  '.css',
  '.svg',
  '.json',
  '.wasm',
]);
/** Beyond this, compressing as well as possible takes seconds for a few per cent. */
const LARGE_BYTES = 1_000_000;

const asGzip = promisify(gzip);
const asBrotli = promisify(brotliCompress);

async function compress(file: string): Promise<void> {
  const content = readFileSync(file);
  const quality = content.length > LARGE_BYTES ? 5 : 9;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const [small, smaller] = await Promise.all([
    asGzip(content, { level: 9 }),
    asBrotli(content, { params }),
  ]);
  writeFileSync(`${file}.gz`, small);
  writeFileSync(`${file}.br`, smaller);
}

await build({ configFile: join(ROOT, 'src', 'console', 'vite.config.ts'), logLevel: 'warn' });

const files = readdirSync(OUT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name));
await Promise.all(files.map(compress));
