import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckpointFile } from '../../audit/checkpoint-file.js';
import { type Clock, isoTime } from '../../core/clock.js';
import { messageOf } from '../../core/errors.js';
import { VERSION } from '../../core/version.js';
import type { ConnectionLoad } from '../../http/connections.js';
import type { Readiness } from '../../http/schema.js';
import type { BoxStatus, CheckLine } from '../../operations/administration/status-schema.js';
import type { AuditRepository } from '../../store/audit-repository.js';
import { DATABASE_FILE } from '../../store/open.js';
import type { LoadedConfig } from '../config/load.js';
import { findBackups } from '../doctor/backups.js';
import { type CheckResult, failed, isWorse, type QuickContext } from '../doctor/check.js';
import { judgeClock } from '../doctor/clock.js';
import { machineMemory } from '../doctor/memory.js';
import { QUICK_CHECKS, type ReportLine, worstState } from '../doctor/run-checks.js';

export interface BoxStatusParts {
  readonly config: LoadedConfig;
  readonly clock: Clock;
  readonly readiness: () => Readiness;
  readonly workers: () => { readonly workers: number };
  readonly jobs: () => { readonly queued: number; readonly running: number };
  readonly listener: { load(): ConnectionLoad; certificateEnds(): number | undefined };
  readonly audit: Pick<AuditRepository, 'highestEver' | 'segments' | 'tail'>;
  readonly checkpoints: Pick<CheckpointFile, 'newest'>;
}

const MIB = 1024 * 1024;

/** The line of a check in the interface. */
export const describeLine = ({ check, state, message, remedy }: ReportLine): CheckLine => ({
  check,
  state,
  found: message,
  ...(remedy !== undefined && { remedy }),
});

/** A check that cannot be done counts as a fault. */
function attempt(check: () => CheckResult): CheckResult {
  try {
    return check();
  } catch (error) {
    return failed(`Cannot be checked: ${messageOf(error)}.`, 'see the log');
  }
}

function databaseBytes(dataDir: string): number {
  const path = join(dataDir, DATABASE_FILE);
  const sizes = [path, `${path}-wal`].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Null without a valid one; `audit verify` reports a damaged one. */
function newestCheckpoint(checkpoints: BoxStatusParts['checkpoints']): string | null {
  try {
    return checkpoints.newest()?.at ?? null;
  } catch {
    return null;
  }
}

function backupsOf(dataDir: string): BoxStatus['backups'] {
  try {
    const { count = 0, newestAt } = findBackups(dataDir) ?? {};
    return { count, newest_at: newestAt === undefined ? null : isoTime(newestAt) };
  } catch {
    // Its check reports why.
    return { count: 0, newest_at: null };
  }
}

const time = (epochMs: number | undefined) => (epochMs === undefined ? null : isoTime(epochMs));

/** Judges what a running daemon knows of itself, and lists it. */
export function createBoxStatus(parts: BoxStatusParts): () => BoxStatus {
  const { config, clock, audit } = parts;
  const startedAt = clock();
  const startedUp = performance.now();

  function quickLines(readiness: Readiness, now: number): ReportLine[] {
    const uptimeMs = performance.now() - startedUp;
    const daemon = { state: 'up', version: VERSION, readiness, uptimeMs } as const;
    const situation: QuickContext = { config, now, daemon };
    const records = {
      newestRecord: () => audit.tail(1)[0]?.at,
      // Reads the whole log: the doctor's alone.
      stepsBack: () => [],
    };
    const checks = Object.entries(QUICK_CHECKS).map(([check, run]) => ({
      check,
      ...attempt(() => run(situation)),
    }));
    return [...checks, { check: 'clock', ...attempt(() => judgeClock(situation, records)) }];
  }

  return () => {
    const now = clock();
    const readiness = parts.readiness();
    const { checks } = readiness;
    const lines = quickLines(readiness, now).map(describeLine);
    const faults = lines.filter(({ state }) => state !== 'ok');
    const attention = faults.sort(
      (a, b) => Number(isWorse(b.state, a.state)) - Number(isWorse(a.state, b.state)),
    );
    const { open, busy } = parts.listener.load();
    return {
      version: VERSION,
      now: isoTime(now),
      started_at: isoTime(startedAt),
      uptime_s: Math.floor((performance.now() - startedUp) / 1_000),
      readiness: readiness.status,
      state: worstState(lines),
      attention,
      fine: lines.filter(({ state }) => state === 'ok'),
      models: checks.models,
      workers: { configured: parts.workers().workers, ...checks.workers },
      ...(checks.analysis && { analysis: checks.analysis }),
      jobs: parts.jobs(),
      disk: {
        free_mb: checks.disk.free_mb,
        reserve_mb: config.storage.disk_reserve_mb,
        status: checks.disk.status,
      },
      memory: {
        total_mb: machineMemory().totalMb,
        free_mb: machineMemory().freeMb,
        daemon_mb: Math.round(process.memoryUsage.rss() / MIB),
      },
      database: {
        status: checks.database,
        search_index: checks.search_index,
        bytes: databaseBytes(config.data_dir),
        encrypted: config.storage.encryption_key_file !== undefined,
      },
      backups: backupsOf(config.data_dir),
      certificate: {
        mode: config.server.tls.mode,
        expires_at: time(parts.listener.certificateEnds()),
      },
      audit: {
        records: audit.highestEver(),
        newest_checkpoint_at: newestCheckpoint(parts.checkpoints),
        segments: audit.segments().length,
      },
      connections: { open, busy },
    };
  };
}
