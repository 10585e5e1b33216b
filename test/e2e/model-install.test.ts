import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/appliance/config/load.js';
import type { CheckContext } from '../../src/appliance/doctor/check.js';
import { checkModels } from '../../src/appliance/doctor/models.js';
import { createAuditRepository } from '../../src/store/audit-repository.js';
import { lockDataFolder, openDatabase } from '../../src/store/open.js';
import { type BundleOptions, keyPair, ownBundle, ownPackage } from '../support/bundles.js';
import { commandLine } from '../support/command-line.js';
import { FIXTURE_MODELS, OWN_MODELS } from '../support/fixture-models.js';

const NOTHING = { sha256: '0'.repeat(64), bytes: 1 };

/** An appliance with data, and the packages of fixtures or of another folder. */
function box(config: Record<string, unknown> = {}) {
  const line = commandLine({
    models_dir: OWN_MODELS,
    server: { port: 0 },
    storage: { disk_reserve_mb: 0 },
    inference: { backend: 'cpu', cpu_workers: 1, threads_per_worker: 1 },
    ...config,
  });
  const dataDir = join(line.folder, 'data');
  openDatabase(dataDir).close();
  const store = join(dataDir, 'models');
  const install = async (options: BundleOptions, ...words: string[]) =>
    line.run('models', 'install', await ownBundle(options), ...words);
  const versions = async () => {
    const { text } = await line.run('models', 'list', '--json');
    const rows: { id: string; version: string; from: string; before: string[] }[] =
      JSON.parse(text);
    const own = rows.find(({ id }) => id === 'spot-detector');
    return own && { version: own.version, from: own.from, before: own.before };
  };
  const events = () => {
    const database = openDatabase(dataDir);
    const all = [...createAuditRepository(database).each()].map(({ event }) => JSON.parse(event));
    database.close();
    return all;
  };
  return { ...line, dataDir, store, install, versions, events };
}

