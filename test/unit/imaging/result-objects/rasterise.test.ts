import { describe, expect, test } from 'vitest';
import { ringArea } from '../../../../src/core/contours.js';
import {
  packBits,
  type Ring,
  rasterise,
} from '../../../../src/imaging/result-objects/rasterise.js';

const count = (mask: Uint8Array) => mask.reduce((sum, value) => sum + value, 0);

const rectangle = (x: number, y: number, width: number, height: number): Ring => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

/** Repeatable numbers, 0..1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A ring around a middle that does not cross itself. */
function star(random: () => number, middle: number, largest: number): Ring {
  const corners = 5 + Math.floor(random() * 40);
  return Array.from({ length: corners }, (_, at) => {
    const angle = (at / corners) * 2 * Math.PI;
    const radius = largest * (0.3 + 0.7 * random());
    return [middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)] as const;
  });
}

function perimeter(ring: Ring): number {
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
    return sum + Math.hypot(nextX - x, nextY - y);
  }, 0);
}

describe('rasterising outlines', () => {
  test('sets the pixels whose middles are inside', () => {
    expect([...rasterise([rectangle(1, 1, 2, 1)], 3, 4)]).toEqual([
      0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0,
    ]);
    // Not those whose middles are outside, however near.
    expect(count(rasterise([rectangle(1.51, 1.51, 0.98, 0.98)], 4, 4))).toBe(0);
    expect(count(rasterise([rectangle(1.4, 1.4, 0.2, 0.2)], 4, 4))).toBe(1);
  });

  test('leaves holes', () => {
    const mask = rasterise([rectangle(0, 0, 8, 8), rectangle(2, 2, 4, 4)], 8, 8);
    expect(count(mask)).toBe(64 - 16);
    expect(mask[3 * 8 + 3]).toBe(0);
  });

  test('cuts off what is beyond the picture', () => {
    expect(count(rasterise([rectangle(-5, -5, 100, 100)], 6, 7))).toBe(42);
    expect(count(rasterise([rectangle(20, 20, 5, 5)], 6, 7))).toBe(0);
  });

  test('is the area of the ring within the pixels that its border crosses, for 300 rings', () => {
    const random = numbers(7);
    for (let at = 0; at < 300; at += 1) {
      const ring = star(random, 64, 60);
      const difference = Math.abs(count(rasterise([ring], 128, 128)) - ringArea(ring));
      // The errors of the pixels on the border are as often too much as too little.
      expect(difference).toBeLessThan(2 * Math.sqrt(perimeter(ring)));
    }
  });

  test('gives a pixel between two rings with a common border to one of them', () => {
    const random = numbers(11);
    for (let at = 0; at < 100; at += 1) {
      const x = 5 + random() * 20;
      const left = rasterise([rectangle(2, 2, x - 2, 20)], 24, 32);
      const right = rasterise([rectangle(x, 2, 30 - x, 20)], 24, 32);
      expect(count(left) + count(right)).toBe(28 * 20);
    }
  });
});

test('bits are packed without gaps between the masks, the first in the lowest bit', () => {
  expect([...packBits([Uint8Array.of(1, 0, 1), Uint8Array.of(1, 1, 0, 0, 0, 0, 1)])]).toEqual([
    0b0001_1101, 0b10,
  ]);
});
