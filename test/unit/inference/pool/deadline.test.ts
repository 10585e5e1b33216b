import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allowedSilenceMs, Deadline } from '../../../../src/inference/pool/deadline.js';

const onOverdue = vi.fn();
const begun = (inHand = 1) => {
  const deadline = new Deadline(1_000, onOverdue);
  deadline.renew(inHand);
  return deadline;
};

beforeEach(() => {
  vi.useFakeTimers();
  onOverdue.mockClear();
});
afterEach(() => vi.useRealTimers());

describe('the deadline of a task', () => {
  it('is over when it has shown no sign of life for its time', () => {
    begun();
    vi.advanceTimersByTime(999);
    expect(onOverdue).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onOverdue).toHaveBeenCalledTimes(1);
  });

  it('is renewed by each sign of life', () => {
    const deadline = begun();
    vi.advanceTimersByTime(999);
    deadline.renew(1);
    vi.advanceTimersByTime(999);
    expect(onOverdue).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onOverdue).toHaveBeenCalledTimes(1);
  });

  it('leaves time for all that its worker has in hand', () => {
    begun(2);
    vi.advanceTimersByTime(1_999);
    expect(onOverdue).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onOverdue).toHaveBeenCalledTimes(1);
    expect([0, 1, 3].map((inHand) => allowedSilenceMs(1_000, inHand))).toEqual([
      1_000, 1_000, 3_000,
    ]);
  });

  it('stands still while the task waits for others, for all of them', () => {
    const deadline = begun();
    deadline.pause();
    deadline.pause();
    deadline.resume(1);
    deadline.renew(1);
    vi.advanceTimersByTime(60_000);
    expect(onOverdue).not.toHaveBeenCalled();
    deadline.resume(1);
    vi.advanceTimersByTime(1_000);
    expect(onOverdue).toHaveBeenCalledTimes(1);
  });

  it('is over for good once the task has ended, also for what it still waits for', () => {
    const deadline = begun();
    deadline.pause();
    deadline.stop();
    deadline.resume(1);
    vi.advanceTimersByTime(60_000);
    expect(onOverdue).not.toHaveBeenCalled();
  });
});
