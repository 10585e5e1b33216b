import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Appliance } from '../appliance/appliance.js';
import { messageOf } from '../core/errors.js';
import { inheritedSocket } from '../core/inherited-socket.js';
import { LogTail } from '../core/log-tail.js';
import { createLogger, type Logger } from '../core/logger.js';
import { createServiceManager, type ServiceManager, withoutManager } from '../core/sd-notify.js';
import { type CommandContext, type CommonOptions, configFor, EXIT } from './context.js';

const READY_CHECK_MS = 1_000;
/** How much longer the service manager should wait, sent at each check. */
const EXTEND_START_MS = 30_000;

/** Resolves at the first signal to stop; a second one ends the process at once. */
function firstStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(EXIT.failed);
        isStopping = true;
        resolve(signal);
      });
    }
  });
}

/**
 * Starts the daemon, and reports it ready when `/readyz` does. Until then the service counts as
 * starting and reports the reason: health and audit already answer, and a restart would neither free
 * disk space nor repair a model. The manager's timeout applies only when those do not answer either.
 */
async function begin(
  appliance: Appliance,
  manager: ServiceManager,
  { logger, source }: { logger: Logger; source: string },
): Promise<void> {
  const { url, caFile } = await appliance.start();
  const facts = { url, ca_file: caFile, config: source };
  if (!appliance.ready()) {
    logger.warn(facts, 'listening, but not ready: see /readyz');
    do {
      const alive = await appliance.alive();
      if (alive) manager.starting(`Not ready, see ${url}/readyz`, EXTEND_START_MS);
      await pause(READY_CHECK_MS);
    } while (!appliance.ready());
  }
  logger.info(facts, 'ready');
  manager.ready(`Serving ${url}`);
  manager.feedWatchdog(() => appliance.alive());
}

async function serve(context: CommandContext, options: CommonOptions): Promise<void> {
  // Keys, certificates and the audit log: every file is readable by the daemon's user only.
  process.umask(0o077);
  const config = configFor(context, options);
  const { clock } = context;
  const logTail = new LogTail(clock);
  const logger = createLogger(config.logging.level, logTail);
  const environment = withoutManager(context.environment);
  const socket = inheritedSocket(context.environment, process.pid);
  // Loaded on demand: no other command needs all of it.
  const { createAppliance } = await import('../appliance/appliance.js');
  // Before the manager's socket, which would keep a process alive that may not use this folder.
  const appliance = createAppliance({ config, environment, logger, logTail, clock, socket });
  const manager = createServiceManager(context.environment, process.pid, (reason) =>
    logger.warn({ reason }, 'the service manager cannot be notified'),
  );
  const stopSignal = firstStopSignal();
  process.on('SIGHUP', () => {
    logger.info({ signal: 'SIGHUP' }, 'reloading');
    void appliance.reload();
  });
  let begun = false;
  try {
    const beginning = begin(appliance, manager, { logger, source: config.source });
    const serving = beginning.then(() => {
      begun = true;
      return stopSignal;
    });
    logger.info({ signal: await Promise.race([serving, stopSignal]) }, 'stopping');
  } catch (error) {
    logger.fatal({ reason: messageOf(error) }, 'cannot start');
    throw error;
  } finally {
    manager.stopping();
    await appliance.stop();
    manager.close();
  }
  logger.info('stopped');
  // Stopped while starting: unfinished work is not awaited.
  if (!begun) process.exit(EXIT.ok);
}

export function addServe(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('run the appliance')
    .option('-c, --config <file>', 'configuration file')
    .action((options: CommonOptions) => serve(context, options));
}
