import { describe, expect, it } from 'vitest';
import { createTaskQueue } from '../../../src/inference/task-queue.js';

const queueOf = (quick = 100, other = 2) =>
  createTaskQueue<string>({ quick, usual: other, long: other }, (item) => ({
    lane: item.startsWith('row') ? 'quick' : item.startsWith('talk') ? 'long' : 'usual',
    background: item.endsWith('later'),
  }));
const ANY = { mayBeLong: true };

describe('the queue before the workers', () => {
  it('takes rows before pictures, each in their order', () => {
    const queue = queueOf();
    for (const item of ['film 1', 'row 1', 'film 2', 'row 2']) expect(queue.offer(item)).toBe(true);
    expect(queue.size).toBe(4);
    const taken = Array.from({ length: 5 }, () => queue.take(ANY));
    expect(taken).toEqual(['row 1', 'row 2', 'film 1', 'film 2', undefined]);
  });

  it('refuses a picture when pictures are full, and still takes rows', () => {
    const queue = queueOf(1, 1);
    expect(queue.offer('film 1')).toBe(true);
    expect(queue.offer('film 2')).toBe(false);
    expect(queue.offer('row 1')).toBe(true);
    expect(queue.offer('row 2')).toBe(false);
  });

  it('lets a picture through a stream of rows', () => {
    const queue = queueOf();
    queue.offer('film');
    for (let at = 0; at < 50; at += 1) queue.offer(`row ${at}`);
    const taken = Array.from({ length: 20 }, () => queue.take(ANY));
    expect(taken).toContain('film');
  });

  it('lets pictures and recordings take turns, and recordings wait for who may be gone long', () => {
    const queue = queueOf(100, 4);
    for (const item of ['film 1', 'film 2', 'film 3', 'talk 1', 'talk 2']) queue.offer(item);
    const taken = Array.from({ length: 5 }, () => queue.take(ANY));
    expect(taken).toEqual(['film 1', 'talk 1', 'film 2', 'talk 2', 'film 3']);
    queue.offer('talk 3');
    expect(queue.take({ mayBeLong: false })).toBeUndefined();
    expect(queue.size).toBe(1);
    expect(queue.take(ANY)).toBe('talk 3');
  });

  it('forgets what is removed and gives all that is left', () => {
    const queue = queueOf();
    for (const item of ['film', 'row 1', 'row 2']) queue.offer(item);
    expect(queue.remove('row 1')).toBe(true);
    expect(queue.remove('row 1')).toBe(false);
    expect(queue.drain()).toEqual(['row 2', 'film']);
    expect(queue.size).toBe(0);
  });

  it('gives what nobody waits for only to who asks for it, pictures before recordings', () => {
    const queue = queueOf();
    for (const item of ['talk later', 'row later', 'film later', 'film']) queue.offer(item);
    expect(queue.size).toBe(4);
    expect([queue.take(ANY), queue.take(ANY)]).toEqual(['film', undefined]);
    const short = { mayBeLong: false };
    const taken = Array.from({ length: 3 }, () => queue.takeBackground(short));
    expect(taken).toEqual(['row later', 'film later', undefined]);
    expect(queue.takeBackground(ANY)).toBe('talk later');
  });

  it('takes the background even where much else is full, and drains it', () => {
    const queue = queueOf(1, 1);
    queue.offer('film');
    expect(queue.offer('film 2')).toBe(false);
    expect(queue.offer('film later')).toBe(true);
    expect(queue.remove('film later')).toBe(true);
    queue.offer('talk later');
    expect(queue.drain().sort()).toEqual(['film', 'talk later']);
  });

  it('says when the background has waited for long enough, and begins to count anew', () => {
    const queue = queueOf(100, 100);
    for (let at = 0; at < 40; at += 1) queue.offer(`film ${at}`);
    for (let at = 0; at < 20; at += 1) queue.take(ANY);
    expect(queue.backgroundIsDue()).toBe(false);
    queue.offer('film later');
    expect(queue.backgroundIsDue()).toBe(true);
    queue.takeBackground(ANY);
    queue.offer('film 2 later');
    expect(queue.backgroundIsDue()).toBe(false);
    for (let at = 0; at < 16; at += 1) queue.take(ANY);
    expect(queue.backgroundIsDue()).toBe(true);
  });
});
