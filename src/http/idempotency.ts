import { hash } from 'node:crypto';
import type { AuditEvent } from '../audit/audit-log.js';
import type { Reply } from '../calls/commit-call.js';
import type { Answer } from '../calls/operation.js';
import type { Clock } from '../core/clock.js';
import { AppError, invalidField } from '../core/errors.js';
import type { IdempotencyRepository } from '../store/idempotency-repository.js';
import type { Write } from '../store/unit-of-work.js';
import { answerSpace } from './auth/principal.js';
import type { AppContext } from './environment.js';

/** The right to answer a request with an idempotency key; exclusive until it is released. */
export interface Claim {
  /** The write that stores a successful answer for repetitions, committed with its record. */
  completion(reply: Reply, record: AuditEvent): readonly Write[];
  release(): void;
}

type AnswerRecord = Pick<
  AuditEvent,
  'action' | 'target' | 'result_id' | 'models' | 'query' | 'count'
>;

export interface RequestName {
  readonly key: string;
  /** SHA-256 of the content, independent of its encoding: hex. */
  readonly contentSha256: string;
}

export interface Idempotency {
  /**
   * Waits for a request of the same name that is in progress; returns its answer.
   *
   * @throws AppError `idempotency_mismatch` when the key was used for another request
   */
  claim(c: AppContext, request: RequestName): Promise<{ claim: Claim } | { repetition: Answer }>;
  /** Deletes expired answers; resolves with their number. */
  forgetOld(): Promise<number>;
}

/** How long answers are kept. */
const KEPT_MS = 86_400_000;

/** Visible characters, which logs and proxies do not alter. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Returns the client's name of its request.
 *
 * @throws AppError `validation_error`
 */
export function idempotencyKey(c: AppContext): string | undefined {
  if (c.req.method !== 'POST') return undefined;
  const key = c.req.header('idempotency-key');
  if (key === undefined || KEY.test(key)) return key;
  throw invalidField('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
}

function mismatch(): AppError {
  const issue = 'was used for another request';
  return new AppError('idempotency_mismatch', `This Idempotency-Key ${issue}.`, {
    issues: [{ field: 'Idempotency-Key', issue }],
  });
}

/** Everything that determines the effect: method, path, condition and content. */
function fingerprint(c: AppContext, contentSha256: string): Buffer {
  const { pathname, search } = new URL(c.req.url);
  const condition = c.req.header('if-none-exist') ?? null;
  const request = JSON.stringify([c.req.method, pathname + search, condition, contentSha256]);
  return hash('sha256', request, 'buffer');
}

function doneOf({ action, target, result_id, models, query, count }: AuditEvent): AnswerRecord {
  return {
    action,
    ...(target !== undefined && { target }),
    ...(result_id !== undefined && { result_id }),
    ...(models !== undefined && { models }),
    ...(query !== undefined && { query }),
    ...(count !== undefined && { count }),
  };
}

interface RunningRequest {
  readonly request: Buffer;
  readonly ended: Promise<void>;
}

/**
 * Carries out a request with an idempotency key once. Successful answers are kept for a day,
 * separately for each caller; after a failure the same name may be used again.
 */
export function createIdempotency(answers: IdempotencyRepository, clock: Clock): Idempotency {
  const underWay = new Map<string, RunningRequest>();

  async function keptFor(space: string, key: string, request: Buffer): Promise<Answer | undefined> {
    const kept = await answers.find(space, key);
    if (kept === undefined || kept.createdAt <= clock() - KEPT_MS) return undefined;
    if (!kept.request.equals(request)) throw mismatch();
    const { status, headers, body, event } = kept;
    const done = JSON.parse(event) as AnswerRecord;
    return {
      status,
      headers: { ...headers, 'Idempotency-Replayed': 'true' },
      ...(body !== '' && { text: body }),
      audit: { ...done, replayed: true },
    };
  }

  function take(space: string, key: string, request: Buffer): Claim {
    const name = `${space} ${key}`;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    underWay.set(name, { request, ended });
    return {
      completion({ status, headers, text = '', repeatedText = text }, record) {
        if (status < 200 || status > 299) return [];
        const event = JSON.stringify(doneOf(record));
        const facts = { space, key, request, status, headers };
        const answer = { ...facts, body: repeatedText, event, createdAt: clock() };
        return [{ kind: 'idempotency.complete', answer }];
      },
      release() {
        underWay.delete(name);
        end();
      },
    };
  }

  /** The stored answer, or the claim itself where there is none. */
  async function repeatOrKeep(name: Parameters<typeof keptFor>, claim: Claim) {
    let repetition: Answer | undefined;
    try {
      repetition = await keptFor(...name);
    } catch (error) {
      claim.release();
      throw error;
    }
    if (repetition === undefined) return { claim };
    claim.release();
    return { repetition };
  }

  return {
    async claim(c, { key, contentSha256 }) {
      const space = answerSpace(c.get('principal'));
      const request = fingerprint(c, contentSha256);
      for (;;) {
        const other = underWay.get(`${space} ${key}`);
        // Claimed before the store is read: two requests that find no answer must not both go on.
        if (other === undefined) {
          return repeatOrKeep([space, key, request], take(space, key, request));
        }
        if (!other.request.equals(request)) throw mismatch();
        // If it fails, the next one tries.
        await other.ended;
      }
    },
    forgetOld: () => answers.forgetBefore(clock() - KEPT_MS),
  };
}
