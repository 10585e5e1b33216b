import { configSchema } from '../../src/appliance/config/schema.js';
import {
  type ConfigOverrides,
  type Daemon,
  type DaemonOptions,
  startDaemon,
} from '../../test/support/daemon.js';

export type { Daemon } from '../../test/support/daemon.js';

/**
 * The compiled daemon with the configuration that ships, but a port of its own and no limit on the
 * rate.
 *
 * @param dataDir an empty folder, or one to go on with
 * @param more sections of the configuration that replace the shipped ones
 */
export function startShipped(
  dataDir: string,
  modelsDir: string,
  options: Pick<DaemonOptions, 'execArgv' | 'env'> = {},
  more: ConfigOverrides = {},
): Promise<Daemon> {
  const { data_dir: _, ...shipped } = configSchema.parse({});
  const config = {
    ...shipped,
    server: { ...shipped.server, port: 0 },
    models_dir: modelsDir,
    rate_limits: { per_minute: 1_000_000 },
    ...more,
  };
  return startDaemon({ ...options, dataDir, config });
}

export function pidOf({ process: { pid } }: Daemon): number {
  if (pid === undefined) throw new Error('the daemon has no process');
  return pid;
}
