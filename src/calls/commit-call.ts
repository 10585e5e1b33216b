import type { AuditEvent } from '../audit/audit-log.js';
import { sha256Hex } from '../core/digest.js';
import type { KeyMode } from '../core/key-mode.js';
import type { CommitWait } from '../store/commit-queue.js';
import type { Commit, Conclusion, Decision, Write } from '../store/unit-of-work.js';
import type { Feed } from './feed.js';
import type { Answer, DecidedAnswer, Download, Work } from './operation.js';

/** The part of the audit record that is known before a call runs. */
export type CallFacts = Pick<
  AuditEvent,
  'action' | 'actor' | 'request_id' | 'remote_address' | 'job_id' | 'target' | 'request_sha256'
>;

/** A call to be committed. */
export interface CommittedCall {
  /** Absent for a call that concerns no data. */
  readonly mode?: KeyMode;
  /** Called when its record is created, as the subject is determined during the call. */
  facts(): CallFacts;
  /** What a read waits for; every other call waits for the disk. */
  readonly wait: CommitWait;
  readonly ending?: EndWrites;
}

/** Writes that are committed with the end of a call in addition to its own. */
export interface EndWrites {
  answered?(reply: Reply, record: AuditEvent): readonly Write[];
  refused?(thrown: unknown): readonly Write[];
}

/** An answer as it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly feed?: Feed;
  readonly download?: Download;
  /** The text for repetitions of the request, where it differs. */
  readonly repeatedText?: string;
  readonly failure?: unknown;
}

/** The audit facts of an error. */
export type FaultFacts = Pick<AuditEvent, 'outcome' | 'status' | 'error_code'>;

export interface CommitCallParts {
  readonly commit: Commit<AuditEvent>;
  readonly faultFacts: (thrown: unknown) => FaultFacts;
}

/** The outcome of a call: its reply, or the error that refused it. Both are recorded. */
export type Outcome = { readonly reply: Reply } | { readonly refusal: unknown };

function replyOf({ body, text, status = 200, headers = {}, ...answer }: Answer): Reply {
  const { feed, download, repeatedBody, failure } = answer;
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    status,
    headers,
    ...(content !== undefined && { text: content }),
    ...(feed !== undefined && { feed }),
    ...(download !== undefined && { download }),
    ...(repeatedBody !== undefined && { repeatedText: JSON.stringify(repeatedBody) }),
    ...(failure !== undefined && { failure }),
  };
}

/** The commit of an answer: its writes and its record. */
export function conclude(
  answer: Answer,
  { facts, ending }: Pick<CommittedCall, 'facts' | 'ending'>,
): Conclusion<Reply, AuditEvent> & { readonly writes: readonly Write[] } {
  const reply = replyOf(answer);
  const { status, text } = reply;
  const record: AuditEvent = {
    outcome: 'success',
    status,
    ...facts(),
    ...answer.audit,
    ...(text !== undefined && { response_sha256: sha256Hex(text) }),
  };
  const { writes, recordsBefore = [], recordsAfter = [] } = answer;
  const last = ending?.answered?.(reply, record);
  return {
    value: reply,
    writes: last === undefined ? (writes ?? []) : [...(writes ?? []), ...last],
    records: [...recordsBefore, record, ...recordsAfter],
  };
}

const refusalOf = (
  { facts }: CommittedCall,
  thrown: unknown,
  { faultFacts }: CommitCallParts,
): AuditEvent => ({ ...facts(), ...faultFacts(thrown) });

/** Records a call that was refused or failed before there was anything to commit. */
export async function commitRefusal(
  call: CommittedCall,
  thrown: unknown,
  parts: CommitCallParts,
): Promise<Outcome> {
  const writes = call.ending?.refused?.(thrown) ?? [];
  const work = { value: undefined, writes, records: [refusalOf(call, thrown, parts)] };
  await parts.commit({ ...modeOf(call), work, wait: call.wait });
  return { refusal: thrown };
}

const modeOf = ({ mode }: CommittedCall) => (mode === undefined ? {} : { mode });

/** The alternative that is tried after an error. */
interface Retry {
  readonly retry: () => Promise<Work>;
}

function* decideCall(
  { decide }: DecidedAnswer,
  call: CommittedCall,
  keep: (answer: Answer) => void,
): Decision<Conclusion<Reply, AuditEvent>> {
  const answer = yield* decide();
  keep(answer);
  return conclude(answer, call);
}

async function commitOnce(
  call: CommittedCall,
  work: Work,
  parts: CommitCallParts,
): Promise<Outcome | Retry> {
  let answer = 'decide' in work ? undefined : work;
  const refusals: { readonly thrown: unknown; readonly instead: Outcome | Retry }[] = [];
  const keep = (decided: Answer) => {
    answer = decided;
  };
  let reply: Reply;
  try {
    reply = await parts.commit({
      ...modeOf(call),
      wait: 'decide' in work || work.writes !== undefined ? 'synced' : call.wait,
      work: 'decide' in work ? () => decideCall(work, call, keep) : conclude(work, call),
      refused(thrown) {
        const retry = 'decide' in work ? work.retry?.(thrown) : undefined;
        refusals.push({ thrown, instead: retry === undefined ? { refusal: thrown } : { retry } });
        if (retry !== undefined) return { records: [] };
        const writes = call.ending?.refused?.(thrown) ?? [];
        return { writes, records: [refusalOf(call, thrown, parts)] };
      },
    });
  } catch (thrown) {
    await answer?.settled?.(false);
    const refusal = refusals.find((one) => one.thrown === thrown);
    // The commit itself has failed, and with it the record of a refusal.
    if (refusal === undefined) throw thrown;
    return refusal.instead;
  }
  await answer?.settled?.(true);
  return { reply };
}

/**
 * Commits all effects of a call: its writes, its audit record, the answer for its repetitions and
 * the end of its job. Where that is refused, the record of the refusal is committed instead.
 *
 * @throws AppError `overloaded` when nothing could be committed: then there is neither answer nor
 *   record
 */
export async function commitCall(
  call: CommittedCall,
  work: Work,
  parts: CommitCallParts,
): Promise<Outcome> {
  const outcome = await commitOnce(call, work, parts);
  if (!('retry' in outcome)) return outcome;
  let next: Work;
  try {
    next = await outcome.retry();
  } catch (thrown) {
    return commitRefusal(call, thrown, parts);
  }
  return commitCall(call, next, parts);
}
