import { messageOf } from '../../core/errors.js';
import { configuredKey } from '../../store/encryption/key.js';
import { type Inspection, inspectDatabase } from '../../store/inspect.js';
import type { LoadedConfig } from '../config/load.js';
import { checkAddress } from './address.js';
import { checkAuditChain } from './audit-chain.js';
import { checkBackend } from './backend.js';
import { checkBackups } from './backups.js';
import {
  type Check,
  type CheckContext,
  type CheckResult,
  failed,
  isWorse,
  type QuickCheck,
  type State,
} from './check.js';
import { checkClock } from './clock.js';
import { checkConfiguration } from './configuration.js';
import { checkDaemon } from './daemon.js';
import { checkDatabase } from './database.js';
import { checkDestinations } from './destinations.js';
import { checkDicomListener } from './dicom-listener.js';
import { checkDisk } from './disk.js';
import { checkEncryption } from './encryption.js';
import { encryptionState } from './encryption-state.js';
import { checkMemory } from './memory.js';
import { checkModels } from './models.js';
import { checkPacs } from './pacs.js';
import { checkPermissions } from './permissions.js';
import { checkSignIn } from './sign-in.js';
import { checkSmart } from './smart.js';
import { checkTls } from './tls.js';
import { checkWebhooks } from './webhooks.js';

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
  pacs: checkPacs,
  'dicom-listener': checkDicomListener,
  destinations: checkDestinations,
  webhooks: checkWebhooks,
  'sign-in': checkSignIn,
  smart: checkSmart,
};

/** The checks that a running daemon does whenever its state is read. */
export const QUICK_CHECKS: Readonly<Record<string, QuickCheck>> = {
  disk: checkDisk,
  memory: checkMemory,
  backups: checkBackups,
  tls: checkTls,
  address: checkAddress,
  daemon: checkDaemon,
  backend: checkBackend,
};

/** The names of all checks, in the order in which they run. */
export const CHECK_NAMES: readonly string[] = Object.keys(CHECKS);

/** The result of a check with its name. */
export interface ReportLine extends CheckResult {
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
async function runCheck(check: Check, situation: CheckContext): Promise<CheckResult> {
  try {
    return await check(situation);
  } catch (error) {
    return failed(`Cannot be checked: ${messageOf(error)}.`, 'run as the user of the daemon');
  }
}

/**
 * Runs all checks of an installation; changes nothing. Not to be called in a process that has the
 * database open, whose locks it would lose, and never in the thread that serves clients: a large
 * database takes minutes.
 *
 * @param onResult is called with each result at once
 */
export async function runChecks(
  { config, now, daemon }: Pick<CheckContext, 'config' | 'now' | 'daemon'>,
  onResult: (line: ReportLine) => void | Promise<void>,
): Promise<void> {
  const encryption = encryptionState(config);
  const database = inspected(config);
  try {
    const situation = { config, now, encryption, database, daemon };
    for (const [name, check] of Object.entries(CHECKS)) {
      await onResult({ check: name, ...(await runCheck(check, situation)) });
    }
  } finally {
    if (isOpen(database)) database.close();
  }
}

/** The worst state of some results; `ok` without any. */
export const worstState = (lines: readonly Pick<CheckResult, 'state'>[]): State =>
  lines.reduce<State>((held, { state }) => (isWorse(state, held) ? state : held), 'ok');
