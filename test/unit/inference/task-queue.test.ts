import { describe, expect, it } from 'vitest';
import { createTaskQueue } from '../../../src/inference/task-queue.js';

const queueOf = (quick = 100, other = 2) =>
  createTaskQueue<string>({ quick, usual: other, long: other }, (item) =>
    item.startsWith('row') ? 'quick' : item.startsWith('talk') ? 'long' : 'usual',
  );
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
});
