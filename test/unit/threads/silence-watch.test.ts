import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSilenceWatch } from '../../../src/threads/silence-watch.js';

let busy = false;
const onSilence = vi.fn();
const make = () => createSilenceWatch(1_000, () => busy, onSilence);

beforeEach(() => {
  vi.useFakeTimers();
  onSilence.mockClear();
  busy = false;
});
afterEach(() => vi.useRealTimers());

describe('a watch over something that may hang', () => {
  it('says nothing of what has nothing to do', () => {
    make().note(true);
    vi.advanceTimersByTime(5_000);
    expect(onSilence).not.toHaveBeenCalled();
  });

  it('notices that it is silent while it has work', () => {
    const watch = make();
    busy = true;
    watch.note(false);
    vi.advanceTimersByTime(999);
    expect(onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });

  it('is put off by a sign of life, not by more work', () => {
    const watch = make();
    busy = true;
    watch.note(false);
    vi.advanceTimersByTime(600);
    watch.note(true);
    vi.advanceTimersByTime(600);
    expect(onSilence).not.toHaveBeenCalled();
    watch.note(false);
    vi.advanceTimersByTime(400);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });

  it('waits for as long as what it does waits for others', () => {
    const watch = make();
    busy = true;
    watch.note(false);
    busy = false;
    watch.note(true);
    vi.advanceTimersByTime(60_000);
    expect(onSilence).not.toHaveBeenCalled();
    busy = true;
    watch.note(true);
    vi.advanceTimersByTime(1_000);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });

  it('is silent itself after its stop', () => {
    const watch = make();
    busy = true;
    watch.note(false);
    watch.stop();
    vi.advanceTimersByTime(5_000);
    expect(onSilence).not.toHaveBeenCalled();
  });
});
