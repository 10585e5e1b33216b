import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../src/core/random.js';
import {
  DestinationPause,
  moveAfter,
  pauseMs,
} from '../../../../src/operations/pacs/send-schedule.js';

const NOW = Date.UTC(2026, 5, 1, 12);
const middle = () => 0.5;

describe('the pause after an attempt', () => {
  it('grows from seconds to an hour', () => {
    const pauses = Array.from({ length: 14 }, (_, n) => pauseMs(n + 1, middle));
    expect(pauses.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000]);
    expect(pauses.at(-1)).toBe(3_600_000);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  });

  it('is a quarter longer or shorter by chance', () => {
    const random = createRandom(1);
    const pauses = Array.from({ length: 1_000 }, () => pauseMs(20, random) / 3_600_000);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0.75);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1.25);
    expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(0.4);
  });
});

describe('an object after an attempt', () => {
  const send = { id: 7, attempts: 2 };

  it('was sent, with a warning or without', () => {
    expect(moveAfter(send, { kind: 'sent' }, NOW, middle)).toEqual({
      id: 7,
      from: ['sending'],
      to: 'sent',
      at: NOW,
      attempts: 1,
    });
    const warned = moveAfter(send, { kind: 'sent', reason: 'status_B000' }, NOW, middle);
    expect(warned).toMatchObject({ to: 'sent', reason: 'status_B000' });
  });

  it('has failed where it was refused for good', () => {
    const move = moveAfter(send, { kind: 'refused', reason: 'status_0122' }, NOW, middle);
    expect(move).toMatchObject({ to: 'failed', reason: 'status_0122' });
    expect(move.nextAt).toBeUndefined();
  });

  it('waits where it was not taken now', () => {
    const move = moveAfter(send, { kind: 'not-now', reason: 'no_connection' }, NOW, middle);
    expect(move).toMatchObject({ to: 'queued', reason: 'no_connection', nextAt: NOW + 20_000 });
  });
});

describe('a destination', () => {
  it('rests after failures for five minutes at most, and not after it has answered', () => {
    const pause = new DestinationPause(middle);
    expect(pause.until).toBe(0);
    const waits = Array.from({ length: 10 }, () => {
      pause.note('not-now', NOW);
      return pause.until - NOW;
    });
    expect(waits.slice(0, 2)).toEqual([5_000, 10_000]);
    expect(waits.at(-1)).toBe(300_000);
    pause.note('refused', NOW);
    expect(pause.until).toBe(0);
    pause.note('not-now', NOW);
    expect(pause.until - NOW).toBe(5_000);
  });
});
