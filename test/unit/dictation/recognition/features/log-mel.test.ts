import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createLogMel,
  type LogMelOptions,
} from '../../../../../src/dictation/recognition/features/log-mel.js';

const MEL_BINS = 80;
/** What the shipped dictation model was trained on. */
const DICTATION: LogMelOptions = {
  windowSamples: 400,
  hopSamples: 160,
  fft: 512,
  mels: MEL_BINS,
  lowHz: 20,
  highHz: 7600,
  melScale: 'htk',
  areaNormalised: false,
  preEmphasis: 0.97,
  framing: 'inside',
  floor: 1e-10,
  floorMode: 'max',
  normalise: 'none',
};
const logMel = createLogMel(DICTATION);
const normalised = createLogMel({ ...DICTATION, normalise: 'one_deviation' });

/** A tone that rises from 100 Hz to 7 kHz, with a little of everything under it. */
function sweep(samples: number): Float32Array {
  let noise = 1;
  return Float32Array.from({ length: samples }, (_, i) => {
    noise = (noise * 48_271) % 2_147_483_647;
    const seconds = i / 16_000;
    const whole = samples / 16_000;
    const phase = 2 * Math.PI * (100 * seconds + (3450 * seconds * seconds) / whole);
    return 0.4 * Math.sin(phase) + 0.02 * (noise / 1_073_741_823.5 - 1);
  });
}

const mel = (hertz: number) => 2595 * Math.log10(1 + hertz / 700);
const hertz = (mels: number) => 700 * (10 ** (mels / 2595) - 1);

/** The same features in the plainest words: no fast transform, every filter at every bin. */
function plainly(samples: Float32Array): number[][] {
  const edges = Array.from({ length: 82 }, (_, i) =>
    hertz(mel(20) + (i * (mel(7600) - mel(20))) / 81),
  );
  const sharp = Array.from(samples, (x, i) => x - 0.97 * (samples[Math.max(0, i - 1)] ?? 0));
  return Array.from({ length: Math.floor((samples.length - 400) / 160) + 1 }, (_, frame) => {
    const power = Array.from({ length: 257 }, (_, k) => {
      let [re, im] = [0, 0];
      for (let n = 0; n < 400; n += 1) {
        const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / 400);
        const value = window * sharp[frame * 160 + n]!;
        re += value * Math.cos((2 * Math.PI * k * n) / 512);
        im -= value * Math.sin((2 * Math.PI * k * n) / 512);
      }
      return re * re + im * im;
    });
    return Array.from({ length: 80 }, (_, m) => {
      const [left, top, right] = edges.slice(m, m + 3) as [number, number, number];
      const energy = power.reduce((sum, value, k) => {
        const at = (k * 16_000) / 512;
        const weight = Math.min((at - left) / (top - left), (right - at) / (right - top));
        return sum + Math.max(0, weight) * value;
      }, 0);
      return Math.log(Math.max(energy, 1e-10));
    });
  });
}

describe('logMel', () => {
  it('is what the recipe says', () => {
    const samples = sweep(1_600);
    const expected = plainly(samples);
    const { frames, values } = logMel(samples);
    expect(frames).toBe(8);
    for (const [frame, row] of expected.entries()) {
      for (const [bin, value] of row.entries()) {
        expect(values[frame * MEL_BINS + bin]).toBeCloseTo(value, 3);
      }
    }
  });

  it('follows a rising tone upwards', () => {
    const { frames, values } = logMel(sweep(16_000));
    const loudest = Array.from({ length: frames }, (_, frame) => {
      const row = Array.from(values.subarray(frame * MEL_BINS, (frame + 1) * MEL_BINS));
      return row.indexOf(Math.max(...row));
    });
    for (let i = 5; i < frames; i += 5) expect(loudest[i]).toBeGreaterThanOrEqual(loudest[i - 5]!);
    expect(loudest[0]).toBeLessThan(8);
    expect(loudest[frames - 1]).toBeGreaterThan(70);
  });

  it('gives a frame every 10 ms once there are 25 ms', () => {
    const counts = [0, 399, 400, 559, 560, 16_000].map((n) => logMel(new Float32Array(n)).frames);
    expect(counts).toEqual([0, 0, 1, 1, 2, 98]);
    expect(logMel(new Float32Array(399))).toEqual({ frames: 0, values: new Float32Array(0) });
  });

  it('hears silence as its floor', () => {
    const { values } = logMel(new Float32Array(800));
    expect(values.every((value) => Math.abs(value - Math.log(1e-10)) < 1e-4)).toBe(true);
  });
});

