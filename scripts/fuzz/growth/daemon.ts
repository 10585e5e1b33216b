import { join } from 'node:path';
import { type Daemon, startDaemon } from '../../../test/support/daemon.js';
import { createMeter, type Meter, PROBE, STALL_FILE } from './meter.js';

const MODELS = join(import.meta.dirname, '..', '..', '..', 'models');

/**
 * A daemon with the models that ship and one thread for long work, and what it costs.
 *
 * @param folder for what the probe writes
 */
export async function startGrowthDaemon(
  folder: string,
): Promise<{ readonly daemon: Daemon; readonly meter: Meter }> {
  const file = join(folder, 'longest-turn.json');
  const daemon = await startDaemon({
    config: {
      models_dir: MODELS,
      analyze: { workers: 1 },
      rate_limits: { per_minute: 1_000_000 },
    },
    env: { [STALL_FILE]: file },
    execArgv: ['--import', PROBE],
  });
  await daemon.log(({ msg }) => msg === 'analysis thread ready', 180_000);
  return { daemon, meter: createMeter(daemon.process.pid ?? 0, file) };
}
