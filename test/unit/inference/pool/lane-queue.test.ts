import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LaneQueue, type WorkKind } from '../../../../src/inference/pool/lane-queue.js';

interface Item {
  readonly name: string;
  readonly kind: WorkKind;
}

const item = (name: string): Item => ({
  name,
  kind: {
    lane: name.startsWith('row') ? 'quick' : name.startsWith('talk') ? 'long' : 'usual',
    background: name.endsWith('later'),
  },
});

const queueOf = (quick = 100, other = 2) =>
  new LaneQueue<Item>({ quick, usual: other, long: other });
const ANY = { foreground: true, background: true };
const SHORT = { foreground: false, background: false };
const fill = (queue: LaneQueue<Item>, ...names: string[]) =>
  names.map((name) => queue.offer(item(name)));
const takeAll = (queue: LaneQueue<Item>, times: number, allowed = ANY) =>
  Array.from({ length: times }, () => queue.take(allowed)?.name);

describe('the queue before the workers', () => {
  it('takes rows before pictures, each in their order', () => {
    const queue = queueOf();
    expect(fill(queue, 'film 1', 'row 1', 'film 2', 'row 2')).toEqual([true, true, true, true]);
    expect(queue.size).toBe(4);
    expect(takeAll(queue, 5)).toEqual(['row 1', 'row 2', 'film 1', 'film 2', undefined]);
  });

  it('refuses a picture when pictures are full, and still takes rows', () => {
    const queue = queueOf(1, 1);
    expect(fill(queue, 'film 1', 'film 2', 'row 1', 'row 2')).toEqual([true, false, true, false]);
  });

  it('lets a picture through a stream of rows', () => {
    const queue = queueOf();
    fill(queue, 'film', ...Array.from({ length: 50 }, (_, at) => `row ${at}`));
    expect(takeAll(queue, 17).indexOf('film')).toBe(16);
  });

  it('lets pictures and recordings take turns, and recordings wait for who may be gone long', () => {
    const queue = queueOf(100, 4);
    fill(queue, 'film 1', 'film 2', 'film 3', 'talk 1', 'talk 2');
    expect(takeAll(queue, 5)).toEqual(['film 1', 'talk 1', 'film 2', 'talk 2', 'film 3']);
    fill(queue, 'talk 3');
    expect(takeAll(queue, 1, SHORT)).toEqual([undefined]);
    expect(queue.size).toBe(1);
    expect(takeAll(queue, 1)).toEqual(['talk 3']);
  });

  it('forgets what is removed and gives all that is left', () => {
    const queue = queueOf();
    const row = item('row 1');
    queue.offer(row);
    fill(queue, 'film', 'row 2');
    expect([queue.remove(row), queue.remove(row)]).toEqual([true, false]);
    expect(queue.drain().map(({ name }) => name)).toEqual(['row 2', 'film']);
    expect(queue.size).toBe(0);
  });

  it('returns background work last, pictures before recordings', () => {
    const queue = queueOf();
    fill(queue, 'talk later', 'row later', 'film later', 'film');
    expect(queue.takeForeground(true)?.name).toBe('film');
    expect(queue.takeForeground(true)).toBeUndefined();
    fill(queue, 'film');
    expect(takeAll(queue, 4, SHORT)).toEqual(['film', 'row later', 'film later', undefined]);
    expect(takeAll(queue, 1)).toEqual(['talk later']);
  });

  it('takes the background even where much else is full, and drains it', () => {
    const queue = queueOf(1, 1);
    const later = item('film later');
    expect(fill(queue, 'film', 'film 2')).toEqual([true, false]);
    expect(queue.offer(later)).toBe(true);
    expect(queue.remove(later)).toBe(true);
    fill(queue, 'talk later');
    expect(queue.drain().map(({ name }) => name)).toEqual(['film', 'talk later']);
  });

  it('takes background work after sixteen others, and resets the count', () => {
    const queue = queueOf(100, 100);
    fill(queue, ...Array.from({ length: 40 }, (_, at) => `film ${at}`), 'film later', 'b later');
    const taken = takeAll(queue, 34);
    expect(taken.indexOf('film later')).toBe(16);
    expect(taken.indexOf('b later')).toBe(33);
  });
});

describe('whatever waits', () => {
  const names = fc.array(
    fc.constantFrom('row', 'film', 'talk', 'row later', 'film later', 'talk later'),
    { maxLength: 80 },
  );

  it('is taken, once, in the order of its line', () => {
    fc.assert(
      fc.property(names, (offered) => {
        const queue = queueOf(100, 100);
        const items = offered.map((name, at) => ({ ...item(name), at }));
        for (const one of items) queue.offer(one);
        const taken = offered.map(() => queue.take(ANY)) as typeof items;
        expect(queue.take(ANY)).toBeUndefined();
        expect(new Set(taken).size).toBe(items.length);
        for (const name of ['row', 'film', 'talk', 'talk later']) {
          const places = taken.filter((one) => one.name === name).map(({ at }) => at);
          expect(places).toEqual([...places].sort((a, b) => a - b));
        }
      }),
    );
  });

  it('is not long work where none is allowed', () => {
    fc.assert(
      fc.property(names, (offered) => {
        const queue = queueOf(100, 100);
        fill(queue, ...offered);
        const taken = offered.map(() => queue.take(SHORT)?.kind.lane);
        expect(taken).not.toContain('long');
        expect(queue.size).toBe(offered.filter((name) => name.startsWith('talk')).length);
      }),
    );
  });
});
