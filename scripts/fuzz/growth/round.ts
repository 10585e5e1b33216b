import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGrowthDaemon } from './daemon.js';
import { type GrowthOptions, type GrowthReport, growTexts } from './run.js';

/** Makes texts long on a daemon of its own. */
export async function growthRound(options: GrowthOptions): Promise<GrowthReport> {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-growth-'));
  try {
    const { daemon, meter } = await startGrowthDaemon(folder);
    try {
      return await growTexts(daemon, meter, options);
    } finally {
      await daemon.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
