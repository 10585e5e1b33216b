import { describe, expect, it, vi } from 'vitest';
import { DelayedSync, syncDelayMs } from '../../../src/store/delayed-sync.js';
import { openDatabase } from '../../../src/store/open.js';
import { scratchFolder } from '../../support/scratch-folder.js';

describe('syncDelayMs', () => {
  it('follows a commit after twelve milliseconds where the disk is fast', () => {
    expect([0, 0.1, 0.6].map(syncDelayMs)).toEqual([12, 12, 12]);
  });

  it('waits twenty times what the last sync took, and never longer than a quarter of a second', () => {
    expect([1, 5, 12.5, 900].map(syncDelayMs)).toEqual([20, 100, 250, 250]);
  });
});

describe('DelayedSync', () => {
  it('changes how commits sync only where that is another way than before', () => {
    const database = openDatabase(scratchFolder());
    try {
      const pragma = vi.spyOn(database, 'pragma');
      const delayed = new DelayedSync(database, () => ({ canRetry: false }));
      for (const synced of [true, false, false, true]) delayed.prepare(synced);
      expect(pragma.mock.calls.map(([text]) => text)).toEqual([
        'synchronous = NORMAL',
        'synchronous = FULL',
      ]);
    } finally {
      database.close();
    }
  });

  it('needs no sync of its own where a commit that syncs comes first', () => {
    vi.useFakeTimers();
    const database = openDatabase(scratchFolder());
    try {
      const delayed = new DelayedSync(database, () => ({ canRetry: false }));
      delayed.committed(false);
      expect(vi.getTimerCount()).toBe(1);
      delayed.committed(false);
      expect(vi.getTimerCount()).toBe(1);
      delayed.committed(true);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      database.close();
      vi.useRealTimers();
    }
  });
});
