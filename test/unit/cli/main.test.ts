import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processEnvironment } from '../../../src/config/load.js';
import { configFile } from '../../support/config-file.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The program itself, in a process of its own. */
function wardbox(config: unknown, ...words: string[]) {
  const { file } = configFile(config);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(ROOT, 'src', 'main.ts'), ...words],
    { encoding: 'utf8', env: { ...processEnvironment, WARDBOX_CONFIG: file } },
  );
  return { status, stdout, stderr };
}

describe('wardbox', () => {
  it('tells its version and ends with 0', () => {
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
});
