import { type Clock, isoTime } from '../core/clock.js';
import { AppError, messageOf } from '../core/errors.js';
import type { AuditRepository } from '../store/audit-repository.js';
import type { CommitQueue } from '../store/commit-queue.js';
import { type ChainStart, GENESIS_HASH, verifyChain } from './audit-chain.js';
import { lineTarget, SEAL_ACTION } from './audit-cross-check.js';
import type { Actor, AuditEvent } from './audit-log.js';
import { ZEROS } from './checkpoint.js';
import type { CheckpointFile } from './checkpoint-file.js';
import { recordLine } from './record-line.js';
import { lineName, readHeader, type SegmentHeader, signHeader } from './segment.js';
import type { SegmentFolder, StagedSegment } from './segment-folder.js';

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

export interface Sealing {
  /**
   * Moves records to files, one segment after the other; each is moved completely or not at all. The
   * newest record stays.
   *
   * @throws AppError `conflict` for a chain that is broken, or contradicts the files
   */
  seal(options: SealOptions): Promise<SegmentHeader[]>;
}

/** Deleting this many from the database blocks all other work meanwhile. */
const MAX_RECORDS = 10_000;
/** Records per read. */
const PAGE = 500;

/** A segment that is being made. */
interface Plan {
  readonly number: number;
  readonly first: number;
  readonly last: number;
  readonly before: ChainStart;
  readonly previous: string;
}

const broken = (what: string): AppError =>
  new AppError('conflict', `${what}: nothing is sealed. See: wardbox audit verify.`);

/** Numbers and times of the records read so far, and the last hash. */
interface SealedRange extends ChainStart {
  readonly oldest: string;
  readonly newest: string;
}

export function createSealing(parts: SealingParts): Sealing {
  const { repository, queue, file, folder, clock, most = MAX_RECORDS } = parts;

  function planFor({ before: time, wholeUnless, signedTo }: SealOptions): Plan | undefined {
    const last = repository.segments().at(-1);
    const before = { seq: last?.last ?? 0, hash: last?.head ?? GENESIS_HASH };
    const first = before.seq + 1;
    const newest = repository.tail(1)[0]?.seq ?? 0;
    const { from: young } = repository.stretch(time, undefined);
    const end = Math.min(young - 1, newest - 1, signedTo - 1, first + most - 1);
    const isWhole = end === first + most - 1;
    const at = repository.find(first)?.at;
    const isDue = wholeUnless === undefined || (at !== undefined && at < wholeUnless);
    if (end < first || !(isWhole || isDue)) return undefined;
    const number = (last?.number ?? 0) + 1;
    return { number, first, last: end, before, previous: last?.header.toString('hex') ?? ZEROS };
  }

  const nextNumber = () => (repository.segments().at(-1)?.number ?? 0) + 1;

  /** @throws AppError `conflict` when another process has sealed these records meanwhile */
  function refuseOvertaken(number: number): void {
    if (nextNumber() === number) return;
    throw new AppError('conflict', 'Another process is sealing the audit log.');
  }

  /** Yields the lines of a segment; its final facts are passed to `onEnd`. */
  async function* linesOf(
    { number, first, last, before }: Plan,
    signal: AbortSignal | undefined,
    onEnd: (gone: SealedRange) => void,
  ): AsyncGenerator<string> {
    let gone: SealedRange = { ...before, oldest: '\uffff', newest: '' };
    for (let from = first; from <= last; from += PAGE) {
      signal?.throwIfAborted();
      const to = Math.min(from + PAGE - 1, last);
      const page = [...repository.each({ from, to })];
      const verdict = verifyChain(page, to, gone);
      if (!verdict.intact) refuseOvertaken(number);
      if (!verdict.intact) throw broken(`Record ${verdict.brokenAt}: ${verdict.reason}`);
      for (const link of page) {
        const { at, seq, hash } = link;
        const oldest = at < gone.oldest ? at : gone.oldest;
        gone = { seq, hash, oldest, newest: at > gone.newest ? at : gone.newest };
        yield recordLine(link);
      }
      // All other work comes first.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const next = repository.find(last + 1);
    if (next?.prevHash.equals(gone.hash) !== true) {
      refuseOvertaken(number);
      throw broken(`Record ${last + 1} does not follow the one before it`);
    }
    onEnd(gone);
  }

  /** A file with this number that the database does not list: left by a crash, or by a newer database. */
  function refuseOther(number: number): void {
    const lines = folder.header(number);
    if (lines === undefined) return;
    let other: SegmentHeader;
    try {
      other = readHeader(lines.header, file.read().keys);
    } catch (error) {
      throw broken(`There is a segment ${number} already: ${messageOf(error)}`);
    }
    const row = repository.find(other.last);
    if (row?.hash.toString('hex') === other.head) return;
    throw broken(
      `There is a segment ${number} already, with records that the database does not have`,
    );
  }

  function enter(plan: Plan, staged: StagedSegment, gone: SealedRange) {
    const { number, first, last, before, previous } = plan;
    refuseOvertaken(number);
    refuseOther(number);
    const header: SegmentHeader = {
      number,
      first,
      last,
      before: before.hash.toString('hex'),
      head: gone.hash.toString('hex'),
      oldest: gone.oldest,
      newest: gone.newest,
      sha256: staged.sha256,
      at: isoTime(clock()),
      previous,
    };
    const line = signHeader(header, file.signer());
    folder.place(number, staged, line);
    const name = lineName(line);
    const row = { number, first, last, head: gone.hash, header: Buffer.from(name, 'hex') };
    repository.release(row);
    return { header, name };
  }

  async function sealOne(plan: Plan, { by, signal }: SealOptions): Promise<SegmentHeader> {
    let gone: SealedRange | undefined;
    const staged = await folder.stage(
      linesOf(plan, signal, (end) => {
        gone = end;
      }),
    );
    try {
      return await queue.run(
        () => {
          if (gone === undefined) throw broken('The records could not be read');
          const { header, name } = enter(plan, staged, gone);
          const { number, first, last } = header;
          const event: AuditEvent = {
            action: SEAL_ACTION,
            outcome: 'success',
            actor: by,
            target: lineTarget(number, name),
            count: last - first + 1,
          };
          return { value: header, records: [event] };
        },
        { wait: 'synced' },
      );
    } finally {
      folder.removeStaged(staged.path);
    }
  }

  return {
    async seal(options) {
      folder.removeStaged();
      const sealed: SegmentHeader[] = [];
      for (;;) {
        const plan = options.signal?.aborted === true ? undefined : planFor(options);
        if (plan === undefined) return sealed;
        try {
          sealed.push(await sealOne(plan, options));
        } catch (error) {
          if (options.signal?.aborted === true) return sealed;
          throw error;
        }
      }
    },
  };
}
