import { type Clock, isoTime } from '../core/clock.js';
import { messageOf } from '../core/errors.js';
import type { AuditStore } from '../store/audit-store.js';
import { perform } from '../store/steps.js';
import type { AuditDecision, Commit, Conclusion, Decision } from '../store/unit-of-work.js';
import { lineTarget, SEAL_ACTION } from './audit-cross-check.js';
import type { Actor, AuditEvent } from './audit-log.js';
import type { CheckpointFile } from './checkpoint-file.js';
import { planSegment, type SealedRange, type SealPlan } from './seal-plan.js';
import { lineName, readHeader, type SegmentHeader, signHeader } from './segment.js';
import type { SegmentFolder, StagedSegment } from './segment-folder.js';
import { expectNext, SegmentRecords, sealingFault } from './segment-records.js';

export interface SealingParts {
  readonly store: AuditStore;
  readonly commit: Commit<AuditEvent>;
  readonly file: Pick<CheckpointFile, 'read' | 'signer'>;
  readonly folder: SegmentFolder;
  readonly clock: Clock;
  /** Number of records of a whole segment, if not the default. */
  readonly most?: number;
}

export interface SealOptions {
  readonly by: Actor;
  /** Records before this time (ISO 8601, UTC) are moved out of the database, oldest first. */
  readonly before: string;
  /** The newest record that a checkpoint covers: it stays, and all after it. */
  readonly signedTo: number;
  /** Leaves an incomplete segment in the database, unless it begins with records before this. */
  readonly wholeUnless?: string;
  /** Stops between two segments, or within one. */
  readonly signal?: AbortSignal;
}

/** Deleting this many from the database blocks all other work meanwhile. */
const MAX_RECORDS = 10_000;

function* readPlan(
  { before, wholeUnless, signedTo }: SealOptions,
  size: number,
): AuditDecision<SealPlan | undefined> {
  const newest = (yield* perform({ kind: 'audit.segments' })).at(-1);
  const head = (yield* perform({ kind: 'audit.newest' }))?.seq ?? 0;
  const young = yield* perform({ kind: 'audit.first-since', since: before });
  const oldest = yield* perform({ kind: 'audit.record', seq: (newest?.last ?? 0) + 1 });
  const isDue = wholeUnless === undefined || (oldest !== undefined && oldest.at < wholeUnless);
  const end = Math.min(young ?? Number.MAX_SAFE_INTEGER, head, signedTo) - 1;
  return planSegment({ newest, end, size, isDue });
}

/** What a segment is made of. */
interface SegmentDraft {
  readonly plan: SealPlan;
  readonly staged: StagedSegment;
  readonly range: SealedRange;
  readonly by: Actor;
}

type ReleaseParts = Pick<SealingParts, 'file' | 'folder' | 'clock'>;

/** A file with this number that the database does not list: left by a crash, or by a newer database. */
function* refuseOther(number: number, { file, folder }: ReleaseParts): AuditDecision<void> {
  const lines = folder.header(number);
  if (lines === undefined) return;
  let other: SegmentHeader;
  try {
    other = readHeader(lines.header, file.read().keys);
  } catch (error) {
    throw sealingFault(`There is a segment ${number} already: ${messageOf(error)}`);
  }
  const row = yield* perform({ kind: 'audit.record', seq: other.last });
  if (row?.hash.toString('hex') === other.head) return;
  throw sealingFault(
    `There is a segment ${number} already, with records that the database does not have`,
  );
}

/** Puts a segment in its place and deletes its records from the database. */
function* decideRelease(
  { plan, staged, range, by }: SegmentDraft,
  parts: ReleaseParts,
): Decision<Conclusion<SegmentHeader, AuditEvent>> {
  const { file, folder, clock } = parts;
  const { number, first, last, before, previous } = plan;
  yield* perform({ kind: 'audit.lock' });
  yield* expectNext(number);
  yield* refuseOther(number, parts);
  const header: SegmentHeader = {
    number,
    first,
    last,
    before: before.hash.toString('hex'),
    head: range.hash.toString('hex'),
    oldest: range.oldest,
    newest: range.newest,
    sha256: staged.sha256,
    at: isoTime(clock()),
    previous,
  };
  const line = signHeader(header, file.signer());
  folder.place(number, staged, line);
  const name = lineName(line);
  const segment = { number, first, last, head: range.hash, header: Buffer.from(name, 'hex') };
  yield* perform({ kind: 'audit.release', segment });
  const event: AuditEvent = {
    action: SEAL_ACTION,
    outcome: 'success',
    actor: by,
    target: lineTarget(number, name),
    count: last - first + 1,
  };
  return { value: header, records: [event] };
}

/** Moves records out of the database into segments. */
export class Sealing {
  readonly #parts: SealingParts;
  readonly #size: number;

  constructor(parts: SealingParts) {
    this.#parts = parts;
    this.#size = parts.most ?? MAX_RECORDS;
  }

  /**
   * Moves records to files, one segment after the other; each is moved completely or not at all. The
   * newest record stays.
   *
   * @throws AppError `conflict` for a chain that is broken, or contradicts the files
   */
  async seal(options: SealOptions): Promise<SegmentHeader[]> {
    this.#parts.folder.removeAbandoned();
    const headers: SegmentHeader[] = [];
    for (;;) {
      const plan = options.signal?.aborted === true ? undefined : await this.#plan(options);
      if (plan === undefined) return headers;
      try {
        headers.push(await this.#sealSegment(plan, options));
      } catch (error) {
        if (options.signal?.aborted === true) return headers;
        throw error;
      }
    }
  }

  #plan(options: SealOptions): Promise<SealPlan | undefined> {
    return this.#parts.store.decide(readPlan(options, this.#size));
  }

  async #sealSegment(plan: SealPlan, { by, signal }: SealOptions): Promise<SegmentHeader> {
    const { store, commit, folder } = this.#parts;
    const records = new SegmentRecords(store, plan, signal);
    const staged = await folder.stage(records.lines());
    try {
      const draft = { plan, staged, range: records.range, by };
      return await commit({ work: () => decideRelease(draft, this.#parts), wait: 'synced' });
    } finally {
      folder.removeStaged(staged.path);
    }
  }
}
