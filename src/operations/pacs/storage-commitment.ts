import { type AuditEvent, nodeActor } from '../../audit/audit-log.js';
import type { Clock } from '../../core/clock.js';
import { messageOf } from '../../core/errors.js';
import { groupBy } from '../../core/group.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { Logger } from '../../core/logger.js';
import type { Random } from '../../core/random.js';
import type {
  CommitmentReport,
  CommitmentRequest,
  ReferencedInstance,
  ReportOutcome,
} from '../../core/storage-commitment.js';
import type { Commitment, CommitmentRepository } from '../../store/dicom-commitment.js';
import type { DicomObject, DicomObjectRepository } from '../../store/dicom-object.js';
import type { Commit } from '../../store/unit-of-work.js';
import { pauseMs } from './send-schedule.js';

export interface StorageCommitmentParts {
  readonly repository: Pick<CommitmentRepository, 'due'>;
  readonly objects: Pick<DicomObjectRepository, 'find' | 'ofSeries'>;
  readonly commit: Commit<AuditEvent>;
  /** Whether a node is reported to on an association of our own. */
  readonly isReachable: (callingAeTitle: string, mode: KeyMode) => boolean;
  /** Reports on an association of our own. */
  readonly report: (
    callingAeTitle: string,
    mode: KeyMode,
    report: CommitmentReport,
    signal: AbortSignal,
  ) => Promise<ReportOutcome>;
  /** Called with each series of which all held objects are committed. */
  readonly complete: (mode: KeyMode, studyUid: string, seriesUid: string) => Promise<void>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** What is answered, and whether on the association of the request. */
export interface AnsweredCommitment {
  readonly report: CommitmentReport;
  readonly isReportedHere: boolean;
}

/** Failure Reasons (PS3.4 table J.3-1). */
const NO_SUCH_OBJECT = 0x01_12;
const CLASS_CONFLICT = 0x01_19;

const POLL_MS = 5_000;
const GIVEN_UP_MS = 86_400_000;

/** Answers requests for storage commitment, and reports to nodes which of their objects are held. */
export class StorageCommitment {
  readonly #parts: StorageCommitmentParts;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #pass: Promise<void> | undefined;

  constructor(parts: StorageCommitmentParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => this.#wake(), POLL_MS);
    this.#wake();
  }

  /** Ends what is being reported; it is reported again after the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#pass;
  }

  /**
   * Answers a request: resolves when it is on the disk, and will be reported whatever happens. What is
   * held has been on the disk since it was acknowledged.
   */
  async request(request: CommitmentRequest, mode: KeyMode): Promise<AnsweredCommitment> {
    const { commit, clock, isReachable, complete, logger } = this.#parts;
    const { transactionUid, references, callingAeTitle, remoteAddress } = request;
    const { held, report } = this.#examine(transactionUid, references, mode);
    const now = clock();
    const commitment: Commitment = {
      ...{ mode, callingAeTitle, transactionUid, report: JSON.stringify(report) },
      ...{ state: 'waiting', attempts: 0, createdAt: now, nextAt: now, endedAt: null },
    };
    const [first] = held;
    const isReportedHere = !isReachable(callingAeTitle, mode);
    const record: AuditEvent = {
      action: 'dicom.commit',
      outcome: report.failed.length === 0 ? 'success' : 'refused',
      actor: nodeActor(callingAeTitle, mode),
      remote_address: remoteAddress,
      count: held.length,
      ...(first !== undefined && { target: `ImagingStudy/${first.studyUid}` }),
    };
    const writes = [{ kind: 'dicom-commitment.put', commitment } as const];
    await commit({ work: { value: undefined, writes, records: [record] }, wait: 'synced' });
    for (const { studyUid, seriesUid } of this.#wholeSeries(mode, held)) {
      // The report does not depend on the reading.
      await complete(mode, studyUid, seriesUid).catch((error: unknown) =>
        logger.warn({ reason: messageOf(error) }, 'a committed series was not routed'),
      );
    }
    if (!isReportedHere) setImmediate(() => this.#wake());
    return { report, isReportedHere };
  }

  /** Notes that a report was acknowledged on the association of its request. */
  async reported(
    request: Pick<CommitmentRequest, 'transactionUid' | 'callingAeTitle'>,
    mode: KeyMode,
  ) {
    const { repository, clock } = this.#parts;
    const found = repository
      .due(clock())
      .find(
        (one) =>
          one.mode === mode &&
          one.callingAeTitle === request.callingAeTitle &&
          one.transactionUid === request.transactionUid,
      );
    if (found !== undefined) await this.#end(found, 'reported');
  }

  #examine(
    transactionUid: string,
    references: readonly ReferencedInstance[],
    mode: KeyMode,
  ): { readonly held: readonly DicomObject[]; readonly report: CommitmentReport } {
    const objects: DicomObject[] = [];
    const held: ReferencedInstance[] = [];
    const failed: (ReferencedInstance & { reason: number })[] = [];
    for (const one of references) {
      const object = this.#parts.objects.find(mode, one.instanceUid);
      if (object === undefined) failed.push({ ...one, reason: NO_SUCH_OBJECT });
      else if (object.sopClassUid !== one.sopClassUid) {
        failed.push({ ...one, reason: CLASS_CONFLICT });
      } else {
        objects.push(object);
        held.push(one);
      }
    }
    return { held: objects, report: { transactionUid, held, failed } };
  }

