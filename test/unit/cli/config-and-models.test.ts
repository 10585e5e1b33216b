import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../support/command-line.js';
import { rejectionOf } from '../../support/refusals.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'models');

describe('wardbox config', () => {
  it('check says that a file has no faults, and starts nothing', async () => {
    const { run, file, folder } = commandLine({ server: { port: 9_000 } });
    expect((await run('config', 'check')).text).toBe(`${file} has no faults.`);
    expect(JSON.parse((await run('config', 'check', '--json')).text)).toEqual({
      ok: true,
      source: file,
    });
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('check lists every fault', async () => {
    const { run } = commandLine({ server: { port: -1 }, logging: { level: 'loud' }, more: 1 });
    const { message } = await rejectionOf(run('config', 'check'));
    for (const field of ['server.port', 'logging.level', 'more']) expect(message).toContain(field);
  });

  it('check takes the file that is named before that of the environment', async () => {
    const { run } = commandLine({ more: 1 });
    const { file } = commandLine();
    expect((await run('config', 'check', '-c', file)).text).toContain(file);
  });

  it('show gives what is in force, the environment included', async () => {
    const { run, folder } = commandLine({ server: { port: 9_000 } }, { WARDBOX_PORT: '9001' });
    const shown = JSON.parse((await run('config', 'show')).text);
    expect(shown).toMatchObject({
      server: { host: '127.0.0.1', port: 9_001 },
      data_dir: join(folder, 'data'),
      inference: { backend: 'auto' },
    });
  });
});

describe('wardbox models list', () => {
  it('shows each package that is sound', async () => {
    const { run } = commandLine({ models_dir: FIXTURES });
    const { text, exitCode } = await run('models', 'list');
    expect(exitCode).toBe(0);
    const [head, ...rows] = text.split('\n');
    expect(head).toMatch(/^MODEL +VERSION +STATE +SIGNED +FROM +BEFORE +WHAT$/);
    expect(rows.map((row) => row.split(/ {2,}/).slice(0, 5))).toEqual([
      ['pattern-fp32', '1.0.0', 'verified', 'unsigned', 'folder'],
      ['pattern-int8', '1.0.0', 'verified', 'unsigned', 'folder'],
    ]);
  });

  it('ends with 3 and the reason when one is not', async () => {
    const folder = scratchFolder();
    cpSync(FIXTURES, folder, { recursive: true });
    writeFileSync(join(folder, 'pattern-fp32', 'CARD.md'), 'changed');
    const { run } = commandLine({ models_dir: folder });
    const { text, exitCode } = await run('models', 'list', '--json');
    expect(exitCode).toBe(3);
    expect(JSON.parse(text)).toMatchObject([
      { id: 'pattern-fp32', status: 'quarantined', reason: expect.stringContaining('CARD.md') },
      { id: 'pattern-int8', status: 'verified', version: '1.0.0', reason: null },
    ]);
  });
});
