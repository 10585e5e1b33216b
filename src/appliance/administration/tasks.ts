import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditVerdict, verifyAudit } from '../../audit/audit-verdict.js';
import { CheckpointFile } from '../../audit/checkpoint-file.js';
import { recordLine } from '../../audit/record-line.js';
import { type RecordSelection, selectRecords } from '../../audit/select-records.js';
import { systemClock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { KeyMode } from '../../core/key-mode.js';
import { openSealedFile, type SealedFile } from '../../core/sealed-file.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import { signedBy } from '../../model-packages/seal.js';
import { type AuditRepository, createAuditRepository } from '../../store/audit-repository.js';
import { isVisibleIn } from '../../store/audit-view.js';
import { configuredKey } from '../../store/encryption/key.js';
import { inspectDatabase } from '../../store/inspect.js';
import type { Environment, LoadedConfig } from '../config/load.js';
import type { DaemonAnswer } from '../doctor/check.js';
import { type ReportLine, runChecks } from '../doctor/run-checks.js';
import { type PackageChangeParts, rollBackPackage } from '../packages/change.js';
import { installPackage } from '../packages/install.js';
import { listPackages } from '../packages/list-packages.js';

/** What an administration process is started with. */
export interface AdministrationSetup {
  readonly config: LoadedConfig;
  readonly environment: Environment;
}

/** Opens the audit log read-only, next to the running daemon. */
async function withAuditLog<T>(
  { config }: AdministrationSetup,
  work: (repository: AuditRepository, crossCheck: ReturnType<CheckpointFile['crossCheck']>) => T,
): Promise<Awaited<T>> {
  // Read before the records, so that what the daemon adds in between is not a contradiction.
  const crossCheck = new CheckpointFile(config.data_dir).crossCheck();
  const { database, holdState, close } = inspectDatabase(
    config.data_dir,
    configuredKey(config.storage),
  );
  try {
    // Rows move into segments while a daemon runs.
    holdState();
    return await work(createAuditRepository(database), crossCheck);
  } finally {
    close();
  }
}

interface DoctorCaller {
  onResult(line: ReportLine): Promise<void>;
}

const doctor = defineTask({
  name: 'doctor',
  lane: 'long',
  run: (
    { daemon }: { daemon: DaemonAnswer },
    { now, caller }: TaskContext<DoctorCaller>,
    { config }: AdministrationSetup,
  ) => runChecks({ config, now, daemon }, (line) => caller.onResult(line)),
});

const verification = defineTask({
  name: 'audit.verify',
  lane: 'long',
  run: (_: Record<string, never>, __: TaskContext, setup: AdministrationSetup) =>
    withAuditLog<AuditVerdict>(setup, verifyAudit),
});

export interface ExportInput extends RecordSelection {
  readonly mode: KeyMode;
}

interface ExportCaller {
  /** Resolves when the client has room for more. */
  write(text: string): Promise<void>;
}

/** Lines per message. */
const BATCH = 500;

async function writeRecords(
  repository: AuditRepository,
  crossCheck: ReturnType<CheckpointFile['crossCheck']>,
  { mode, ...selection }: ExportInput,
  { caller, signal }: TaskContext<ExportCaller>,
): Promise<number> {
  let count = 0;
  let lines: string[] = [];
  const write = async () => {
    if (lines.length > 0) await caller.write(`${lines.join('\n')}\n`);
    lines = [];
  };
  for (const link of selectRecords(repository, crossCheck, selection)) {
    if (signal.aborted) break;
    const { actor } = JSON.parse(link.event) as { actor: { mode?: string } };
    if (!isVisibleIn(mode, actor.mode)) continue;
    lines.push(recordLine(link));
    count += 1;
    if (lines.length >= BATCH) await write();
  }
  await write();
  return count;
}

const exportation = defineTask({
  name: 'audit.export',
  lane: 'long',
  run: (input: ExportInput, context: TaskContext<ExportCaller>, setup: AdministrationSetup) =>
    withAuditLog(setup, (repository, crossCheck) =>
      writeRecords(repository, crossCheck, input, context),
    ),
});

const packageList = defineTask({
  name: 'packages.list',
  lane: 'long',
  run: (_: Record<string, never>, __: TaskContext, { config }: AdministrationSetup) =>
    listPackages(config),
});

type RecordedChange = Parameters<PackageChangeParts['record']>[0];

interface ChangeCaller {
  /** Resolves when the record is on the disk. */
  record(event: RecordedChange): Promise<void>;
}

const changeParts = (
  { config, environment }: AdministrationSetup,
  { caller, onProgress }: TaskContext<ChangeCaller>,
): PackageChangeParts => ({
  config,
  environment,
  clock: systemClock,
  record: (event) => caller.record(event),
  progress: (_, done) => onProgress(done ?? 0),
});

const CHUNK_BYTES = 1024 * 1024;

/** Copies an uploaded package to a file that can be unpacked; it holds no patient data. */
async function writePlain(file: SealedFile, path: string): Promise<void> {
  const reader = await openSealedFile(file);
  const plain = await open(path, 'wx', 0o600);
  try {
    for (let offset = 0; offset < file.bytes; offset += CHUNK_BYTES) {
      await plain.write(await reader.read(offset, CHUNK_BYTES));
    }
  } finally {
    await plain.close();
    await reader.close();
  }
}

export interface InstallInput {
  readonly file: SealedFile;
  readonly allowOlder: boolean;
}

/** Where an uploaded file lies here is of no use to the person who sent it. */
function withoutPath(error: unknown, path: string): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, issues } = error;
  return new AppError(code, message.replaceAll(path, 'The package'), { issues, cause: error });
}

const installation = defineTask({
  name: 'packages.install',
  lane: 'long',
  async run(
    { file, allowOlder }: InstallInput,
    context: TaskContext<ChangeCaller>,
    setup: AdministrationSetup,
  ) {
    const folder = await mkdtemp(join(setup.config.data_dir, 'tmp', 'package-'));
    const path = join(folder, 'package.wbm');
    try {
      await writePlain(file, path);
      const parts = changeParts(setup, context);
      const done = await installPackage(path, parts, allowOlder ? { allowOlder } : {});
      const { place, seal } = done.examined;
      const { id, version, sha256 } = place;
      const { backend, replaced } = done;
      return { id, version, sha256, signed: signedBy(seal), backend, replaced: replaced ?? null };
    } catch (error) {
      throw withoutPath(error, path);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

const rollback = defineTask({
  name: 'packages.roll-back',
  lane: 'long',
  async run(
    { id }: { id: string },
    context: TaskContext<ChangeCaller>,
    setup: AdministrationSetup,
  ) {
    return { id, version: await rollBackPackage(id, changeParts(setup, context)) };
  },
});

/** What administration processes do. */
export const ADMINISTRATION_TASKS = [
  doctor,
  verification,
  exportation,
  packageList,
  installation,
  rollback,
] as const;
