import { AppError } from '../core/errors.js';
import type { AuditRow } from '../store/audit-repository.js';
import type { AuditStore } from '../store/audit-store.js';
import { perform } from '../store/steps.js';
import type { AuditDecision } from '../store/unit-of-work.js';
import { verifyChain } from './audit-chain.js';
import { recordLine } from './record-line.js';
import { emptyRange, extendRange, type SealedRange, type SealPlan } from './seal-plan.js';

/** Records per read. */
const PAGE = 500;

export const sealingFault = (what: string): AppError =>
  new AppError('conflict', `${what}: nothing is sealed. See: wardbox audit verify.`);

/** @throws AppError `conflict` when another process has sealed these records meanwhile */
export function* expectNext(number: number): AuditDecision<void> {
  const segments = yield* perform({ kind: 'audit.segments' });
  if ((segments.at(-1)?.number ?? 0) + 1 === number) return;
  throw new AppError('conflict', 'Another process is sealing the audit log.');
}

/** Reads the records of a segment and verifies their chain. */
export class SegmentRecords {
  readonly #store: AuditStore;
  readonly #plan: SealPlan;
  readonly #signal: AbortSignal | undefined;
  #range: SealedRange;
  #isComplete = false;

  constructor(store: AuditStore, plan: SealPlan, signal: AbortSignal | undefined) {
    this.#store = store;
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
      for (const link of await this.#page(from, Math.min(from + PAGE - 1, last))) {
        this.#range = extendRange(this.#range, link);
        yield recordLine(link);
      }
      // All other work comes first.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const next = await this.#store.decide(perform({ kind: 'audit.record', seq: last + 1 }));
    if (next?.prevHash.equals(this.#range.hash) !== true) {
      await this.#refuse(`Record ${last + 1} does not follow the one before it`);
    }
    this.#isComplete = true;
  }

  async #page(from: number, to: number): Promise<readonly AuditRow[]> {
    const page = await this.#store.decide(perform({ kind: 'audit.records', range: { from, to } }));
    const verdict = verifyChain(page, to, this.#range);
    if (!verdict.intact) await this.#refuse(`Record ${verdict.brokenAt}: ${verdict.reason}`);
    return page;
  }

  /** @throws AppError `conflict` */
  async #refuse(fault: string): Promise<never> {
    await this.#store.decide(expectNext(this.#plan.number));
    throw sealingFault(fault);
  }
}