describe('normalised', () => {
  it('leaves each band a mean of 0, and all of them one deviation of 1', () => {
    const { frames, values } = normalised(sweep(16_000));
    for (let bin = 0; bin < MEL_BINS; bin += 1) {
      let sum = 0;
      for (let frame = 0; frame < frames; frame += 1) sum += values[frame * MEL_BINS + bin]!;
      expect(Math.abs(sum / frames)).toBeLessThan(1e-4);
    }
    const squares = values.reduce((sum, value) => sum + value * value, 0);
    expect(squares / values.length).toBeCloseTo(1, 4);
  });

  it('does not care how loud it was', () => {
    const samples = sweep(8_000);
    const loud = normalised(samples);
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 2, noNaN: true }), (gain) => {
        const changed = normalised(samples.map((value) => value * gain));
        for (const [i, value] of loud.values.entries()) {
          expect(Math.abs(changed.values[i]! - value)).toBeLessThan(1e-3);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('makes nothing of silence, and takes none', () => {
    const silence = normalised(new Float32Array(16_000));
    expect(silence.values.every((value) => Math.abs(value) < 0.01)).toBe(true);
    expect(normalised(new Float32Array(10)).frames).toBe(0);
  });
});

describe('features of other makes', () => {
  const samples = sweep(16_000);

  it('centres a frame around every hop, with zeros beyond both ends', () => {
    const padded = createLogMel({ ...DICTATION, framing: 'padded', preEmphasis: 0 });
    const inside = createLogMel({ ...DICTATION, preEmphasis: 0 });
    const { frames, values } = padded(samples);
    expect(frames).toBe(101);
    // The frame around sample 320 begins at 320 - 256 + 56 = 120.
    const same = inside(samples.subarray(120)).values.subarray(0, MEL_BINS);
    values.subarray(2 * MEL_BINS, 3 * MEL_BINS).forEach((value, i) => {
      expect(value).toBeCloseTo(same[i]!, 2);
    });
    expect(padded(new Float32Array(0)).frames).toBe(0);
  });

  it('gives each band a deviation of its own', () => {
    const { frames, values } = createLogMel({ ...DICTATION, normalise: 'per_band' })(samples);
    for (const band of [0, 20, 79]) {
      const row = Array.from({ length: frames }, (_, t) => values[t * MEL_BINS + band]!);
      const squares = row.reduce((sum, value) => sum + value * value, 0);
      expect(squares / (frames - 1)).toBeCloseTo(1, 3);
    }
  });

  it('weighs filters by their area, on a scale of its own', () => {
    const slaney = createLogMel({ ...DICTATION, melScale: 'slaney', areaNormalised: true });
    const plain = createLogMel({ ...DICTATION, melScale: 'slaney' });
    const [weighed, even] = [slaney(samples).values, plain(samples).values];
    // ln(2 / width) in Hz: the same in every frame, less the wider the band.
    const differenceOf = (band: number) => weighed[band]! - even[band]!;
    expect(weighed[MEL_BINS + 79]! - even[MEL_BINS + 79]!).toBeCloseTo(differenceOf(79), 3);
    expect(differenceOf(0)).toBeGreaterThan(differenceOf(79));
  });

  it('adds the floor where that is the way', () => {
    const added = createLogMel({ ...DICTATION, floor: 2 ** -24, floorMode: 'add' });
    const { values } = added(new Float32Array(800));
    expect(values.every((value) => Math.abs(value - Math.log(2 ** -24)) < 1e-4)).toBe(true);
  });
});
