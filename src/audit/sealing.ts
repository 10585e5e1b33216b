import { type Clock, isoTime } from '../core/clock.js';
import { messageOf } from '../core/errors.js';
import type { AuditRepository } from '../store/audit-repository.js';
import type { CommitQueue } from '../store/commit-queue.js';
import { lineTarget, SEAL_ACTION } from './audit-cross-check.js';
import type { Actor, AuditEvent } from './audit-log.js';
import type { CheckpointFile } from './checkpoint-file.js';
import { planSegment, type SealedRange, type SealPlan } from './seal-plan.js';
import { lineName, readHeader, type SegmentHeader, signHeader } from './segment.js';
import type { SegmentFolder, StagedSegment } from './segment-folder.js';
import { refuseOvertaken, SegmentRecords, sealingFault } from './segment-records.js';

export interface SealingParts {
  readonly repository: AuditRepository;
  readonly queue: Pick<CommitQueue<AuditEvent>, 'run'>;
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

/** Moves records out of the database into segments. */
export class Sealing {
  readonly #repository: AuditRepository;
  readonly #queue: SealingParts['queue'];
  readonly #file: SealingParts['file'];
  readonly #folder: SegmentFolder;
  readonly #clock: Clock;
  readonly #size: number;

  constructor({ repository, queue, file, folder, clock, most = MAX_RECORDS }: SealingParts) {
    this.#repository = repository;
    this.#queue = queue;
    this.#file = file;
    this.#folder = folder;
    this.#clock = clock;
    this.#size = most;
  }

  /**
   * Moves records to files, one segment after the other; each is moved completely or not at all. The
   * newest record stays.
   *
   * @throws AppError `conflict` for a chain that is broken, or contradicts the files
   */
  async seal(options: SealOptions): Promise<SegmentHeader[]> {
    this.#folder.removeAbandoned();
    const headers: SegmentHeader[] = [];
    for (;;) {
      const plan = options.signal?.aborted === true ? undefined : this.#plan(options);
      if (plan === undefined) return headers;
      try {
        headers.push(await this.#sealSegment(plan, options));
      } catch (error) {
        if (options.signal?.aborted === true) return headers;
        throw error;
      }
    }
  }

  #plan({ before, wholeUnless, signedTo }: SealOptions): SealPlan | undefined {
    const newest = this.#repository.segments().at(-1);
    const head = this.#repository.tail(1)[0]?.seq ?? 0;
    const { from: young } = this.#repository.stretch(before, undefined);
    const oldest = this.#repository.find((newest?.last ?? 0) + 1)?.at;
    const isDue = wholeUnless === undefined || (oldest !== undefined && oldest < wholeUnless);
    const end = Math.min(young, head, signedTo) - 1;
    return planSegment({ newest, end, size: this.#size, isDue });
  }

  async #sealSegment(plan: SealPlan, { by, signal }: SealOptions): Promise<SegmentHeader> {
    const records = new SegmentRecords(this.#repository, plan, signal);
    const staged = await this.#folder.stage(records.lines());
    try {
      return await this.#queue.run(
        () => {
          const { header, name } = this.#release(plan, staged, records.range);
          const event: AuditEvent = {
            action: SEAL_ACTION,
            outcome: 'success',
            actor: by,
            target: lineTarget(header.number, name),
            count: header.last - header.first + 1,
          };
          return { value: header, records: [event] };
        },
        { wait: 'synced' },
      );
    } finally {
      this.#folder.removeStaged(staged.path);
    }
  }

  /** Puts a segment in its place and deletes its records from the database, in the open transaction. */
  #release(plan: SealPlan, staged: StagedSegment, range: SealedRange) {
    const { number, first, last, before, previous } = plan;
    refuseOvertaken(this.#repository, number);
    this.#refuseOther(number);
    const header: SegmentHeader = {
      number,
      first,
      last,
      before: before.hash.toString('hex'),
      head: range.hash.toString('hex'),
      oldest: range.oldest,
      newest: range.newest,
      sha256: staged.sha256,
      at: isoTime(this.#clock()),
      previous,
    };
    const line = signHeader(header, this.#file.signer());
    this.#folder.place(number, staged, line);
    const name = lineName(line);
    const row = { number, first, last, head: range.hash, header: Buffer.from(name, 'hex') };
    this.#repository.release(row);
    return { header, name };
  }

  /** A file with this number that the database does not list: left by a crash, or by a newer database. */
  #refuseOther(number: number): void {
    const lines = this.#folder.header(number);
    if (lines === undefined) return;
    let other: SegmentHeader;
    try {
      other = readHeader(lines.header, this.#file.read().keys);
    } catch (error) {
      throw sealingFault(`There is a segment ${number} already: ${messageOf(error)}`);
    }
    const row = this.#repository.find(other.last);
    if (row?.hash.toString('hex') === other.head) return;
    throw sealingFault(
      `There is a segment ${number} already, with records that the database does not have`,
    );
  }
}
