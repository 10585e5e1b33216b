import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryPaths } from '../../../scripts/release/bundle.js';

const SOURCE = join(import.meta.dirname, '..', '..', '..', 'src');

describe('the entries of the bundle', () => {
  it('are the program and every module that a process or thread is started with', () => {
    expect(entryPaths()).toEqual([
      'appliance/administration/worker',
      'appliance/pacs/worker',
      'main',
      'operations/model-worker/worker',
      'operations/threads/worker',
    ]);
  });

  it.each(entryPaths())('%s is a module that nothing is imported from', (path) => {
    const file = join(SOURCE, `${path}.ts`);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).not.toMatch(/^export /m);
  });
});
