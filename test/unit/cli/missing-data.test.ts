import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandContext, withDatabase } from '../../../src/cli/context.js';

let folder: string;
let config: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wardbox-cli-'));
  config = join(folder, 'appliance.config.json');
  writeFileSync(config, JSON.stringify({ data_dir: './mistyped' }));
});
afterEach(() => rmSync(folder, { recursive: true }));

const context: CommandContext = {
  environment: {},
  clock: () => 0,
  output: { out: () => undefined, err: () => undefined },
  exitCode: 0,
};

describe('a command on a data folder that is not there', () => {
  it('says so and makes nothing, when it only looks', async () => {
    await expect(withDatabase(context, { config }, () => 'intact')).rejects.toThrow('mistyped');
    expect(existsSync(join(folder, 'mistyped'))).toBe(false);
  });

  it('makes it, when it is to hold the first key', async () => {
    expect(await withDatabase(context, { config }, () => 'made', { make: true })).toBe('made');
    expect(existsSync(join(folder, 'mistyped', 'wardbox.sqlite'))).toBe(true);
  });
});
