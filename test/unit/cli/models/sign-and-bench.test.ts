import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyPair, ownPackage } from '../../../support/bundles.js';
import { commandLine } from '../../../support/command-line.js';
import { FIXTURE_MODELS } from '../../../support/fixture-models.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

function signScript(...words: string[]): string {
  const script = join('scripts', 'models', 'sign.ts');
  const args = ['--import', 'tsx', script, ...words];
  return execFileSync(process.execPath, args, { cwd: ROOT, stdio: 'pipe' }).toString();
}

describe('the script that signs packages', () => {
  it('makes a file that is believed where its key is trusted', async () => {
    const { privateKey, pem } = keyPair();
    const folder = scratchFolder();
    const keyFile = join(folder, 'key.pem');
    writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const dir = ownPackage({ version: '3.2.1' });
    expect(signScript('--key', keyFile, '--out', folder, dir)).toContain(
      'spot-detector 3.2.1: signed',
    );
    const file = join(folder, 'spot-detector-3.2.1.wbm');
    const line = commandLine({ models_dir: FIXTURE_MODELS, models: { require_signature: true } });
    mkdirSync(join(line.folder, 'trusted-keys'));
    writeFileSync(join(line.folder, 'trusted-keys', 'maker.pem'), pem);
    const { text, exitCode } = await line.run('models', 'verify', file, '--json');
    expect(JSON.parse(text)).toMatchObject([
      { what: file, version: '3.2.1', state: 'sound', signed: 'maker', active: false },
    ]);
    expect(exitCode).toBe(0);
  });

  it('signs nothing that is not as its manifest says', () => {
    const folder = scratchFolder();
    const keyFile = join(folder, 'key.pem');
    const key = keyPair().privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(keyFile, key);
    const dir = ownPackage();
    writeFileSync(join(dir, 'CARD.md'), `${readFileSync(join(dir, 'CARD.md'), 'utf8')} edited`);
    expect(() => signScript('--key', keyFile, dir)).toThrow(/files\.CARD\.md/);
    expect(readdirSync(dir)).not.toContain('model.json.sig');
  });
});

describe('models bench', () => {
  it('reports time and error of a model on each backend, and why one cannot run it', async () => {
    const { run } = commandLine({ models_dir: FIXTURE_MODELS });
    const { text } = await run('models', 'bench', 'pattern-int8', '--json');
    const figures: { id: string; backend: string; latency_ms: number | null }[] = JSON.parse(text);
    expect(figures.map(({ backend }) => backend)).toEqual(['webgpu', 'cpu', 'wasm']);
    for (const figure of figures.slice(1)) {
      expect(figure).toMatchObject({ id: 'pattern-int8', version: '1.0.0', status: 'passed' });
      expect(figure.latency_ms).toBeGreaterThan(0);
    }
    await expect(run('models', 'bench', 'none')).rejects.toThrow('No intact model none');
  });
});
