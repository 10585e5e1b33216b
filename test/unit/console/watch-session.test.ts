import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Session, sessionState } from '../../../src/console/state/session.js';
import { watchSession } from '../../../src/console/state/watch-session.js';

const ADA: Session = {
  user: {
    user_id: 'user_1',
    user_name: 'ada',
    display_name: 'Ada Example',
    roles: ['clinician'],
    source: 'local',
    second_factor: false,
  },
  second_factor_missing: false,
  worlds: ['test'],
  scopes: ['analyze'],
  csrf_token: 'a',
  idle_ends_at: '2026-03-14T12:30:00.000Z',
  min_password_length: 12,
  ends_at: '2026-03-15T00:00:00.000Z',
};
const BOB: Session = { ...ADA, user: { ...ADA.user, user_id: 'user_2' }, csrf_token: 'b' };

const page = new EventTarget();
const answers: Array<() => Promise<Response>> = [];
let asked = 0;
let end: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  answers.length = 0;
  sessionState.value = { kind: 'signed_in', session: ADA };
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return (answers.shift() ?? (async () => Response.json(ADA)))();
  });
  end = watchSession({ page, world: () => 'test' });
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const aMinute = () => vi.advanceTimersByTimeAsync(60_000);
const lookAgain = async () => {
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
};
const refused = async () =>
  Response.json({ error: { code: 'no_session', message: 'It has ended.' } }, { status: 401 });

describe('a page that nobody uses', () => {
  it('is signed out within a minute of the end of its session', async () => {
    answers.push(refused);
    await aMinute();
    expect(sessionState.value).toEqual({ kind: 'signed_out', ended: true });
    await aMinute();
    expect(asked).toBe(1);
  });

  it('becomes that of the person who has signed in in another tab, when it is looked at', async () => {
    answers.push(async () => Response.json(BOB));
    await lookAgain();
    expect(sessionState.value).toEqual({ kind: 'signed_in', session: BOB });
  });

  it('stays as it is while its session lasts, and while the appliance is not reached', async () => {
    const before = sessionState.value;
    answers.push(async () => Response.json({ ...ADA, idle_ends_at: '2026-03-14T12:45:00.000Z' }));
    answers.push(() => Promise.reject(new TypeError('failed')));
    await aMinute();
    await aMinute();
    expect(asked).toBe(2);
    expect(sessionState.value).toBe(before);
  });

  it('is not signed in again by an answer that comes after the sign-out', async () => {
    let answer: (response: Response) => void = () => undefined;
    answers.push(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await aMinute();
    sessionState.value = { kind: 'signed_out', ended: false };
    answer(Response.json(BOB));
    await vi.advanceTimersByTimeAsync(0);
    expect(sessionState.value).toEqual({ kind: 'signed_out', ended: false });
  });
});
