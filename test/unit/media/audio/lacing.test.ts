import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHead, readVint } from '../../../../src/media/audio/webm/ebml.js';
import { LACINGS, unlaced } from '../../../../src/media/audio/webm/lacing.js';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('EBML', () => {
  it('reads numbers as RFC 8794 tabulates them', () => {
    expect(readVint(bytes(0x82), 0)).toEqual([2, 1]);
    expect(readVint(bytes(0x40, 0x02), 0)).toEqual([2, 2]);
    expect(readVint(bytes(0x10, 0, 0, 2), 0)).toEqual([2, 4]);
    expect(readVint(bytes(0xff), 0)).toEqual([null, 1]);
    expect(readVint(bytes(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), 0)).toEqual([null, 8]);
    expect(readVint(bytes(0x40), 0)).toBeNull();
    expect(readVint(bytes(0), 0)).toBeNull();
  });

  it('reads heads of known and unknown length', () => {
    expect(readHead(bytes(0x1a, 0x45, 0xdf, 0xa3, 0x9f), 0)).toEqual({
      id: 0x1a45dfa3,
      head: 5,
      size: 31,
    });
    expect(readHead(bytes(0x1f, 0x43, 0xb6, 0x75, 0xff), 0)).toEqual({
      id: 0x1f43b675,
      head: 5,
      size: null,
    });
    expect(readHead(bytes(0x05, 0x81), 0)).toBeNull();
  });
});

describe('lacing', () => {
  /** The example of RFC 9559 section 10.3: frames of 800, 500 and 1000 bytes. */
  const frames = [800, 500, 1000].map((length, i) => new Uint8Array(length).fill(i + 1));
  const body = Buffer.concat(frames);

  it.each([
    ['xiph', [2, 255, 255, 255, 35, 255, 245]],
    ['ebml', [2, 0x43, 0x20, 0x5e, 0xd3]],
  ] as const)('takes %s lacing apart as the specification shows it', (lacing, sizes) => {
    const found = unlaced(Buffer.concat([bytes(...sizes), body]), lacing);
    expect(found?.map((frame) => [frame.length, frame[0]])).toEqual([
      [800, 1],
      [500, 2],
      [1000, 3],
    ]);
  });

  it('takes equal frames apart, and leaves a single one', () => {
    const three = unlaced(bytes(2, 7, 7, 8, 8, 9, 9), 'fixed');
    expect(three?.map((frame) => [...frame])).toEqual([
      [7, 7],
      [8, 8],
      [9, 9],
    ]);
    expect(unlaced(bytes(1, 2, 3), 'none')).toEqual([bytes(1, 2, 3)]);
    expect(unlaced(bytes(1, 2, 3, 4), 'fixed')).toBeNull();
  });

  it('never gives more than there is', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(...LACINGS),
        (content, lacing) => {
          const found = unlaced(content, lacing) ?? [];
          const sum = found.reduce((total, frame) => total + frame.length, 0);
          expect(sum).toBeLessThanOrEqual(content.length);
        },
      ),
    );
  });
});