describe('models install', () => {
  it('puts a new version in the place of another, which a rollback has answer again', async () => {
    const { run, install, versions, events } = box();
    expect(await versions()).toEqual({ version: '1.0.0', from: 'folder', before: [] });
    const { text } = await install({ version: '1.1.0' });
    expect(text).toContain(
      'spot-detector 1.1.0 is installed, replacing 1.0.0 (unsigned; runs on cpu)',
    );
    const told = JSON.parse((await install({ version: '1.2.0' }, '--json')).text);
    expect(told).toMatchObject({
      id: 'spot-detector',
      version: '1.2.0',
      signed: 'unsigned',
      backend: 'cpu',
      replaced: '1.1.0',
      daemon: 'no daemon',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await versions()).toEqual({ version: '1.2.0', from: 'store', before: ['1.1.0'] });
    expect((await run('models', 'rollback', 'spot-detector')).text).toContain(
      '1.1.0 is active again',
    );
    expect(await versions()).toEqual({ version: '1.1.0', from: 'store', before: [] });
    expect((await run('models', 'rollback', 'spot-detector')).text).toContain(
      '1.0.0 is active again',
    );
    expect(await versions()).toEqual({ version: '1.0.0', from: 'folder', before: [] });
    await expect(run('models', 'rollback', 'spot-detector')).rejects.toThrow('is not installed');
    // Each is recorded with version and hash.
    const all = events();
    expect(all.map(({ action }) => action)).toEqual([
      'model.install',
      'model.install',
      'model.rollback',
      'model.rollback',
    ]);
    const sha = ' sha256:[0-9a-f]{64}';
    for (const [n, target] of [`1.1.0${sha}`, `1.2.0${sha}`, `1.1.0${sha}`, '1.0.0'].entries()) {
      expect(all[n].target).toMatch(new RegExp(`^spot-detector@${target}$`));
      expect(all[n]).toMatchObject({ actor: { id: 'alice' }, outcome: 'success' });
    }
    expect(all[1].models).toMatchObject([
      { id: 'spot-detector', version: '1.2.0', backend: 'cpu' },
    ]);
  });

  it('twice is the same as once, also after one that was killed before the switch', async () => {
    const { install, versions, store } = box();
    const bundle = { version: '1.1.0' };
    await install(bundle);
    await install(bundle);
    expect(await versions()).toEqual({ version: '1.1.0', from: 'store', before: [] });
    // Killed between the folder and the state: only the folder is there.
    rmSync(join(store, 'active.json'));
    mkdirSync(join(store, 'staging', 'package'), { recursive: true });
    expect(await versions()).toMatchObject({ version: '1.0.0', from: 'folder' });
    await install(bundle);
    expect(await versions()).toEqual({ version: '1.1.0', from: 'store', before: [] });
    expect(readdirSync(store).sort()).toEqual(['active.json', 'daemon.lock', 'packages']);
  });

  it('mends a version that was damaged in the store', async () => {
    const { run, install, store, file } = box();
    await install({ version: '1.1.0' });
    const [folder] = readdirSync(join(store, 'packages', 'spot-detector'));
    writeFileSync(join(store, 'packages', 'spot-detector', folder!, 'CARD.md'), 'edited');
    const broken = await run('models', 'verify', 'spot-detector', '--json');
    expect(broken.exitCode).toBe(3);
    expect(JSON.parse(broken.text)).toMatchObject([
      { state: 'damaged', reason: expect.stringContaining('files.CARD.md') },
    ]);
    const config = loadConfig({ file, env: {} });
    expect(await checkModels({ config } as CheckContext)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('files.CARD.md'),
      remedy: expect.stringContaining('wardbox models rollback spot-detector'),
    });
    await install({ version: '1.1.0' });
    expect((await run('models', 'verify', 'spot-detector')).exitCode).toBe(0);
  });

  it('forgets versions that no rollback leads to, and what a killed one has left', async () => {
    const { install, versions, store } = box();
    const folder = join(store, 'packages', 'spot-detector');
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0']) await install({ version });
    mkdirSync(join(folder, '1.4.1-0123456789ab'));
    await install({ version: '1.5.0' });
    expect((await versions())?.before).toEqual(['1.4.0', '1.3.0', '1.2.0']);
    expect(
      readdirSync(folder)
        .map((name) => name.slice(0, 5))
        .sort(),
    ).toEqual(['1.2.0', '1.3.0', '1.4.0', '1.5.0']);
  });

  it('refuses an older version unless it is told to', async () => {
    const { install, versions } = box();
    await install({ version: '1.10.0' });
    await expect(install({ version: '1.9.0' })).rejects.toThrow('1.9.0 is older (--allow-older)');
    expect(await versions()).toMatchObject({ version: '1.10.0' });
    await install({ version: '1.9.0' }, '--allow-older');
    expect(await versions()).toMatchObject({ version: '1.9.0', before: ['1.10.0'] });
  });

  it('takes knowledge when all other knowledge answers beside it', async () => {
    const { run, dataDir } = box();
    const overlay = {
      manifest_version: 1,
      id: 'st-elsewhere',
      version: '1.0.0',
      kind: 'medication-overlay',
      title: 'x',
      description: 'x',
      licence: 'x',
      intended_use: 'x',
      base: 'nowhere',
      files: { 'CARD.md': {}, 'x.json': {} },
      tables: { suppressions: ['x.json'] },
    };
    const change: BundleOptions['change'] = (manifest, dir) => {
      for (const name of readdirSync(dir)) rmSync(join(dir, name));
      writeFileSync(join(dir, 'CARD.md'), 'card');
      writeFileSync(join(dir, 'x.json'), '[]');
      for (const name of Object.keys(manifest)) delete manifest[name];
      Object.assign(manifest, overlay);
    };
    const file = await ownBundle({ change });
    await expect(run('models', 'install', file)).rejects.toThrow('Its base does not answer');
    expect(existsSync(join(dataDir, 'models', 'active.json'))).toBe(false);
  });
});

