import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, '..', '..', 'support', 'collect-statements.ts');

it('survives that statements are collected in the middle of promise jobs', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', SCRIPT]);
  expect(stdout.trim()).toBe('300 turns');
});
