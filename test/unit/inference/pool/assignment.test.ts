import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  freeWorker,
  longAllowed,
  sharedWorker,
  type WorkerState,
} from '../../../../src/inference/pool/assignment.js';
import type { WorkKind } from '../../../../src/inference/pool/lane-queue.js';

const FILM: WorkKind = { lane: 'usual', background: false };
const TALK: WorkKind = { lane: 'long', background: false };
const LATER: WorkKind = { lane: 'long', background: true };
const up = (...inHand: WorkKind[]): WorkerState => ({ up: true, inHand });
const DOWN: WorkerState = { up: false, inHand: [] };

const anyKind = fc.record({
  lane: fc.constantFrom('quick', 'usual', 'long'),
  background: fc.boolean(),
}) as fc.Arbitrary<WorkKind>;
const anyWorkers = fc.array(
  fc.record({ up: fc.boolean(), inHand: fc.array(anyKind, { maxLength: 3 }) }),
  { maxLength: 6 },
);

describe('the choice of a worker', () => {
  it('falls on the one with the least in hand, of equal ones the first', () => {
    expect(freeWorker([up(FILM), up(), up()], 1)).toBe(1);
    expect(freeWorker([up(FILM), up(FILM)], 1)).toBeUndefined();
    expect(freeWorker([up(FILM), up(FILM)], 2)).toBe(0);
    expect(freeWorker([up(FILM, FILM), up(FILM)], 2)).toBe(1);
    expect(freeWorker([DOWN], 2)).toBeUndefined();
  });

  it('never falls on one that is down or full, and finds one wherever there is one', () => {
    fc.assert(
      fc.property(anyWorkers, fc.integer({ min: 1, max: 3 }), (workers, capacity) => {
        const chosen = freeWorker(workers, capacity);
        const free = workers.filter(({ up: is, inHand }) => is && inHand.length < capacity);
        if (chosen === undefined) {
          expect(free).toEqual([]);
          return;
        }
        const least = Math.min(...free.map(({ inHand }) => inHand.length));
        expect(free).toContain(workers[chosen]);
        expect(workers[chosen]?.inHand.length).toBe(least);
      }),
    );
  });

  it('lets long background work share its worker with one more task', () => {
    expect(sharedWorker([up(LATER)], 1)).toBe(0);
    expect(sharedWorker([up(TALK), up(FILM), up(), DOWN], 1)).toBeUndefined();
    expect(sharedWorker([up(LATER, FILM)], 1)).toBeUndefined();
  });
});

describe('work of minutes', () => {
  it('leaves one worker to everybody else, where there is more than one', () => {
    expect(longAllowed([up()]).foreground).toBe(true);
    expect(longAllowed([up(TALK), up()]).foreground).toBe(false);
    expect(longAllowed([up(TALK), up(), up()]).foreground).toBe(true);
  });

  it('does not wait for background work, but background work waits for it', () => {
    expect(longAllowed([up(LATER), up()])).toEqual({ foreground: true, background: false });
    expect(longAllowed([up(TALK), up()])).toEqual({ foreground: false, background: false });
  });

  it('is never on all of several workers by the rule', () => {
    fc.assert(
      fc.property(anyWorkers, (workers) => {
        const long = workers.filter(({ inHand }) => inHand.some(({ lane }) => lane === 'long'));
        const allowed = longAllowed(workers);
        if (workers.length > 1 && allowed.background) {
          expect(long.length).toBeLessThan(workers.length - 1);
        }
        expect(allowed.foreground || !allowed.background).toBe(true);
      }),
    );
  });
});
