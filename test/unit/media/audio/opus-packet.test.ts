import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opusSamples } from '../../../../src/media/audio/opus-packet.js';

const packet = (toc: number, ...rest: number[]) => Uint8Array.of(toc, ...rest);

describe('the length of an Opus packet', () => {
  it('follows the table of configurations (RFC 6716 section 3.1)', () => {
    const toc = (configuration: number) => configuration << 3;
    expect([0, 1, 2, 3].map((c) => opusSamples(packet(toc(c), 0)))).toEqual([480, 960, 1920, 2880]);
    expect([12, 13].map((c) => opusSamples(packet(toc(c), 0)))).toEqual([480, 960]);
    expect([28, 29, 30, 31].map((c) => opusSamples(packet(toc(c), 0)))).toEqual([
      120, 240, 480, 960,
    ]);
  });

  it('counts two frames, and many', () => {
    expect(opusSamples(packet(0xf9, 1, 1, 2, 2))).toBe(1920);
    expect(opusSamples(packet(0xfa, 1, 9, 8, 8))).toBe(1920);
    expect(opusSamples(packet(0xfb, 3, 1, 2, 3))).toBe(2880);
    expect(opusSamples(packet(0xfb, 0x83, 1, 1, 7, 7, 7))).toBe(2880);
    expect(opusSamples(packet(0xfb, 0x43, 2, 1, 2, 3, 0, 0))).toBe(2880);
  });

  it.each([
    ['nothing', []],
    ['two equal frames of an odd length', [0xf9, 1, 2, 3]],
    ['a first frame longer than the packet', [0xfa, 200, 1]],
    ['a count of none', [0xfb, 0]],
    ['more than 120 ms', [0xfb, 7, 0, 0, 0, 0, 0, 0, 0]],
    ['frames that do not come out even', [0xfb, 2, 1, 2, 3]],
    ['more padding than packet', [0xfb, 0x41, 255, 255, 1]],
  ])('is none for %s', (_, content) => {
    expect(opusSamples(Uint8Array.from(content))).toBe(0);
  });

  it('is never more than 120 ms', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(opusSamples(bytes)).toBeLessThanOrEqual(5760);
        expect(opusSamples(bytes)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
