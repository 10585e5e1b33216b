import { describe, expect, it } from 'vitest';
import { glideSamples } from '../../../../scripts/samples/audio/glide.js';
import {
  riff,
  wavFile,
  wavFormat,
  wavSamples,
} from '../../../../scripts/samples/audio/wav-file.js';
import { AudioFault } from '../../../../src/media/audio/audio-fault.js';
import { deinterleave } from '../../../../src/media/audio/wav/samples.js';
import { decodeAudio, levelOf, likeness } from '../../../support/decode-audio.js';

const GLIDE = glideSamples(1, 16_000);
const PCM = { rate: 16_000, tag: 1, bits: 16 };
const data = wavSamples([GLIDE], PCM);
const format = wavFormat(1, PCM);

const fault = async (bytes: Uint8Array) => {
  const error = await decodeAudio(bytes).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AudioFault);
  return (error as AudioFault).message;
};

describe('WAV', () => {
  it.each([
    [1, 8, 2e-2],
    [1, 16, 1e-4],
    [1, 24, 1e-6],
    [1, 32, 1e-6],
    [3, 32, 1e-6],
    [3, 64, 1e-6],
  ])('format %i of %i bits comes out sample by sample', async (tag, bits, within) => {
    for (const extensible of [false, true]) {
      const { samples } = await decodeAudio(
        wavFile([GLIDE], { rate: 16_000, tag, bits, extensible }),
      );
      expect(samples).toHaveLength(GLIDE.length);
      const far = Math.max(...samples.map((value, i) => Math.abs(value - GLIDE[i]!)));
      expect(far).toBeLessThan(within);
    }
  });

  it('reads G.711 as the recommendation tabulates it', () => {
    // ITU-T G.711 tables 1a and 2a: ends of the first segments and the largest values.
    const [a] = deinterleave(
      Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a, 0x80),
      { coding: 'a-law', width: 1 },
      1,
    );
    expect([...a!].map((value) => value * 4096)).toEqual([1, -1, 4032, -4032, 688]);
    const [mu] = deinterleave(
      Uint8Array.of(0xff, 0x7f, 0x80, 0x00, 0xf0),
      { coding: 'mu-law', width: 1 },
      1,
    );
    expect([...mu!].map((value) => value * 8192 || 0)).toEqual([0, 0, 8031, -8031, 30]);
  });

  it('accepts RF64 with its lengths in another chunk, and unknown lengths', async () => {
    const ds64 = Buffer.alloc(28);
    ds64.writeBigUInt64LE(BigInt(data.length), 8);
    const rf64 = riff(
      [
        ['ds64', ds64],
        ['fmt ', format],
        ['data', data, 0xffffffff],
      ],
      'RF64',
    );
    const streamed = riff([
      ['fmt ', format],
      ['data', data, 0xffffffff],
    ]);
    const left = riff([
      ['fmt ', format],
      ['LIST', Buffer.alloc(7)],
      ['data', data, 0],
    ]);
    for (const bytes of [rf64, streamed, left]) {
      const { samples, notes } = await decodeAudio(bytes);
      expect(samples).toHaveLength(16_000);
      expect(likeness(samples, GLIDE)).toBeGreaterThan(0.9999);
      expect(notes).toEqual([]);
    }
  });

  it('uses the existing part of a file that was truncated or states too great a length', async () => {
    const whole = wavFile([GLIDE], PCM);
    const lying = riff([
      ['fmt ', format],
      ['data', data, data.length * 9],
    ]);
    for (const bytes of [whole.subarray(0, whole.length - 8001), lying]) {
      const { samples, notes } = await decodeAudio(bytes);
      expect(samples.length).toBeGreaterThan(11_000);
      expect(notes).toEqual(['the file is truncated; the part before the end was used']);
    }
  });

  it('refuses headers that cannot be', async () => {
    const wrong = (change: (bytes: Buffer) => void) => {
      const bytes = Buffer.from(format);
      change(bytes);
      return riff([
        ['fmt ', bytes],
        ['data', data],
      ]);
    };
    expect(await fault(wrong((b) => b.writeUInt32LE(0, 4)))).toContain('0 samples per second');
    expect(await fault(wrong((b) => b.writeUInt32LE(3_000_000_000, 4)))).toContain(
      'samples per second',
    );
    expect(await fault(wrong((b) => b.writeUInt16LE(0, 2)))).toContain('0 channels');
    expect(await fault(wrong((b) => b.writeUInt16LE(500, 2)))).toContain('500 channels');
    expect(await fault(wrong((b) => b.writeUInt16LE(0, 14)))).toContain('0 bits');
    expect(await fault(wrong((b) => b.writeUInt16LE(0x55, 0)))).toContain('MP3 inside WAV');
    expect(await fault(riff([['data', data]]))).toContain('without a format');
    expect(await fault(riff([['fmt ', format]]))).toContain('header only');
    expect(
      await fault(
        riff([
          ['fmt ', format],
          ['data', new Uint8Array(0)],
        ]),
      ),
    ).toContain('without audio samples');
    expect(await fault(wavFile([GLIDE], PCM).subarray(0, 30))).toContain('WAV');
  });

  it('takes what is no number for silence, keeps to the scale and says both', async () => {
    const samples = GLIDE.slice();
    samples.fill(Number.NaN, 100, 110);
    samples[200] = Number.POSITIVE_INFINITY;
    samples.fill(7, 1000, 1200);
    const heard = await decodeAudio(wavFile([samples], { rate: 16_000, tag: 3, bits: 32 }));
    expect(heard.samples.every((value) => Math.abs(value) <= 1)).toBe(true);
    expect([...heard.samples.subarray(100, 110)]).toEqual(new Array(10).fill(0));
    expect(heard.notes).toEqual([
      '1 % of the samples are at full scale: the recording is clipped',
      '11 samples are not finite numbers; they were treated as silence',
    ]);
  });

  it('hears two channels of which one is upside down, and one of many', async () => {
    const upsideDown = GLIDE.map((value) => -value);
    const cancelled = await decodeAudio(wavFile([GLIDE, upsideDown], PCM));
    expect(levelOf(cancelled.samples)).toBeGreaterThan(levelOf(GLIDE) - 0.5);
    expect(cancelled.notes.join()).toContain('one channel alone');
    const silent = new Float32Array(GLIDE.length);
    const many = await decodeAudio(wavFile([...new Array(7).fill(silent), GLIDE], PCM));
    expect(levelOf(many.samples)).toBeGreaterThan(levelOf(GLIDE) - 0.5);
  });
});
