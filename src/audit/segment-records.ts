import { AppError } from '../core/errors.js';
import type { AuditRepository, AuditRow } from '../store/audit-repository.js';
import { verifyChain } from './audit-chain.js';
import { recordLine } from './record-line.js';
import { emptyRange, extendRange, type SealedRange, type SealPlan } from './seal-plan.js';

/** Records per read. */
const PAGE = 500;

export const sealingFault = (what: string): AppError =>
  new AppError('conflict', `${what}: nothing is sealed. See: wardbox audit verify.`);

/** @throws AppError `conflict` when another process has sealed these records meanwhile */
export function refuseOvertaken(
  repository: Pick<AuditRepository, 'segments'>,
  number: number,
): void {
  if ((repository.segments().at(-1)?.number ?? 0) + 1 === number) return;
  throw new AppError('conflict', 'Another process is sealing the audit log.');
}

/** Reads the records of a segment and verifies their chain. */
export class SegmentRecords {
  readonly #repository: AuditRepository;
  readonly #plan: SealPlan;
  readonly #signal: AbortSignal | undefined;
  #range: SealedRange;
  #isComplete = false;

  constructor(repository: AuditRepository, plan: SealPlan, signal: AbortSignal | undefined) {
    this.#repository = repository;
    this.#plan = plan;
    this.#signal = signal;
    this.#range = emptyRange(plan.before);
  }

  /** What was read, once all lines were. */
  get range(): SealedRange {
    if (!this.#isComplete) throw sealingFault('The records could not be read');
    return this.#range;
  }

  async *lines(): AsyncGenerator<string> {
    const { first, last } = this.#plan;
    for (let from = first; from <= last; from += PAGE) {
      this.#signal?.throwIfAborted();
      for (const link of this.#page(from, Math.min(from + PAGE - 1, last))) {
        this.#range = extendRange(this.#range, link);
        yield recordLine(link);
      }
      // All other work comes first.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const next = this.#repository.find(last + 1);
    if (next?.prevHash.equals(this.#range.hash) !== true) {
      this.#refuse(`Record ${last + 1} does not follow the one before it`);
    }
    this.#isComplete = true;
  }

  #page(from: number, to: number): readonly AuditRow[] {
    const page = [...this.#repository.each({ from, to })];
    const verdict = verifyChain(page, to, this.#range);
    if (!verdict.intact) this.#refuse(`Record ${verdict.brokenAt}: ${verdict.reason}`);
    return page;
  }

  /** @throws AppError `conflict` */
  #refuse(fault: string): never {
    refuseOvertaken(this.#repository, this.#plan.number);
    throw sealingFault(fault);
  }
}
