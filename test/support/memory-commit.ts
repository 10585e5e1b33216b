import type { AuditEvent } from '../../src/audit/audit-log.js';
import type { CommitWait } from '../../src/store/commit-queue.js';
import type { StoredAnswer } from '../../src/store/idempotency-repository.js';
import type { Commit, Decision, Step } from '../../src/store/unit-of-work.js';

export interface MemoryCommit {
  readonly commit: Commit<AuditEvent>;
  readonly records: AuditEvent[];
  /** What each commit was waited for. */
  readonly waits: CommitWait[];
  readonly answers: Map<string, StoredAnswer>;
}

/** What is committed, in memory: audit records, and answers that are kept for a repetition. */
export function memoryCommit(answers: Map<string, StoredAnswer> = new Map()): MemoryCommit {
  const records: AuditEvent[] = [];
  const waits: CommitWait[] = [];

  function carryOut(step: Step): unknown {
    if (step.kind !== 'idempotency.complete') throw new Error(`Not in memory: ${step.kind}`);
    const { answer } = step;
    return void answers.set(`${answer.space} ${answer.key}`, answer);
  }

  function decide<T>(decision: Decision<T>): T {
    let next = decision.next();
    while (!next.done) next = decision.next(carryOut(next.value));
    return next.value;
  }

  return {
    records,
    waits,
    answers,
    async commit({ work, refused, wait }) {
      await new Promise((resolve) => setImmediate(resolve));
      try {
        const conclusion = typeof work === 'function' ? decide(work()) : work;
        for (const write of conclusion.writes ?? []) carryOut(write);
        records.push(...conclusion.records);
        return conclusion.value;
      } catch (thrown) {
        records.push(...(refused?.(thrown).records ?? []));
        throw thrown;
      } finally {
        waits.push(wait);
      }
    },
  };
}
