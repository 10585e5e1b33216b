import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLogMel } from '../../../../../src/dictation/recognition/features/log-mel.js';

interface Golden {
  readonly name: string;
  /** int16, little-endian, in base64. */
  readonly samples: string;
  readonly frames: number;
  readonly features: readonly number[];
}

/** Written by `scripts/train/dictation/features_golden.py`, with the code that training uses. */
const FIXTURE = join(import.meta.dirname, '../../../../fixtures/speech/features.json');
const { cases } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as { cases: Golden[] };

/**
 * Training computes in single precision. Between the overtones of a pure chirp lies nothing but its
 * rounding, 140 dB below the rest; sounds with a little noise in them have no such gaps.
 */
const ROUNDING: Readonly<Record<string, number>> = { chirp: 0.02 };

const features = createLogMel({
  windowSamples: 400,
  hopSamples: 160,
  fft: 512,
  mels: 80,
  lowHz: 20,
  highHz: 7600,
  melScale: 'htk',
  areaNormalised: false,
  preEmphasis: 0.97,
  framing: 'inside',
  floor: 1e-10,
  floorMode: 'max',
  normalise: 'one_deviation',
});

describe('features in service and in training', () => {
  it.each(cases)('are the same for $name', ({ name, samples, frames, features: expected }) => {
    const bytes = Buffer.from(samples, 'base64');
    const sound = Float32Array.from(
      { length: bytes.length / 2 },
      (_, i) => bytes.readInt16LE(2 * i) / 32_768,
    );
    const made = features(sound);
    expect(made.frames).toBe(frames);
    expect(made.values).toHaveLength(expected.length);
    const apart = Array.from(made.values, (value, i) => Math.abs(value - expected[i]!));
    expect(Math.max(0, ...apart)).toBeLessThanOrEqual(ROUNDING[name] ?? 1e-3);
  });

  it('are compared for sounds of more than one kind', () => {
    expect(cases.length).toBeGreaterThan(4);
    expect(cases.some(({ frames }) => frames === 0)).toBe(true);
  });
});