describe('a package that is not sound', () => {
  const refused: [string, BundleOptions, RegExp][] = [
    [
      'of an older form of manifest',
      { change: (manifest) => Object.assign(manifest, { manifest_version: 0 }) },
      /manifest_version/,
    ],
    [
      'without a licence',
      { change: (manifest) => Object.assign(manifest, { licence: undefined }) },
      /licence/,
    ],
    [
      'without a card',
      {
        change({ files }, dir) {
          delete files['CARD.md'];
          rmSync(join(dir, 'CARD.md'));
        },
      },
      /no CARD\.md/,
    ],
    [
      'whose manifest leads out of its folder',
      { change: ({ files }) => Object.assign(files, { '../evil': NOTHING }) },
      /relative path below the package folder/,
    ],
    [
      'of an unknown kind',
      { change: (manifest) => Object.assign(manifest, { kind: 'oracle' }) },
      /kind/,
    ],
    [
      'that does not give its golden answers',
      {
        change(_, dir) {
          const path = join(dir, 'golden.json');
          const golden = JSON.parse(readFileSync(path, 'utf8'));
          golden.cases[1].outputs = golden.cases[0].outputs;
          writeFileSync(path, JSON.stringify(golden));
        },
      },
      /runs on no backend.*cpu: case/,
    ],
  ];

  it.each(refused)('%s is refused, and nothing is changed', async (_, options, why) => {
    const { install, versions, store, events } = box();
    await expect(install({ version: '1.1.0', ...options })).rejects.toThrow(why);
    expect(await versions()).toEqual({ version: '1.0.0', from: 'folder', before: [] });
    expect(existsSync(join(store, 'active.json'))).toBe(false);
    expect(existsSync(join(store, 'packages'))).toBe(false);
    expect(existsSync(join(store, 'staging'))).toBe(false);
    expect(events()).toEqual([]);
  });

  it('with any file that is not as its manifest says, or that it does not know', async () => {
    const { run } = box();
    const pack = (change: (dir: string) => void) => {
      const dir = ownPackage({ version: '1.1.0' });
      change(dir);
      const file = `${dir}.wbm`;
      execFileSync('tar', ['-cf', file, '-C', dir, '.']);
      return run('models', 'install', file);
    };
    for (const name of ['model.onnx', 'CARD.md', 'golden.json']) {
      const flip = (dir: string) => {
        const bytes = readFileSync(join(dir, name));
        bytes[bytes.length - 5]! ^= 1;
        writeFileSync(join(dir, name), bytes);
      };
      await expect(pack(flip)).rejects.toThrow(`files.${name}.sha256 does not match the file`);
    }
    const add = (dir: string) => writeFileSync(join(dir, 'install.sh'), 'rm -rf /');
    await expect(pack(add)).rejects.toThrow('install.sh, which its manifest does not list');
    await expect(pack((dir) => rmSync(join(dir, 'model.json')))).rejects.toThrow('model.json');
  });

  it('that is too large, or none, is refused', async () => {
    const { run, folder } = box({ models: { package_mb: 1 } });
    const large = join(folder, 'large.wbm');
    writeFileSync(large, Buffer.alloc(1_100_000));
    await expect(run('models', 'install', large)).rejects.toThrow('models.package_mb allows 1');
    await expect(run('models', 'install', join(folder, 'none.wbm'))).rejects.toThrow('ENOENT');
  });

  it('is refused where the disk would be left too full', async () => {
    const { install } = box({ storage: { disk_reserve_mb: 1_000_000 } });
    await expect(install({ version: '1.1.0' })).rejects.toThrow(/the disk lacks \d+ MiB/);
  });
});

