import type { Command } from 'commander';
import { type LoadedConfig, loadConfig } from '../config/load.js';
import { AppError, messageOf } from '../core/errors.js';
import { configuredKey } from '../store/encryption/key.js';
import { type Inspection, inspectDatabase } from '../store/inspect.js';
import { type CommandContext, type CommonOptions, EXIT, whichConfig } from './context.js';
import { checkAddress } from './doctor/address.js';
import { askDaemon } from './doctor/ask-daemon.js';
import { checkAuditChain } from './doctor/audit-chain.js';
import { checkBackend } from './doctor/backend.js';
import { checkBackups } from './doctor/backups.js';
import {
  type Check,
  type CheckContext,
  type CheckResult,
  failed,
  isWorse,
  type State,
} from './doctor/check.js';
import { checkClock } from './doctor/clock.js';
import { checkConfiguration } from './doctor/configuration.js';
import { checkDaemon } from './doctor/daemon.js';
import { checkDatabase } from './doctor/database.js';
import { checkDisk } from './doctor/disk.js';
import { checkEncryption } from './doctor/encryption.js';
import { checkMemory } from './doctor/memory.js';
import { checkModels } from './doctor/models.js';
import { checkPermissions } from './doctor/permissions.js';
import { checkTls } from './doctor/tls.js';
import { encryptionState } from './encryption/status.js';
import { json } from './output.js';

const CHECKS: Readonly<Record<string, Check>> = {
  configuration: checkConfiguration,
  permissions: checkPermissions,
  disk: checkDisk,
  memory: checkMemory,
  clock: checkClock,
  encryption: checkEncryption,
  database: checkDatabase,
  audit: checkAuditChain,
  backups: checkBackups,
  tls: checkTls,
  address: checkAddress,
  daemon: checkDaemon,
  backend: checkBackend,
  models: checkModels,
};

const WIDTH = Math.max(...Object.keys(CHECKS).map((name) => name.length));

interface ReportLine extends CheckResult {
  readonly check: string;
}

function inspected(config: LoadedConfig): CheckContext['database'] {
  try {
    return inspectDatabase(config.data_dir, configuredKey(config.storage));
  } catch (error) {
    return { reason: messageOf(error) };
  }
}

const isOpen = (database: CheckContext['database']): database is Inspection => 'close' in database;

/** Runs one check; a check that cannot be done counts as a fault. */
async function looked(check: Check, situation: CheckContext): Promise<CheckResult> {
  try {
    return await check(situation);
  } catch (error) {
    return failed(`Cannot be checked: ${messageOf(error)}.`, 'run as the user of the daemon');
  }
}

async function lookAtAll(
  context: CommandContext,
  config: LoadedConfig,
  tell: (line: ReportLine) => void,
): Promise<void> {
  const daemon = await askDaemon(config);
  const encryption = encryptionState(config);
  const database = inspected(config);
  try {
    const situation = { config, now: context.clock(), encryption, database, daemon };
    for (const [name, check] of Object.entries(CHECKS)) {
      tell({ check: name, ...(await looked(check, situation)) });
    }
  } finally {
    if (isOpen(database)) database.close();
  }
}

function written({ check, state, message, remedy }: ReportLine): string {
  const advice = remedy === undefined ? '' : ` → ${remedy}`;
  return `${state.padEnd(7)}  ${check.padEnd(WIDTH)}  ${message}${advice}`;
}

/** A line of the JSON output. */
interface PublishedLine extends Omit<ReportLine, 'message'> {
  readonly found: string;
}

/** The JSON output. */
export interface DoctorReport {
  readonly state: State;
  readonly checks: readonly PublishedLine[];
}

const published = ({ check, state, message, remedy }: ReportLine): PublishedLine => ({
  check,
  state,
  found: message,
  ...(remedy !== undefined && { remedy }),
});

function configurationFault(error: unknown): ReportLine {
  if (!(error instanceof AppError)) throw error;
  const faults = error.issues.map(({ field, issue }) => `${field} ${issue}`).join('; ');
  const message = faults === '' ? error.message : `Faults: ${faults}.`;
  return { check: 'configuration', ...failed(message, 'correct it; wardbox config check') };
}

/** Runs all checks; changes nothing. */
async function doctor(context: CommandContext, options: CommonOptions): Promise<void> {
  const { output } = context;
  const lines: ReportLine[] = [];
  const tell = (line: ReportLine) => {
    lines.push(line);
    // Reported at once: a large database takes a while.
    if (!options.json) output.out(written(line));
  };
  let config: LoadedConfig | undefined;
  try {
    config = loadConfig(whichConfig(context, options));
  } catch (error) {
    // No other check is possible without it.
    tell(configurationFault(error));
  }
  if (config !== undefined) await lookAtAll(context, config, tell);
  const states = lines.map(({ state }) => state);
  const worst = states.reduce<State>((held, one) => (isWorse(one, held) ? one : held), 'ok');
  if (worst === 'failed') context.exitCode = EXIT.notIntact;
  if (!options.json) return;
  const report: DoctorReport = { state: worst, checks: lines.map(published) };
  output.out(json(report));
}

export function addDoctor(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('check the whole installation; exit status 3 when a check has failed')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CommonOptions) => doctor(context, options));
}
