import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const FIXTURE_MODELS = fileURLToPath(new URL('../../fixtures/models', import.meta.url));

/** A manifest as plain JSON that a test may break at will. */
// biome-ignore lint/suspicious/noExplicitAny: broken manifests have no type
export type LooseManifest = Record<string, any>;

export async function scratchFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'wardbox-models-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A copy of a fixture package in a folder of its own. */
export async function copyPackage(id = 'pattern-fp32', into?: string): Promise<string> {
  const dir = join(into ?? (await scratchFolder()), id);
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
