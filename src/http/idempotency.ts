import { hash } from 'node:crypto';
import type { Clock } from '../core/clock.js';
import { AppError, invalidField } from '../core/errors.js';
import type { AuditEvent } from '../security/audit-log.js';
import type { IdempotencyRepository } from '../storage/idempotency-repository.js';
import type { AppContext } from './environment.js';
import { answerHeader } from './reply.js';

/** An answer, as far as it is the same for whoever asks again. */
export interface LastingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** '' where there is none. */
  readonly text: string;
}

/** The right to answer a request that names itself; nobody else does until it is given back. */
export interface Claim {
  /**
   * Keeps the answer, if it is a good one. To be called inside the transaction of its record, so that
   * both are there or neither is.
   */
  keep(answer: LastingAnswer, event: AuditEvent): void;
  release(): void;
}

/** What the request of this name was answered with before. */
export interface Repetition extends LastingAnswer {
  /** What the record of the first says was done. */
  readonly done: Done;
}

type Done = Pick<AuditEvent, 'action' | 'target' | 'result_id' | 'models' | 'query' | 'count'>;

export interface Asked {
  readonly key: string;
  /** Of what was sent, however it was packed: hex. */
  readonly contentSha256: string;
}

export interface Idempotency {
  /**
   * Waits for a request of the same name that is under way.
   *
   * @throws AppError `idempotency_mismatch` when the name stands for something else
   */
  claim(c: AppContext, asked: Asked): Promise<{ claim: Claim } | { repetition: Repetition }>;
  /** Forgets what is not kept any longer; how many answers there were. */
  forgetOld(): number;
}

/** Answers are kept for as long as this. */
const KEPT_MS = 86_400_000;

/** The characters that can be seen: nothing that a log or a proxy might take for something else. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The name that a client has given to its request.
 *
 * @throws AppError `validation_error`
 */
export function idempotencyKey(c: AppContext): string | undefined {
  if (c.req.method !== 'POST') return undefined;
  const key = c.req.header('idempotency-key');
  if (key === undefined || KEY.test(key)) return key;
  throw invalidField('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
}

/** Marks the answer to come as one that was given before. */
export function announceRepetition(c: AppContext, { headers }: LastingAnswer): void {
  for (const [name, value] of Object.entries(headers)) answerHeader(c, name, value);
  answerHeader(c, 'Idempotency-Replayed', 'true');
}

function mismatch(): AppError {
  const issue = 'was used for another request';
  return new AppError('idempotency_mismatch', `This Idempotency-Key ${issue}.`, {
    issues: [{ field: 'Idempotency-Key', issue }],
  });
}

/** All that decides what is done: where it was sent, under which condition, and what. */
function fingerprint(c: AppContext, contentSha256: string): Buffer {
  const { pathname, search } = new URL(c.req.url);
  const condition = c.req.header('if-none-exist') ?? null;
  const asked = JSON.stringify([c.req.method, pathname + search, condition, contentSha256]);
  return hash('sha256', asked, 'buffer');
}

function doneOf({ action, target, result_id, models, query, count }: AuditEvent): Done {
  return {
    action,
    ...(target !== undefined && { target }),
    ...(result_id !== undefined && { result_id }),
    ...(models !== undefined && { models }),
    ...(query !== undefined && { query }),
    ...(count !== undefined && { count }),
  };
}

interface UnderWay {
  readonly request: Buffer;
  readonly ended: Promise<void>;
}

/**
 * Lets a request that bears a name be carried out once. Good answers are kept for a day, for each API
 * key by itself; after any other the same name may be used again.
 */
export function createIdempotency(answers: IdempotencyRepository, clock: Clock): Idempotency {
  const underWay = new Map<string, UnderWay>();

  function keptFor(space: string, key: string, request: Buffer): Repetition | undefined {
    const kept = answers.find(space, key);
    if (kept === undefined || kept.createdAt <= clock() - KEPT_MS) return undefined;
    if (!kept.request.equals(request)) throw mismatch();
    const { status, headers, body, event } = kept;
    return { status, headers, text: body, done: JSON.parse(event) as Done };
  }

  function take(space: string, key: string, request: Buffer): Claim {
    const name = `${space} ${key}`;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    underWay.set(name, { request, ended });
    return {
      keep({ status, headers, text }, event) {
        if (status < 200 || status > 299) return;
        const done = JSON.stringify(doneOf(event));
        const facts = { space, key, request, status, headers };
        answers.save({ ...facts, body: text, event: done, createdAt: clock() });
      },
      release() {
        underWay.delete(name);
        end();
      },
    };
  }

  return {
    async claim(c, { key, contentSha256 }) {
      const { mode, keyId } = c.get('principal');
      const space = `${mode}/${keyId}`;
      const request = fingerprint(c, contentSha256);
      for (;;) {
        const repetition = keptFor(space, key, request);
        if (repetition !== undefined) return { repetition };
        const other = underWay.get(`${space} ${key}`);
        if (other === undefined) return { claim: take(space, key, request) };
        if (!other.request.equals(request)) throw mismatch();
        // It may come to nothing: then the next one tries.
        await other.ended;
      }
    },
    forgetOld: () => answers.forgetBefore(clock() - KEPT_MS),
  };
}
