import type { Command } from 'commander';
import { createAppliance } from '../appliance.js';
import { messageOf } from '../core/errors.js';
import { createLogger } from '../core/logger.js';
import { createServiceManager } from '../core/sd-notify.js';
import { type CommandContext, type CommonOptions, configFor } from './context.js';

/** Resolves at the first signal that asks for an end; a second one ends at once. */
function firstStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(1);
        asked = true;
        resolve(signal);
      });
    }
  });
}

async function serve(context: CommandContext, options: CommonOptions): Promise<void> {
  // Keys, certificates and the audit log: whatever is created is the daemon's alone.
  process.umask(0o077);
  const config = configFor(context, options);
  const logger = createLogger(config.logging.level);
  const { environment, clock } = context;
  const manager = createServiceManager(environment, process.pid);
  const appliance = createAppliance({ config, environment, logger, clock });
  const stopSignal = firstStopSignal();
  try {
    const { url, caFile } = await appliance.start();
    logger.info({ url, ca_file: caFile, config: config.source }, 'ready');
    manager.ready(`Serving ${url}`);
    manager.feedWatchdog(() => appliance.alive().catch(() => false));
    const signal = await stopSignal;
    logger.info({ signal }, 'stopping');
  } catch (error) {
    logger.fatal({ reason: messageOf(error) }, 'cannot start');
    throw error;
  } finally {
    manager.stopping();
    await appliance.stop();
    manager.close();
  }
  logger.info('stopped');
}

export function addServe(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('run the appliance')
    .option('-c, --config <file>', 'configuration file')
    .action((options: CommonOptions) => serve(context, options));
}
