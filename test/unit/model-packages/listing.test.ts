import { createPublicKey, hash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyName } from '../../../src/core/key-name.js';
import { listModelPackages } from '../../../src/inference/model-package.js';
import { listKnowledge } from '../../../src/model-packages/knowledge.js';
import type { Trust } from '../../../src/model-packages/seal.js';
import type { InstalledPackage, PackageSources } from '../../../src/model-packages/sources.js';
import { keyPair, ownPackage } from '../../support/bundles.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const NOBODY: Trust = { required: false, keys: [] };

/** A folder of packages with a detector in it, under a name of its own. */
function folderWith(version = '1.0.0'): string {
  const folder = scratchFolder();
  cpSync(ownPackage({ version }), join(folder, 'squares'), { recursive: true });
  return folder;
}

function installed(dir: string): InstalledPackage {
  const manifest = readFileSync(join(dir, 'model.json'));
  const { id, version, kind } = JSON.parse(manifest.toString());
  return { id, version, kind, dir, sha256: hash('sha256', manifest, 'hex') };
}

const sources = (more: Partial<PackageSources>): PackageSources => ({
  folders: [],
  installed: [],
  trust: NOBODY,
  ...more,
});

const told = async (where: PackageSources) =>
  (await listModelPackages(where)).map((entry) => [
    entry.id,
    entry.status === 'verified' ? entry.package.manifest.version : entry.reason,
  ]);

describe('packages of the store', () => {
  it('take the place of those with the same id in a folder, whatever that is called', async () => {
    const where = sources({
      folders: [folderWith('1.0.0')],
      installed: [installed(ownPackage({ version: '1.1.0' }))],
    });
    expect(await told(where)).toEqual([['spot-detector', '1.1.0']]);
    expect(await told({ ...where, installed: [] })).toEqual([['spot-detector', '1.0.0']]);
  });

  it('have no older version answer in silence when they are damaged or gone', async () => {
    const dir = ownPackage({ version: '1.1.0' });
    const where = sources({ folders: [folderWith('1.0.0')], installed: [installed(dir)] });
    writeFileSync(join(dir, 'CARD.md'), 'edited');
    expect(await told(where)).toEqual([
      ['spot-detector', expect.stringContaining('files.CARD.md')],
    ]);
    rmSync(dir, { recursive: true });
    expect(await told(where)).toEqual([['spot-detector', expect.stringContaining('ENOENT')]]);
  });

  it('must be those that were installed, even where their manifest is sound', async () => {
    const place = installed(ownPackage({ version: '1.1.0' }));
    const other = { ...place, dir: ownPackage({ version: '1.1.1' }) };
    expect(await told(sources({ installed: [other] }))).toEqual([
      ['spot-detector', expect.stringContaining('not the manifest that was installed')],
    ]);
  });

  it('stand in order of their names among the others, and leave a damaged namesake unsaid', async () => {
    const folder = folderWith();
    for (const name of ['aaa', 'zzz', 'spot-detector']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'model.json'), '{}');
    }
    const where = sources({ folders: [folder], installed: [installed(ownPackage())] });
    expect((await told(where)).map(([id]) => id)).toEqual(['aaa', 'spot-detector', 'zzz']);
  });
});

describe('packages where signatures are required', () => {
  const { privateKey, pem } = keyPair();
  const key = { name: 'hospital', id: keyName(createPublicKey(pem)), pem };
  const trust: Trust = { required: true, keys: [key] };

  it('answer when a trusted key has signed them', async () => {
    const dir = ownPackage({ key: privateKey });
    expect(await told(sources({ installed: [installed(dir)], trust }))).toEqual([
      ['spot-detector', '1.0.0'],
    ]);
  });

  it('are quarantined without that, in a folder and in the store', async () => {
    const reason = expect.stringContaining('model.json.sig is missing');
    const folders = [folderWith()];
    expect(await told(sources({ folders, trust }))).toEqual([['squares', reason]]);
    const place = installed(ownPackage());
    expect(await told(sources({ installed: [place], trust }))).toEqual([['spot-detector', reason]]);
  });

  it('need none when they came with the program, and are no business of other readers', async () => {
    const folder = folderWith();
    const release = { ...trust, releaseDir: realpathSync(folder) };
    const where = sources({ folders: [folder], trust: release });
    expect(await told(where)).toEqual([['spot-detector', '1.0.0']]);
    expect(await listKnowledge(sources({ folders: [folder], trust }))).toEqual([]);
  });
});
