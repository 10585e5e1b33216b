import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { MANIFEST } from './folder.js';
import type { DeclaredFiles } from './schema.js';

/** Every file below the folder but the manifest, with size and hash. */
export async function filesBelow(dir: string): Promise<DeclaredFiles> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => name !== MANIFEST)
    .sort();
  const files: DeclaredFiles = {};
  for (const name of names) {
    const content = await readFile(join(dir, name));
    const sha256 = createHash('sha256').update(content).digest('hex');
    files[name] = { sha256, bytes: content.length };
  }
  return files;
}
