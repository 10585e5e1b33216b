import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock.js';
import type { AccountWrite, SessionRecord, UserRecord } from '../../store/user.js';
import type { UserRepository } from '../../store/user-repository.js';
import { newToken, tokenHash } from './tokens.js';

export interface SessionLimits {
  /** A session ends when it was not used for this long. */
  readonly idleMs: number;
  /** However much it is used, it ends this long after the sign-in. */
  readonly absoluteMs: number;
}

/** How a person has signed in. */
export interface SessionOrigin {
  /** The session at the identity provider (`sid`), which it names when it ends it. */
  readonly providerSession?: string;
}

/** A session to be: it begins when its writes are committed. */
export interface OpenedSession extends LiveSession {
  readonly writes: readonly AccountWrite[];
}

/** A session that is in force. */
export interface LiveSession {
  /** For the cookie; only its hash is stored. */
  readonly token: string;
  readonly user: UserRecord;
  readonly session: SessionRecord;
  /** Milliseconds since 1970: when it ends if it is not used again. */
  readonly idleEndsAt: number;
  /** The person must set up a second factor before anything else. */
  readonly mustEnrol: boolean;
}

export interface SessionParts {
  readonly users: Pick<UserRepository, 'findSession' | 'touch'>;
  readonly limits: SessionLimits;
  /** Whether people sign in here with a password. */
  readonly local: boolean;
  /** The configured identity provider; people of no other one are signed in. */
  readonly issuer: string | undefined;
  /** Roles for which a second factor is required of people who sign in here. */
  readonly secondFactorFor: readonly string[];
  readonly clock: Clock;
}

const CSRF_DOMAIN = 'wardbox-csrf-1';
/** As `newToken` makes them: whatever else is in a cookie is not looked up. */
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** Known only to whoever has the token of the session: nothing more needs to be stored. */
export const csrfTokenOf = (token: string): string =>
  createHmac('sha256', token).update(CSRF_DOMAIN).digest('base64url');

export function isCsrfToken(token: string, sent: string | undefined): boolean {
  const right = Buffer.from(csrfTokenOf(token));
  const given = Buffer.from(sent ?? '');
  return given.length === right.length && timingSafeEqual(given, right);
}

/** As the discovery document is compared with the configuration. */
const isSameIssuer = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;

/** The sessions of people. */
export class Sessions {
  readonly #parts: SessionParts;
  /** Times of last use since the last `flush`, by the hash of the token in base64. */
  #lastUsed = new Map<string, number>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /**
   * Opens a session with a token of its own, whatever the request had before: a token that somebody
   * has planted in a browser never becomes a session.
   */
  openSession(user: UserRecord, origin: SessionOrigin = {}): OpenedSession {
    const { clock, limits } = this.#parts;
    const now = clock();
    const token = newToken();
    const session: SessionRecord = {
      tokenHash: tokenHash(token),
      userId: user.userId,
      generation: user.generation,
      createdAt: now,
      usedAt: now,
      endsAt: now + limits.absoluteMs,
      providerSession: origin.providerSession ?? null,
    };
    const live = this.#live(token, user, session, now);
    return { ...live, writes: [{ kind: 'session.insert', session }] };
  }

  /**
   * Opens a session in the place of one that ends with all others of the person, in the same commit: a
   * new token, the same end.
   */
  reopen({ user, session: { providerSession, endsAt } }: LiveSession): OpenedSession {
    const next = { ...user, generation: user.generation + 1 };
    const opened = this.openSession(next, {
      ...(providerSession !== null && { providerSession }),
    });
    const session = { ...opened.session, endsAt };
    return { ...opened, session, writes: [{ kind: 'session.insert', session }] };
  }

  /** The session of a token, unless it has ended. Looking it up does not prolong it. */
  find(token: string): LiveSession | undefined {
    if (!TOKEN_FORM.test(token)) return undefined;
    const { users, clock } = this.#parts;
    const row = users.findSession(tokenHash(token));
    if (row === undefined) return undefined;
    const { session, user } = row;
    if (!this.#isTrusted(user)) return undefined;
    if (user.disabledAt !== null || user.generation !== session.generation) return undefined;
    const noted = this.#lastUsed.get(session.tokenHash.toString('base64')) ?? 0;
    const live = this.#live(token, user, session, Math.max(noted, session.usedAt));
    const now = clock();
    return session.endsAt <= now || live.idleEndsAt <= now ? undefined : live;
  }

  /** The same for a request that is made with it: the session has been used. */
  use(token: string): LiveSession | undefined {
    const live = this.find(token);
    if (live === undefined) return undefined;
    const now = this.#parts.clock();
    this.#lastUsed.set(live.session.tokenHash.toString('base64'), now);
    return { ...live, idleEndsAt: this.#idleEnd(live.session, now) };
  }

  /** Writes the times of last use: not at every request, where that would cost a disk sync. */
  flush(): void {
    if (this.#lastUsed.size === 0) return;
    this.#parts.users.touch(this.#lastUsed);
    this.#lastUsed = new Map();
  }

  /** A way to sign in that the configuration no longer has ends what it has opened. */
  #isTrusted({ source, issuer }: UserRecord): boolean {
    const { local, issuer: configured } = this.#parts;
    if (source === 'local') return local;
    return issuer !== null && configured !== undefined && isSameIssuer(issuer, configured);
  }

  #live(token: string, user: UserRecord, session: SessionRecord, usedAt: number): LiveSession {
    const { secondFactorFor } = this.#parts;
    const idleEndsAt = this.#idleEnd(session, usedAt);
    const needsFactor = user.source === 'local' && !user.hasSecondFactor;
    const mustEnrol = needsFactor && user.roles.some((role) => secondFactorFor.includes(role));
    return { token, user, session, idleEndsAt, mustEnrol };
  }

  #idleEnd({ endsAt }: SessionRecord, usedAt: number): number {
    return Math.min(endsAt, usedAt + this.#parts.limits.idleMs);
  }
}