  /** The series of which all objects that are held are among these. */
  #wholeSeries(
    mode: KeyMode,
    held: readonly DicomObject[],
  ): readonly Pick<DicomObject, 'studyUid' | 'seriesUid'>[] {
    return [...groupBy(held, ({ seriesUid }) => seriesUid)].flatMap(([seriesUid, committed]) => {
      const uids = new Set(committed.map(({ instanceUid }) => instanceUid));
      const all = this.#parts.objects.ofSeries(mode, seriesUid);
      const [first] = committed;
      const isWhole = all.every(({ instanceUid }) => uids.has(instanceUid));
      return isWhole && first !== undefined ? [first] : [];
    });
  }

  #wake(): void {
    if (this.#stopping.signal.aborted) return;
    this.#pass ??= this.#reportDue()
      .catch((error: unknown) => {
        this.#parts.logger.warn({ reason: messageOf(error) }, 'storage was not reported');
      })
      .finally(() => {
        this.#pass = undefined;
      });
  }

  async #reportDue(): Promise<void> {
    const { repository, clock, isReachable, report } = this.#parts;
    const { signal } = this.#stopping;
    for (const one of repository.due(clock())) {
      if (signal.aborted) return;
      const { mode, callingAeTitle, createdAt } = one;
      if (isReachable(callingAeTitle, mode)) {
        const content = JSON.parse(one.report) as CommitmentReport;
        const outcome = await report(callingAeTitle, mode, content, signal);
        if (outcome === 'reported') await this.#end(one, 'reported');
        else if (!signal.aborted) await this.#postpone(one);
      } else if (clock() - createdAt > GIVEN_UP_MS) await this.#end(one, 'failed');
    }
  }

  async #postpone(one: Commitment): Promise<void> {
    const { clock, random } = this.#parts;
    const now = clock();
    const attempts = one.attempts + 1;
    if (now - one.createdAt > GIVEN_UP_MS) return this.#end({ ...one, attempts }, 'failed');
    await this.#put({ ...one, attempts, nextAt: now + pauseMs(attempts, random) }, []);
  }

  #end(one: Commitment, state: 'reported' | 'failed'): Promise<void> {
    const { mode, callingAeTitle } = one;
    const record: AuditEvent = {
      action: 'dicom.commit_report',
      outcome: state === 'reported' ? 'success' : 'failed',
      actor: nodeActor(callingAeTitle, mode),
    };
    return this.#put({ ...one, state, endedAt: this.#parts.clock() }, [record]);
  }

  async #put(commitment: Commitment, records: readonly AuditEvent[]): Promise<void> {
    const writes = [{ kind: 'dicom-commitment.put', commitment } as const];
    await this.#parts.commit({ work: { value: undefined, writes, records }, wait: 'synced' });
  }
}
