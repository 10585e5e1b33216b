import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDiskWatch } from '../../../src/store/disk.js';
import { scratchFolder } from '../../support/scratch-folder.js';

describe('createDiskWatch', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('is low exactly when less than the reserve is left', () => {
    const folder = scratchFolder();
    const { freeMb, low } = createDiskWatch(folder, 0)();
    expect(freeMb).toBeGreaterThan(0);
    expect(low).toBe(false);
    // Others write to the same disk meanwhile, hence the wide margin.
    expect(createDiskWatch(folder, freeMb + 10_000)().low).toBe(true);
  });

  it('asks the file system at most every two seconds', () => {
    const folder = scratchFolder();
    const watch = createDiskWatch(folder, 0);
    const first = watch();
    rmSync(folder, { recursive: true });
    vi.advanceTimersByTime(1_999);
    expect(watch()).toBe(first);
    vi.advanceTimersByTime(1);
    expect(() => watch()).toThrow(/ENOENT/);
  });

  it('throws for a folder that is not there', () => {
    const watch = createDiskWatch(join(scratchFolder(), 'none'), 1);
    expect(() => watch()).toThrow(/ENOENT/);
  });
});
