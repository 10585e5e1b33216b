/**
 * Signs packages: `npx tsx scripts/models/sign.ts --key KEY.pem FOLDER…` writes `model.json.sig`
 * beside each manifest, and with `--out DIR` also each package as one file, ID-VERSION.wbm. The key
 * is Ed25519 in PEM (openssl genpkey -algorithm ed25519 -out KEY.pem); it stays with the signer,
 * and its public half (openssl pkey -in KEY.pem -pubout) goes to those who are to trust it.
 */
import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { examine } from '../../src/appliance/packages/examine.js';
import { messageOf } from '../../src/core/errors.js';
import { MANIFEST, readManifestBytes, SIGNATURE } from '../../src/model-packages/folder.js';
import { signManifest } from '../../src/model-packages/seal.js';
import { writeBundle } from '../../src/model-packages/store/bundle.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, out: { type: 'string' } },
});

const NOBODY = { required: false, keys: [] };

async function sign(folder: string, keyFile: string): Promise<void> {
  const key = createPrivateKey(readFileSync(keyFile));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} is not an Ed25519 key`);
  // A signature covers every byte: a package that does not match its manifest is not signed.
  const { manifest } = await examine(folder, NOBODY);
  writeFileSync(join(folder, SIGNATURE), signManifest(await readManifestBytes(folder), key));
  console.log(`${manifest.id} ${manifest.version}: signed`);
}

async function pack(folder: string, out: string): Promise<void> {
  const { manifest, seal } = await examine(folder, NOBODY);
  const signature = seal.origin === 'unsigned' ? [] : [SIGNATURE];
  const path = join(out, `${manifest.id}-${manifest.version}.wbm`);
  const names = [MANIFEST, ...signature, ...Object.keys(manifest.files)];
  await writeBundle(path, folder, names, Math.floor(Date.now() / 1_000));
  console.log(path);
}

if (positionals.length === 0 || (values.key === undefined && values.out === undefined)) {
  console.error('usage: tsx scripts/models/sign.ts [--key KEY.pem] [--out DIR] FOLDER…');
  process.exit(2);
}
try {
  for (const folder of positionals.map((one) => resolve(one))) {
    if (values.key !== undefined) await sign(folder, values.key);
    if (values.out !== undefined) await pack(folder, values.out);
  }
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
