import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedModules } from '../../scripts/release/deb/modules.js';

const ROOT = join(import.meta.dirname, '..', '..');

interface LockedPackage {
  version: string;
}

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const installed = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, facts]) => ({ name: path.replace(/^.*node_modules\//, ''), ...facts }));

describe('what is installed', () => {
  it.each(['onnxruntime-node', 'onnxruntime-web', 'onnxruntime-common', 'sharp', 'zod', 'hono'])(
    'holds %s once',
    (name) => {
      expect(installed.filter((p) => p.name === name).map(({ version }) => version)).toHaveLength(
        1,
      );
    },
  );

  it('has the native and the portable ONNX Runtime at one version', () => {
    const versions = installed
      .filter(({ name }) => /^onnxruntime-(node|web|common)$/.test(name))
      .map(({ version }) => version);
    expect(new Set(versions).size).toBe(1);
  });

  it('ships nothing under the GPL', () => {
    const shipped = shippedModules(ROOT);
    expect(shipped.length).toBeGreaterThan(20);
    // libvips is a shared library of its own inside these, which the LGPL is made for.
    const isLibvips = ({ name, license }: (typeof shipped)[number]) =>
      name.startsWith('@img/sharp-') && license.includes('LGPL-3.0');
    const copyleft = shipped.filter((p) => /GPL/i.test(p.license) && !isLibvips(p));
    const unstated = shipped.filter(({ license }) => license === 'unknown');
    expect(copyleft.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
    expect(unstated.map(({ name }) => name)).toEqual([]);
  });

  it('needs no download beside the registry: the installer of ONNX Runtime stays off', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      allowScripts: Record<string, boolean>;
    };
    expect(manifest.allowScripts['onnxruntime-node']).toBe(false);
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toContain('onnxruntime-node-install=skip');
  });
});
