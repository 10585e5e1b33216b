import { describe, expect, it } from 'vitest';
import { addUser, disableUser } from '../../../../src/http/auth/accounts.js';
import { csrfTokenOf, isCsrfToken, Sessions } from '../../../../src/http/auth/sessions.js';
import { AccountWriter } from '../../../../src/store/account-writer.js';
import { openDatabase } from '../../../../src/store/open.js';
import type { AccountWrite, UserRecord } from '../../../../src/store/user.js';
import { createUserRepository } from '../../../../src/store/user-repository.js';
import { scratchFolder } from '../../../support/scratch-folder.js';
import { NOON } from '../../../support/stopped-clock.js';

const MINUTE_MS = 60_000;

function opened({ local = true, secondFactorFor = [] as string[] } = {}) {
  const database = openDatabase(scratchFolder());
  const users = createUserRepository(database);
  const writer = new AccountWriter(database);
  const time = { now: NOON };
  const limits = { idleMs: 30 * MINUTE_MS, absoluteMs: 100 * MINUTE_MS };
  const clock = () => time.now;
  const sessions = new Sessions({
    users,
    limits,
    local,
    secondFactorFor,
    clock,
    issuer: undefined,
  });
  const write = (writes: readonly AccountWrite[]) => {
    for (const one of writes) writer.carryOut(one);
  };
  const wanted = { userName: 'ada', roles: ['clinician'], worlds: ['test'] } as const;
  const { user: made, writes } = addUser(wanted, NOON);
  write(writes);
  const user = () => users.find(made.userId) as UserRecord;
  const open = () => {
    const session = sessions.openSession(user());
    write(session.writes);
    return session;
  };
  return { users, sessions, write, user, open, time };
}

describe('a session', () => {
  it('ends when it was not used for a while, and at last however much it is used', () => {
    const { sessions, open, time } = opened();
    const { token } = open();
    time.now = NOON + 29 * MINUTE_MS;
    expect(sessions.use(token)?.idleEndsAt).toBe(NOON + 59 * MINUTE_MS);
    time.now = NOON + 58 * MINUTE_MS;
    expect(sessions.find(token)).toBeDefined();
    time.now = NOON + 59 * MINUTE_MS;
    expect(sessions.use(token)).toBeUndefined();
    const other = open();
    for (let minute = 0; minute < 100; minute += 20) {
      time.now = NOON + (59 + minute) * MINUTE_MS;
      expect(sessions.use(other.token), `${minute}`).toBeDefined();
    }
    expect(sessions.find(other.token)?.idleEndsAt).toBe(NOON + 159 * MINUTE_MS);
    time.now = NOON + 159 * MINUTE_MS;
    expect(sessions.use(other.token)).toBeUndefined();
  });

  it('remembers its use beyond the process once that is written', () => {
    const { users, sessions, open, user, time } = opened();
    const { token } = open();
    time.now = NOON + 20 * MINUTE_MS;
    sessions.use(token);
    expect(users.sessionsOf(user().userId)[0]?.usedAt).toBe(NOON);
    sessions.flush();
    expect(users.sessionsOf(user().userId)[0]?.usedAt).toBe(time.now);
    time.now = NOON;
    sessions.use(token);
    sessions.flush();
    expect(users.sessionsOf(user().userId)[0]?.usedAt).toBe(NOON + 20 * MINUTE_MS);
  });

  it('that is opened while all are ended is ended too', () => {
    const { sessions, user, write } = opened();
    const before = sessions.openSession(user());
    write([{ kind: 'session.end-all', userId: user().userId }]);
    write(before.writes);
    expect(sessions.find(before.token)).toBeUndefined();
  });

  it('is replaced by one with another token and the same end', () => {
    const { sessions, open, write, user, time } = opened();
    const first = open();
    time.now += 10 * MINUTE_MS;
    const next = sessions.reopen(first);
    write([{ kind: 'session.end-all', userId: user().userId }, ...next.writes]);
    expect(sessions.find(first.token)).toBeUndefined();
    expect(sessions.find(next.token)?.session.endsAt).toBe(first.session.endsAt);
  });

  it('is none of a disabled person, nor of a local one where only the provider counts', () => {
    const { sessions, open, write, user } = opened();
    const { token } = open();
    write(disableUser(user().userId, () => NOON).slice(0, 1));
    expect(sessions.find(token)).toBeUndefined();
    const elsewhere = opened({ local: false });
    expect(elsewhere.sessions.find(elsewhere.open().token)).toBeUndefined();
  });

  it('says whether its person must set up a second factor', () => {
    const { open, write, user } = opened({ secondFactorFor: ['clinician'] });
    expect(open().mustEnrol).toBe(true);
    write([{ kind: 'user.change', userId: user().userId, change: { totpSecret: 'A' } }]);
    expect(open().mustEnrol).toBe(false);
  });
});

