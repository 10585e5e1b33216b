import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyrightFile } from '../../../scripts/release/deb/licences.js';
import { copyModule, shippedModules } from '../../../scripts/release/deb/modules.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** A repository with these packages, each with one file of code. */
function repository(packages: Record<string, Record<string, unknown>>): string {
  const root = scratchFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('package-lock.json', JSON.stringify({ packages }));
  for (const path of Object.keys(packages).filter((one) => one !== '')) {
    write(join(path, 'index.js'), '');
  }
  return root;
}

describe('the modules that are shipped', () => {
  it('are those that the dependencies reach, each as Node would find it', () => {
    const root = repository({
      '': { dependencies: { a: '1' }, devDependencies: { d: '1' } },
      'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '2', c: '1' } },
      'node_modules/a/node_modules/b': {
        version: '2.0.0',
        license: 'ISC',
        dependencies: { c: '1' },
      },
      'node_modules/b': { version: '1.0.0', license: 'MIT' },
      'node_modules/c': { version: '1.0.0', license: 'MIT', dependencies: { a: '1' } },
      'node_modules/d': { version: '1.0.0', license: 'MIT', dependencies: { b: '1' } },
    });
    expect(shippedModules(root).map(({ path, name, version }) => [path, name, version])).toEqual([
      ['node_modules/a', 'a', '1.0.0'],
      ['node_modules/a/node_modules/b', 'b', '2.0.0'],
      ['node_modules/c', 'c', '1.0.0'],
    ]);
  });

  it('leave out what only installs, what is not here and what is for another system', () => {
    const root = repository({
      '': { dependencies: { a: '1' }, optionalDependencies: { other: '1' } },
      'node_modules/a': {
        version: '1.0.0',
        license: 'MIT',
        dependencies: { 'prebuild-install': '1' },
        peerDependencies: { typescript: '5' },
      },
      'node_modules/prebuild-install': { version: '1.0.0' },
      'node_modules/typescript': { version: '5.0.0' },
    });
    expect(shippedModules(root).map(({ name }) => name)).toEqual(['a']);
  });

  it('are, of this repository, all that the source may load and nothing for developers', () => {
    const names = new Set(shippedModules(ROOT).map(({ name }) => name));
    for (const name of Object.keys(manifest.dependencies)) expect(names).toContain(name);
    for (const name of Object.keys(manifest.devDependencies)) expect(names).not.toContain(name);
  });

  it('keep what runs and lose what built them, maps and foreign binaries', () => {
    const target = scratchFolder();
    const wanted = ['better-sqlite3', 'onnxruntime-node', 'unix-dgram', '@xenova/transformers'];
    for (const module of shippedModules(ROOT).filter(({ name }) => wanted.includes(name))) {
      copyModule(ROOT, module, target);
    }
    const there = (path: string) => existsSync(join(target, 'node_modules', path));
    expect(there('better-sqlite3/build/Release/better_sqlite3.node')).toBe(true);
    expect(there('better-sqlite3/deps')).toBe(false);
    expect(there('better-sqlite3/build/Release/obj')).toBe(false);
    expect(there('unix-dgram/build/Release/unix_dgram.node')).toBe(true);
    const native = (os: string, cpu: string) => there(`onnxruntime-node/bin/napi-v6/${os}/${cpu}`);
    expect(native(process.platform, process.arch)).toBe(true);
    expect(native('win32', 'x64')).toBe(process.platform === 'win32');
    expect(there('@xenova/transformers/src/tokenizers.js')).toBe(true);
    expect(there('@xenova/transformers/dist')).toBe(false);
  });
});

describe('the file of licences', () => {
  it('names every module with its licence and holders, in the form of Debian', () => {
    const modules = shippedModules(ROOT);
    const text = copyrightFile(ROOT, modules, ['A notice.\n\nOf two paragraphs.']);
    const paragraphs = text.trim().split('\n\n');
    expect(paragraphs).toHaveLength(modules.length + 2);
    for (const paragraph of paragraphs.slice(1)) {
      expect(paragraph).toMatch(
        /^Files: .+\nCopyright:( .+)?\n(.*\n)*?License: [\w.+-]+( and [\w.+-]+)*\n /,
      );
      // Whatever goes on is indented: an unindented line would begin another field.
      const bodies = paragraph
        .split('\n')
        .filter((line) => !/^(Files|Copyright|License):/.test(line));
      expect(bodies.filter((line) => !line.startsWith(' '))).toEqual([]);
    }
    expect(text).toContain(' A notice.\n .\n Of two paragraphs.');
    expect(text).toMatch(/Files: opt\/wardbox\/node_modules\/hono\/\*\nCopyright:\n .*Wada/);
  });

  it('refuses a library under an unreviewed licence', () => {
    const module = { path: 'node_modules/x', name: 'x', version: '1.0.0', license: 'GPL-3.0' };
    expect(() => copyrightFile(ROOT, [module], [])).toThrow('GPL-3.0');
  });
});
