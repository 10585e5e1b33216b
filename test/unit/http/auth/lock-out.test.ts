import { describe, expect, it } from 'vitest';
import {
  accountCounter,
  LockOut,
  type LockOutRule,
  pauseAfter,
  remainingPause,
} from '../../../../src/http/auth/lock-out.js';
import type { FailureCount } from '../../../../src/store/user.js';
import { NOON } from '../../../support/stopped-clock.js';

const RULE: LockOutRule = { freeFailures: 3, longestPauseMs: 60_000, drainMs: 600_000, max: 10 };
const ADDRESS: LockOutRule = { ...RULE, freeFailures: 6, max: Number.POSITIVE_INFINITY };

describe('pauseAfter', () => {
  it('is none at first, then doubles up to the longest, then for ever', () => {
    const pauses = Array.from({ length: 11 }, (_, failures) => pauseAfter(failures, RULE));
    const seconds = pauses.map((pause) => pause / 1_000);
    expect(seconds).toEqual([0, 0, 0, 2, 4, 8, 16, 32, 60, 60, Number.POSITIVE_INFINITY]);
  });
});

describe('remainingPause', () => {
  const failed = (count: number, secondsAgo: number): FailureCount => ({
    count,
    lastAt: NOON - secondsAgo * 1_000,
  });

  it('counts from the last failure', () => {
    expect(remainingPause(undefined, 0, RULE, NOON)).toBe(0);
    expect(remainingPause(failed(2, 0), 0, RULE, NOON)).toBe(0);
    expect(remainingPause(failed(5, 3), 0, RULE, NOON)).toBe(5_000);
    expect(remainingPause(failed(5, 8), 0, RULE, NOON)).toBe(0);
  });

  it('forgets one failure each time the drain has passed, but none of a locked account', () => {
    expect(remainingPause(failed(9, 599), 0, { ...RULE, longestPauseMs: 600_000 }, NOON)).toBe(0);
    expect(remainingPause(failed(3, 600), 1, RULE, NOON)).toBe(2_000);
    expect(remainingPause(failed(3, 1_200), 1, RULE, NOON)).toBe(0);
    expect(remainingPause(failed(10, 1e9), 0, RULE, NOON)).toBe(Number.POSITIVE_INFINITY);
  });

  it('takes attempts in progress for failures of this moment', () => {
    expect(remainingPause(undefined, 2, RULE, NOON)).toBe(0);
    expect(remainingPause(undefined, 3, RULE, NOON)).toBe(2_000);
    expect(remainingPause(failed(3, 100), 1, RULE, NOON)).toBe(4_000);
  });

  it('does not grow when the clock is set back', () => {
    expect(remainingPause(failed(3, -3_600), 0, RULE, NOON)).toBe(2_000);
  });
});

describe('LockOut', () => {
  const stored = new Map<string, FailureCount>();
  const lockOutOf = () => {
    stored.clear();
    const users = { failuresOf: (name: string) => stored.get(name) };
    return new LockOut(users, { account: RULE, address: ADDRESS }, () => NOON);
  };

  it('lets no more through at the same time than one after the other', () => {
    const lockOut = lockOutOf();
    const attempts = [1, 2, 3].map(() => lockOut.begin('ada', '10.0.0.1'));
    expect(() => lockOut.begin('ADA', '10.0.0.2')).toThrow('Too many failed sign-ins');
    expect(() => lockOut.begin('bob', '10.0.0.2')).not.toThrow();
    for (const attempt of attempts) attempt.end();
    expect(() => lockOut.begin('ada', '10.0.0.1')).not.toThrow();
  });

  it('ends an attempt once, however often that is said', () => {
    const lockOut = lockOutOf();
    const [first] = [1, 2, 3].map(() => lockOut.begin('ada', undefined));
    first?.end();
    first?.end();
    lockOut.begin('ada', undefined);
    expect(() => lockOut.begin('ada', undefined)).toThrow('Too many failed sign-ins');
  });

  it('counts an address over all accounts, and forgives it nothing', () => {
    const lockOut = lockOutOf();
    stored.set('address:10.0.0.1', { count: 6, lastAt: NOON });
    expect(() => lockOut.begin('carol', '10.0.0.1')).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 2 }),
    );
    const { failed, succeeded } = lockOut.begin('carol', '10.0.0.9');
    expect(failed.map((write) => ('name' in write ? write.name : ''))).toEqual([
      accountCounter('carol'),
      'address:10.0.0.9',
    ]);
    expect(succeeded).toEqual([{ kind: 'sign-in.forgive', name: accountCounter('carol') }]);
  });

  it('says the longest pause where an account is locked', () => {
    const lockOut = lockOutOf();
    stored.set(accountCounter('ada'), { count: 10, lastAt: NOON - 1e9 });
    expect(() => lockOut.begin('ada', undefined)).toThrow(
      expect.objectContaining({ retryAfterSeconds: 60 }),
    );
  });
});

describe('accountCounter', () => {
  it('is the same for all forms of a name, and says little about it', () => {
    expect(accountCounter('Ada')).toBe(accountCounter('ADA'));
    expect(accountCounter('Ａda')).toBe(accountCounter('ada'));
    expect(accountCounter('ada')).toMatch(/^account:[0-9a-f]{5}$/);
  });
});