describe('a CSRF token', () => {
  it('is that of one session, and says nothing of its token', () => {
    const { open } = opened();
    const [one, other] = [open().token, open().token];
    expect(isCsrfToken(one, csrfTokenOf(one))).toBe(true);
    for (const wrong of [undefined, '', csrfTokenOf(other), one, `${csrfTokenOf(one)}x`]) {
      expect(isCsrfToken(one, wrong)).toBe(false);
    }
    expect(csrfTokenOf(one)).not.toContain(one);
  });
});

describe('what is over', () => {
  it('is forgotten, and nothing else', () => {
    const { users, sessions, open, write, user, time } = opened();
    const { userId } = user();
    open();
    time.now = NOON + 40 * MINUTE_MS;
    const { token } = open();
    const fail = { at: NOON, drainMs: MINUTE_MS, max: 2 };
    for (const name of ['account:a', 'account:b', 'account:b']) {
      write([{ kind: 'sign-in.fail', name, failure: fail }]);
    }
    const tokenHash = Buffer.alloc(32, 1);
    const invitation = { tokenHash, userId, choosesName: false, expiresAt: NOON + MINUTE_MS };
    write([{ kind: 'invitation.put', invitation }]);
    const link = { tokenHash, userId, generation: 0, expiresAt: NOON + MINUTE_MS };
    write([{ kind: 'sign-in-link.put', link }]);
    const refusal = new Error('it was used before');
    for (const [byte, minutes] of [
      [1, 1],
      [2, 60],
    ] as const) {
      const used = { hash: Buffer.alloc(32, byte), expiresAt: NOON + minutes * MINUTE_MS };
      write([{ kind: 'token.use', token: used, refusal }]);
    }
    const now = time.now;
    const limits = { now, idleSince: now - 30 * MINUTE_MS, failedBefore: now, keptFrom: 2 };
    expect(users.forget(limits)).toBe(5);
    expect(sessions.find(token)).toBeDefined();
    expect(users.findInvitation(tokenHash)).toBeUndefined();
    expect(users.findSignInLink(tokenHash)).toBeUndefined();
    const valid = { hash: Buffer.alloc(32, 2), expiresAt: NOON };
    expect(() => write([{ kind: 'token.use', token: valid, refusal }])).toThrow(refusal);
    expect(users.failuresOf('account:a')).toBeUndefined();
    expect(users.failuresOf('account:b')?.count).toBe(2);
    expect(users.forget(limits)).toBe(0);
  });
});

describe('a logout token of the identity provider', () => {
  it('is used up for the processes that come after as well', () => {
    const folder = scratchFolder();
    const token = { hash: Buffer.alloc(32, 7), expiresAt: NOON };
    const use = () => {
      const database = openDatabase(folder);
      const refusal = new Error('it was used before');
      try {
        new AccountWriter(database).carryOut({ kind: 'token.use', token, refusal });
      } finally {
        database.close();
      }
    };
    use();
    expect(use).toThrow('it was used before');
  });
});
