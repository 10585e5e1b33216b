import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { processEnvironment } from '../../../src/appliance/config/load.js';
import { configFile } from '../../support/config-file.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const PROGRAM = ['--import', 'tsx', join(ROOT, 'src', 'main.ts')];
const environmentOf = (config: unknown) => ({
  ...processEnvironment,
  WARDBOX_CONFIG: configFile(config).file,
});

/** The program itself, in a process of its own. */
function wardbox(config: unknown, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...PROGRAM, ...words], {
    encoding: 'utf8',
    env: environmentOf(config),
  });
  return { status, stdout, stderr };
}

describe('wardbox', () => {
  it('prints its version and ends with 0', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(wardbox({}, '--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('ends with 2 and a hint when its words are wrong', () => {
    const { status, stdout, stderr } = wardbox({}, 'keys', 'create', '--name', 'x');
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('--mode');
  });

  it('ends with 1 and the faults, not with a stack, when a configuration is wrong', () => {
    const { status, stdout, stderr } = wardbox({ server: { port: 'x' }, more: 1 }, 'serve');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^wardbox: The configuration .* has faults:\n/);
    expect(stderr).toContain('server.port');
    expect(stderr).toContain('more: is not known');
    expect(stderr).not.toContain('    at ');
  });

  it('completes quietly when its reader ends first', async () => {
    const program = spawn(process.execPath, [...PROGRAM, 'config', 'show'], {
      env: environmentOf({}),
    });
    program.stdout.destroy();
    const [stderr, [status]] = await Promise.all([text(program.stderr), once(program, 'close')]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
