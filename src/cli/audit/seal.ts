import { type AuditKeeping, createAuditKeeping } from '../../audit/audit-keeping.js';
import type { AuditEvent } from '../../audit/audit-log.js';
import { placeOf, verifyAudit } from '../../audit/audit-verdict.js';
import { pruneSegments } from '../../audit/pruning.js';
import { isoTime } from '../../core/clock.js';
import { AppError, invalidField } from '../../core/errors.js';
import { pointInTime } from '../../fhir/search/paging.js';
import { type AuditRepository, createAuditRepository } from '../../store/audit-repository.js';
import { createAuditStore } from '../../store/audit-store.js';
import { createCommit } from '../../store/create-commit.js';
import type { Commit } from '../../store/unit-of-work.js';
import {
  administrator,
  type CommandContext,
  type CommonOptions,
  commitQueue,
  configFor,
  withDatabase,
} from '../context.js';
import { json } from '../output.js';

export interface SealOptions extends CommonOptions {
  readonly olderThan?: string;
}

export interface PruneOptions extends CommonOptions {
  readonly before: string;
}

interface OpenedLog extends AuditKeeping {
  readonly repository: AuditRepository;
  readonly commit: Commit<AuditEvent>;
}

function withKeeping<T>(
  context: CommandContext,
  options: CommonOptions,
  work: (opened: OpenedLog) => Promise<T>,
): Promise<T> {
  const dataDir = configFor(context, options).data_dir;
  return withDatabase(context, options, (database) => {
    const queue = commitQueue(context, database);
    const commit = createCommit({ database, queue });
    const store = createAuditStore(database, queue);
    const keeping = createAuditKeeping({ dataDir, clock: context.clock, store, commit });
    return work({ ...keeping, commit, repository: createAuditRepository(database) });
  });
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 36_500;

function daysFor(context: CommandContext, options: SealOptions): number {
  if (options.olderThan === undefined) {
    const days = configFor(context, options).storage.audit_retention_days;
    if (days > 0) return days;
    throw invalidField('older-than', 'is needed where storage.audit_retention_days is 0');
  }
  const days = Number(options.olderThan);
  if (Number.isInteger(days) && days >= 0 && days <= MAX_DAYS) return days;
  throw invalidField('older-than', `must be a whole number of days from 0 to ${MAX_DAYS}`);
}

/** Moves old records to sealed files, whether or not a daemon is running. */
export async function seal(context: CommandContext, options: SealOptions): Promise<void> {
  const { clock, output } = context;
  const before = isoTime(clock() - daysFor(context, options) * DAY_MS);
  const by = administrator(context);
  await withKeeping(context, options, async ({ checkpoints, sealing, folder }) => {
    const { checkpoint } = await checkpoints.make(by);
    const sealed = await sealing.seal({ by, before, signedTo: checkpoint?.seq ?? 0 });
    if (options.json) return output.out(json({ before, segments: sealed }));
    const lines = sealed.map(
      ({ number, first, last }) => `Segment ${number}: records ${first} to ${last}`,
    );
    const nothing = `No records from before ${before} that can be sealed.`;
    output.out(lines.length === 0 ? nothing : [...lines, folder.path].join('\n'));
  });
}

/** Deletes sealed records permanently. */
export async function prune(context: CommandContext, options: PruneOptions): Promise<void> {
  const { clock, output } = context;
  const before = isoTime(pointInTime('before', options.before));
  await withKeeping(context, options, async (opened) => {
    const verdict = verifyAudit(opened.repository, opened.file.crossCheck());
    if (!verdict.intact) {
      const found = `The audit log is not intact at ${placeOf(verdict)}: ${verdict.reason}.`;
      throw new AppError('conflict', `${found} Nothing is removed.`);
    }
    const pruned = await pruneSegments(
      { ...opened, clock },
      { before, by: administrator(context) },
    );
    const last = pruned.at(-1)?.last;
    if (options.json) {
      const segments = pruned.map(({ number }) => number);
      return output.out(json({ before, segments, removed_to: last ?? null }));
    }
    const nothing = `No sealed segment is wholly from before ${before}.`;
    const done = `Segments removed: ${pruned.length}. The log begins with record ${(last ?? 0) + 1}.`;
    output.out(last === undefined ? nothing : done);
  });
}

/** Makes a new signing key, signed by the old one. */
export async function rotateKey(context: CommandContext, options: CommonOptions): Promise<void> {
  const { output } = context;
  await withKeeping(context, options, async ({ checkpoints, file }) => {
    const { key, number } = await checkpoints.rotateKey(administrator(context));
    const pem = file.publicKey();
    if (options.json) return output.out(json({ key, checkpoint: number, public_key: pem }));
    const message = `The key ${key} signs from checkpoint ${number} on. Keep a copy on another machine:`;
    output.out(`${message}\n\n${pem.trimEnd()}`);
  });
}