describe('signatures', () => {
  it('are required where the configuration says so, and told by the name of the key', async () => {
    const { privateKey, pem } = keyPair();
    const { install, versions, run, folder } = box({
      models: { require_signature: true },
      models_dir: FIXTURE_MODELS,
    });
    mkdirSync(join(folder, 'trusted-keys'));
    writeFileSync(join(folder, 'trusted-keys', 'hospital.pem'), pem);
    await expect(install({})).rejects.toThrow('model.json.sig is missing');
    await expect(install({ key: keyPair().privateKey })).rejects.toThrow('is of an untrusted key');
    expect(await versions()).toBeUndefined();
    expect((await install({ key: privateKey })).text).toContain('(hospital; runs on cpu)');
    const { text } = await run('models', 'list', '--json');
    expect(JSON.parse(text)).toContainEqual(
      expect.objectContaining({ id: 'spot-detector', signed: 'hospital', status: 'verified' }),
    );
  });

  it('of a trusted key under another manifest are refused, required or not', async () => {
    const { privateKey, pem } = keyPair();
    const { run, folder } = box();
    mkdirSync(join(folder, 'trusted-keys'));
    writeFileSync(join(folder, 'trusted-keys', 'hospital.pem'), pem);
    const signed = ownPackage({ version: '1.0.0', key: privateKey });
    const other = ownPackage({ version: '6.6.6' });
    const signature = readFileSync(join(signed, 'model.json.sig'));
    writeFileSync(join(other, 'model.json.sig'), signature);
    execFileSync('tar', ['-cf', `${other}.wbm`, '-C', other, '.']);
    await expect(run('models', 'install', `${other}.wbm`)).rejects.toThrow(
      'hospital signed other content',
    );
    const verdict = await run('models', 'verify', `${other}.wbm`, '--json');
    expect(verdict.exitCode).toBe(3);
    expect(JSON.parse(verdict.text)).toMatchObject([{ state: 'damaged' }]);
  });
});

describe('models remove', () => {
  it('takes away all versions, and leaves what came otherwise', async () => {
    const { run, install, versions, store } = box();
    await install({ version: '1.1.0' });
    await install({ version: '1.2.0' });
    const { text } = await run('models', 'remove', 'spot-detector');
    expect(text).toContain('spot-detector is removed. 1.0.0 of');
    expect(await versions()).toEqual({ version: '1.0.0', from: 'folder', before: [] });
    expect(readdirSync(join(store, 'packages'))).toEqual([]);
    await expect(run('models', 'remove', 'spot-detector')).rejects.toThrow(
      'removes installed packages only',
    );
    await expect(run('models', 'remove', 'none')).rejects.toThrow('is not installed');
    await expect(run('models', 'remove', '../data')).rejects.toThrow('is no package');
  });

  it('and rollback stand still while another command changes the store', async () => {
    const { run, install, store } = box();
    await install({ version: '1.1.0' });
    const lock = lockDataFolder(store);
    await expect(run('models', 'remove', 'spot-detector')).rejects.toThrow('Another command');
    lock.release();
    await run('models', 'remove', 'spot-detector');
  });
});

describe('a rollback', () => {
  it('leads to no version that was damaged meanwhile', async () => {
    const { run, install, versions, store } = box();
    await install({ version: '1.1.0' });
    await install({ version: '1.2.0' });
    const versionsDir = join(store, 'packages', 'spot-detector');
    const old = readdirSync(versionsDir).find((name) => name.startsWith('1.1.0'))!;
    rmSync(join(versionsDir, old, 'model.onnx'));
    await expect(run('models', 'rollback', 'spot-detector')).rejects.toThrow('files.model.onnx');
    expect(await versions()).toMatchObject({ version: '1.2.0' });
    const { text, exitCode } = await run('models', 'verify', '--json');
    expect(exitCode).toBe(3);
    expect(JSON.parse(text).filter(({ state }: { state: string }) => state === 'damaged')).toEqual([
      expect.objectContaining({ what: 'spot-detector', active: false }),
    ]);
  });
});
