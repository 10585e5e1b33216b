import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FIXTURE_MODELS } from '../../support/fixture-models.js';
import { scratchFolder } from '../../support/scratch-folder.js';

/** A manifest as plain JSON that a test may break at will. */
// biome-ignore lint/suspicious/noExplicitAny: broken manifests have no type
export type LooseManifest = Record<string, any>;

/** A copy of a fixture package in a folder of its own. */
export async function copyPackage(id = 'pattern-fp32', into?: string): Promise<string> {
  const dir = join(into ?? scratchFolder(), id);
  await cp(join(FIXTURE_MODELS, id), dir, { recursive: true });
  return dir;
}

export async function readManifest(dir: string): Promise<LooseManifest> {
  return JSON.parse(await readFile(join(dir, 'model.json'), 'utf8'));
}

export async function editManifest(dir: string, edit: (manifest: LooseManifest) => void) {
  const manifest = await readManifest(dir);
  edit(manifest);
  await writeFile(join(dir, 'model.json'), JSON.stringify(manifest));
}

/** Writes a file of the package and its true size and hash into the manifest. */
export async function replaceFile(dir: string, name: string, content: string | Uint8Array) {
  await writeFile(join(dir, name), content);
  const bytes = Buffer.from(content);
  await editManifest(dir, (manifest) => {
    manifest.files[name] = {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
    };
  });
}
