import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attackOf } from '../../../../../src/dictation/recognition/activity/attack.js';
import { gaussianFrom } from '../../../../support/no-speech.js';

const RATE = 16_000;

/** Sounds that begin at once and die away, four a second. */
function struck(seconds: number): Float32Array {
  const gaussian = gaussianFrom(5);
  return Float32Array.from({ length: seconds * RATE }, (_, i) => {
    const t = (i / RATE) % 0.25;
    return 0.3 * gaussian() * Math.exp(-14 * t);
  });
}

describe('the attack of a sound', () => {
  it('is above nought where it begins suddenly and dies away', () => {
    expect(attackOf(struck(4))).toBeGreaterThan(1);
  });

  it('turns its sign when the sound is played backwards', () => {
    const sound = struck(4);
    expect(attackOf(sound.slice().reverse())).toBeCloseTo(-attackOf(sound), 1);
  });

  it('is about nought for steady noise', () => {
    const noise = Float32Array.from({ length: 8 * RATE }, gaussianFrom(3));
    expect(Math.abs(attackOf(noise))).toBeLessThan(0.4);
  });

  it('does not hang on how loud the sound is', () => {
    const sound = struck(3);
    const faint = sound.map((value) => value / 20);
    expect(attackOf(faint)).toBeCloseTo(attackOf(sound), 2);
  });

  it('is nought where nothing sounds, or too little', () => {
    expect(attackOf(new Float32Array(RATE))).toBe(0);
    expect(attackOf(struck(1).slice(0, 3_000))).toBe(0);
    expect(attackOf(new Float32Array(0))).toBe(0);
  });

  it('lies between -2 and 2 for any sound', () => {
    const samples = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { maxLength: 8_000 });
    fc.assert(
      fc.property(samples, (values) => {
        const attack = attackOf(Float32Array.from(values));
        expect(Math.abs(attack)).toBeLessThanOrEqual(2);
      }),
      { numRuns: 30 },
    );
  });
});
