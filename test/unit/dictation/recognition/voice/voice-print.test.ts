import { describe, expect, it } from 'vitest';
import { medianPitch } from '../../../../../src/dictation/recognition/voice/median-pitch.js';
import { voicePrint } from '../../../../../src/dictation/recognition/voice/voice-print.js';

/** Harmonics of a pitch, each weaker than the one before. */
const voice = (hertz: number, seconds = 1, slope = 1) =>
  Float32Array.from({ length: seconds * 16_000 }, (_, i) => {
    let sum = 0;
    for (let k = 1; k * hertz < 4_000; k += 1) {
      sum += Math.sin((2 * Math.PI * k * hertz * i) / 16_000 + k) / k ** slope;
    }
    return 0.2 * sum;
  });

function noise(seconds: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: seconds * 16_000 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 1_073_741_823.5 - 1;
  });
}

describe('medianPitch', () => {
  it.each([80, 110, 150, 220, 310])('finds %d Hz', (hertz) => {
    expect(Math.abs(medianPitch(voice(hertz)) / hertz - 1)).toBeLessThan(0.03);
  });

  it('finds none in noise, in silence, and in next to nothing', () => {
    expect(medianPitch(noise(1))).toBe(0);
    expect(medianPitch(new Float32Array(16_000))).toBe(0);
    expect(medianPitch(new Float32Array(100))).toBe(0);
  });
});

describe('voicePrint', () => {
  it('is 40 bands and a pitch, whatever stands still before and after', () => {
    const spoken = voice(120);
    const padded = new Float32Array(48_000);
    padded.set(spoken, 16_000);
    const [alone, within] = [voicePrint(spoken), voicePrint(padded)];
    expect(alone).toHaveLength(41);
    expect(alone[40]).toBeCloseTo(within[40]!, 0);
    for (let band = 0; band < 30; band += 1) {
      expect(Math.abs(alone[band]! - within[band]!)).toBeLessThan(0.5);
    }
  });

  it('distinguishes a dull voice from a bright one', () => {
    const tilt = (print: readonly number[]) => print[30]! - print[5]!;
    expect(tilt(voicePrint(voice(120, 1, 2)))).toBeLessThan(tilt(voicePrint(voice(120))) - 2);
  });

  it('is nothing for less than a frame', () => {
    expect(voicePrint(new Float32Array(300))).toEqual([]);
  });
});
