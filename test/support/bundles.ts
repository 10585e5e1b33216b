import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MANIFEST, SIGNATURE } from '../../src/model-packages/folder.js';
import { signManifest } from '../../src/model-packages/seal.js';
import { writeBundle } from '../../src/model-packages/store/bundle.js';
import { OWN_MODELS } from './fixture-models.js';
import { scratchFolder } from './scratch-folder.js';

/** A manifest as plain JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a manifest that a test may break has no type
type Loose = Record<string, any>;

export interface BundleOptions {
  /** The folder of the package that it is made from. */
  readonly from?: string;
  readonly version?: string;
  readonly change?: (manifest: Loose, dir: string) => void;
  readonly key?: KeyObject;
}

/** A package of a fixture in a folder of its own, with changes, its manifest true again. */
export function ownPackage({ from, version, change, key }: BundleOptions = {}): string {
  const dir = join(scratchFolder(), 'package');
  cpSync(from ?? join(OWN_MODELS, 'spot-detector'), dir, { recursive: true });
  const path = join(dir, MANIFEST);
  const manifest: Loose = JSON.parse(readFileSync(path, 'utf8'));
  if (version !== undefined) manifest.version = version;
  change?.(manifest, dir);
  for (const name of Object.keys(manifest.files)) {
    if (!existsSync(join(dir, name))) continue;
    const content = readFileSync(join(dir, name));
    const sha256 = createHash('sha256').update(content).digest('hex');
    manifest.files[name] = { sha256, bytes: content.length };
  }
  writeFileSync(path, JSON.stringify(manifest));
  if (key) writeFileSync(join(dir, SIGNATURE), signManifest(readFileSync(path), key));
  return dir;
}

/** The same in one file. */
export async function ownBundle(options: BundleOptions = {}): Promise<string> {
  const dir = ownPackage(options);
  const { files } = JSON.parse(readFileSync(join(dir, MANIFEST), 'utf8')) as Loose;
  const path = join(dirname(dir), 'package.wbm');
  const signature = options.key ? [SIGNATURE] : [];
  const there = Object.keys(files).filter((name) => existsSync(join(dir, name)));
  await writeBundle(path, dir, [MANIFEST, ...signature, ...there], 1_000_000_000);
  return path;
}

/** A key pair as a hospital makes one, the public half as the file that is trusted. */
export function keyPair(): { privateKey: KeyObject; pem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}
