import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Daemon } from '../../../test/support/daemon.js';
import { startGrowthDaemon } from './daemon.js';
import { type LargestFinding, type LargestOptions, sendLargest } from './largest.js';
import type { Meter } from './meter.js';
import { type GrowthOptions, type GrowthReport, growTexts } from './run.js';

/** Makes texts long on a daemon of its own. */
export const growthRound = (options: GrowthOptions): Promise<GrowthReport> =>
  withDaemon((daemon, meter) => growTexts(daemon, meter, options));

/** Sends the largest bodies to a daemon of its own. */
export const largestRound = (options: LargestOptions): Promise<readonly LargestFinding[]> =>
  withDaemon((daemon, meter) => sendLargest(daemon, meter, options));

async function withDaemon<T>(work: (daemon: Daemon, meter: Meter) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-growth-'));
  try {
    const { daemon, meter } = await startGrowthDaemon(folder);
    try {
      return await work(daemon, meter);
    } finally {
      await daemon.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
