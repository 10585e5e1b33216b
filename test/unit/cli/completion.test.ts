import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processEnvironment } from '../../../src/appliance/config/load.js';
import { commandLine } from '../../support/command-line.js';
import { scratchFolder } from '../../support/scratch-folder.js';

async function scriptFor(shell: string): Promise<{ script: string; file: string }> {
  const { text } = await commandLine().run('completion', shell);
  const file = join(scratchFolder(), `completion.${shell}`);
  writeFileSync(file, text);
  return { script: text, file };
}

const isThere = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;
const shellTest = (shell: string) => it.skipIf(!isThere(shell));

/** What each shell offers for the last of the words. */
async function offered(shell: 'bash' | 'fish', ...words: string[]): Promise<string[]> {
  const { file } = await scriptFor(shell);
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const programs = {
    bash:
      `source '${file}'; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; ` +
      `_wardbox; printf '%s\\n' "\${COMPREPLY[@]}"`,
    fish: `source '${file}'; complete -C "${words.join(' ')}"`,
  };
  const clean = shell === 'bash' ? ['--norc', '--noprofile'] : ['--no-config'];
  const { status, stdout, stderr } = spawnSync(shell, [...clean, '-c', programs[shell]], {
    encoding: 'utf8',
    env: { PATH: processEnvironment.PATH, HOME: scratchFolder() },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
    .filter((line) => line !== '');
}

describe.each(['bash', 'fish'] as const)('wardbox completion %s', (shell) => {
  shellTest(shell)('offers commands, those below them, options and fixed values', async () => {
    const commands = await offered(shell, 'wardbox', '');
    for (const name of ['init', 'keys', 'doctor', 'completion']) expect(commands).toContain(name);
    expect(commands).not.toContain('rotate');
    expect((await offered(shell, 'wardbox', 'keys', 'r')).sort()).toEqual(['revoke', 'rotate']);
    expect(await offered(shell, 'wardbox', 'keys', 'rotate', '--gr')).toEqual(['--grace']);
    expect(await offered(shell, 'wardbox', 'keys', 'create', '--gr')).toEqual([]);
    expect(await offered(shell, 'wardbox', 'keys', 'create', '--mode', 't')).toEqual(['test']);
    expect(await offered(shell, 'wardbox', 'completion', 'f')).toContain('fish');
  });

  shellTest(shell)('is not led astray by options and their values', async () => {
    const below = await offered(shell, 'wardbox', 'keys', 'rotate', 'key_1', '--js');
    expect(below).toEqual(['--json']);
    const after = await offered(shell, 'wardbox', 'keys', 'create', '--name', 'list', '--ra');
    expect(after).toEqual(['--rate']);
  });
});

describe('wardbox completion zsh', () => {
  shellTest('zsh')('is a script that zsh takes', async () => {
    const { file } = await scriptFor('zsh');
    const { status, stderr } = spawnSync('zsh', ['-f', '-n', file], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  shellTest('zsh')('offers what stands at a place, with what it is', async () => {
    const { file } = await scriptFor('zsh');
    // What zsh's own completion system would be handed.
    const system =
      'compdef() { print registered $2 }; _files() { print FILES };' +
      `_describe() { print -l -- \${(P)2} }; compadd() { shift; print -l -- "$@" };`;
    const offered = (...words: string[]) =>
      spawnSync(
        'zsh',
        [
          '-f',
          '-c',
          `${system} source '${file}'; words=(${words.join(' ')}); CURRENT=$#words; _wardbox`,
        ],
        { encoding: 'utf8' },
      ).stdout.split('\n');
    const below = offered('wardbox', 'keys', "''");
    expect(below[0]).toBe('registered wardbox');
    expect(below).toContain('revoke:make a key invalid at once');
    expect(below.some((line) => line.startsWith('export:'))).toBe(false);
    const values = offered('wardbox', 'keys', 'create', '--mode', "''");
    expect(values).toEqual(['registered wardbox', 'test', 'live', '']);
    const files = offered('wardbox', 'doctor', '-c', "''");
    expect(files).toEqual(['registered wardbox', 'FILES', '']);
  });

  it('describes every command and registers itself', async () => {
    const { script } = await scriptFor('zsh');
    expect(script).toMatch(/^#compdef wardbox\n/);
    expect(script).toContain(
      "'rotate:replace a key by a new one like it; the old one expires after a grace period'",
    );
    expect(script).toContain("'keys create --mode') compadd -- 'test' 'live'; return ;;".slice(1));
  });
});

describe('wardbox completion', () => {
  it('refuses another shell', async () => {
    await expect(commandLine().run('completion', 'tcsh')).rejects.toMatchObject({
      name: 'CommanderError',
    });
  });
});
