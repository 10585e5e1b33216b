import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { glideSamples } from '../../../../scripts/samples/audio/glide.js';
import { wavFile } from '../../../../scripts/samples/audio/wav-file.js';
import { AudioFault } from '../../../../src/media/audio/audio-fault.js';
import { audioFixture, decodeAudio, likeness } from '../../../support/decode-audio.js';
import { rounds } from '../../../support/rounds.js';

const GLIDE = glideSamples(2, 16_000);
const STREAMS = [
  'mono.flac',
  'flac.oga',
  'flac.mka',
  'constant.mp3',
  'bare.mp3',
  'stereo-vorbis.ogg',
  'stereo.opus',
  'opus.webm',
  'vorbis.webm',
];
/** Containers that tell where what comes next belongs. */
const TIMED = ['mono.flac', 'flac.oga', 'stereo-vorbis.ogg', 'stereo.opus', 'opus.webm'];

/** Where a file is hurt: Vorbis has long headers before its sound. */
const hurtAt = (name: string, length: number) =>
  Math.floor(length * (name.includes('vorbis') ? 0.75 : 0.5));

/** The best likeness within a millisecond: a container's clock may be no finer. */
function likenessNear(a: Float32Array, b: Float32Array): number {
  const lags = Array.from({ length: 33 }, (_, i) => i);
  return Math.max(...lags.map((lag) => likeness(a.subarray(16, a.length - 16), b.subarray(lag))));
}

function overwritten(bytes: Uint8Array, from: number, length: number): Uint8Array {
  const damaged = bytes.slice();
  for (let i = from; i < from + length; i += 1) damaged[i] = (i * 73) & 0xff;
  return damaged;
}

describe('a damaged recording', () => {
  it.each(STREAMS)('truncated %s returns the existing part, with a warning', async (name) => {
    const bytes = audioFixture(name);
    const { samples, notes } = await decodeAudio(bytes.subarray(0, Math.floor(bytes.length * 0.8)));
    expect(samples.length).toBeGreaterThan(8000);
    expect(samples.length).toBeLessThan(30_000);
    expect(notes).toContain('the file is truncated; the part before the end was used');
    const first = samples.subarray(0, 8000);
    expect(likeness(first, GLIDE)).toBeGreaterThan(name === 'bare.mp3' ? -1 : 0.9);
  });

  it.each(STREAMS)('%s with a damaged middle continues after it', async (name) => {
    const bytes = audioFixture(name);
    const { samples, notes } = await decodeAudio(
      overwritten(bytes, hurtAt(name, bytes.length), 300),
    );
    expect(samples.length).toBeGreaterThan(20_000);
    expect(notes.join()).toMatch(/damaged place|missing sound/);
  });

  it.each(TIMED)('%s keeps its time across a gap', async (name) => {
    const bytes = audioFixture(name);
    const { samples, notes } = await decodeAudio(
      overwritten(bytes, hurtAt(name, bytes.length), 300),
    );
    expect(Math.abs(samples.length - 32_000)).toBeLessThan(400);
    expect(notes.join()).toContain('missing sound');
    const end = samples.length - 4000;
    expect(likenessNear(samples.subarray(end), GLIDE.subarray(end))).toBeGreaterThan(0.9);
  });

  it('has nothing in it when only the header is left', async () => {
    for (const name of STREAMS) {
      const error = await decodeAudio(audioFixture(name).subarray(0, 60)).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(AudioFault);
    }
  });

  it('finds the sound of an MP3 that starts in the middle of a frame', async () => {
    const { samples } = await decodeAudio(audioFixture('bare.mp3').subarray(401));
    expect(samples.length).toBeGreaterThan(30_000);
  });

  it.each([...STREAMS, 'wav'])(
    '%s never does worse than a fault, whatever is changed in it',
    async (name) => {
      const original =
        name === 'wav'
          ? new Uint8Array(wavFile([GLIDE.subarray(0, 4000)], { rate: 16_000, tag: 1, bits: 16 }))
          : audioFixture(name);
      const change = fc.record({ at: fc.nat(original.length - 1), to: fc.nat(255) });
      const near = fc.record({ at: fc.nat(Math.min(400, original.length - 1)), to: fc.nat(255) });
      const length = fc.integer({ min: 1, max: original.length });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(change, near), { minLength: 1, maxLength: 12 }),
          fc.option(length),
          async (changes, cut) => {
            const bytes = original.slice(0, cut ?? original.length);
            for (const { at, to } of changes) if (at < bytes.length) bytes[at] = to;
            try {
              const { samples } = await decodeAudio(bytes, { maxSeconds: 120 });
              expect(samples.every((value) => value >= -1 && value <= 1)).toBe(true);
            } catch (error) {
              expect(error).toBeInstanceOf(AudioFault);
            }
          },
        ),
        { numRuns: rounds({ short: 10, long: 200 }) },
      );
    },
  );
});
