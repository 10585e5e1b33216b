import { describe, expect, it } from 'vitest';
import { glideSamples } from '../../../../scripts/samples/audio/glide.js';
import { wavFile } from '../../../../scripts/samples/audio/wav-file.js';
import { AudioFault } from '../../../../src/media/audio/audio-fault.js';
import { sourceOf } from '../../../../src/media/audio/audio-source.js';
import { openAudio } from '../../../../src/media/audio/open-audio.js';
import { audioFixture, decodeAudio, levelOf, likeness } from '../../../support/decode-audio.js';

const GLIDE = glideSamples(2, 16_000);

/** File, format, codec, Hz, channels, samples at 16 kHz, likeness to what was encoded. */
const FILES = [
  ['mono.flac', 'FLAC', 'FLAC 16 bit', 16_000, 1, 32_000, 0.99999],
  ['stereo-24-bit.flac', 'FLAC', 'FLAC 24 bit', 22_050, 2, 16_000, 0.9999],
  ['flac.oga', 'Ogg', 'FLAC 16 bit', 16_000, 1, 32_000, 0.99999],
  ['flac.mka', 'WebM', 'FLAC 16 bit', 16_000, 1, 32_000, 0.99999],
  ['constant.mp3', 'MP3', 'MPEG-1 Layer III', 44_100, 1, 32_000, 0.999],
  ['variable.mp3', 'MP3', 'MPEG-1 Layer III', 48_000, 2, 32_000, 0.999],
  ['mpeg-2.mp3', 'MP3', 'MPEG-2 Layer III', 22_050, 1, 32_000, 0.999],
  ['stereo-vorbis.ogg', 'Ogg', 'Vorbis', 44_100, 2, 32_000, 0.98],
  ['mono-vorbis.ogg', 'Ogg', 'Vorbis', 16_000, 1, 32_000, 0.98],
  ['mono.opus', 'Ogg', 'Opus', 48_000, 1, 32_000, 0.95],
  ['stereo.opus', 'Ogg', 'Opus', 48_000, 2, 32_000, 0.95],
  ['opus.webm', 'WebM', 'Opus', 48_000, 1, 32_000, 0.95],
  ['live-opus.webm', 'WebM', 'Opus', 48_000, 1, 32_000, 0.95],
] as const;

describe('a recording of any format', () => {
  it.each(FILES)(
    '%s comes out as it went in',
    async (name, format, codec, sampleRate, channels, length, like) => {
      const { info, samples, notes } = await decodeAudio(audioFixture(name));
      expect(info).toEqual({ format, codec, sampleRate, channels });
      expect(samples).toHaveLength(length);
      expect(likeness(samples, GLIDE)).toBeGreaterThan(like);
      expect(notes).toEqual([]);
    },
  );

  it('keeps the loudness: mono as it is, both channels of stereo averaged', async () => {
    const loudness = levelOf(GLIDE);
    const stereo = loudness + 20 * Math.log10(0.75);
    expect(levelOf((await decodeAudio(audioFixture('mono.flac'))).samples)).toBeCloseTo(
      loudness,
      2,
    );
    expect(levelOf((await decodeAudio(audioFixture('constant.mp3'))).samples)).toBeCloseTo(
      loudness,
      0,
    );
    expect(levelOf((await decodeAudio(audioFixture('mono.opus'))).samples)).toBeCloseTo(
      loudness,
      0,
    );
    expect(levelOf((await decodeAudio(audioFixture('variable.mp3'))).samples)).toBeCloseTo(
      stereo,
      0,
    );
  });

  it('takes MP3 and WebM/Vorbis without what tells their gaps, a little longer', async () => {
    const bare = await decodeAudio(audioFixture('bare.mp3'));
    expect(bare.samples.length / 576).toBe(58);
    const webm = await decodeAudio(audioFixture('vorbis.webm'));
    expect(Math.abs(webm.samples.length - 32_000)).toBeLessThan(1000);
    expect(likeness(webm.samples, GLIDE)).toBeGreaterThan(0.98);
  });

  it('plays the recordings of a chained file one after the other, whatever their rates', async () => {
    const chained = Buffer.concat([audioFixture('mono.opus'), audioFixture('stereo-vorbis.ogg')]);
    const { info, samples, notes } = await decodeAudio(chained);
    expect(info.codec).toBe('Opus');
    expect(samples).toHaveLength(64_000);
    expect(likeness(samples.subarray(0, 32_000), GLIDE)).toBeGreaterThan(0.95);
    expect(likeness(samples.subarray(32_000), GLIDE)).toBeGreaterThan(0.98);
    expect(notes).toEqual([]);
  });

  it('goes by the content behind tags of any length, and ignores tags at the end', async () => {
    const id3 = Buffer.concat([
      Buffer.from('ID3\x04\0\0\0\x04\0\0', 'latin1'),
      Buffer.alloc(4 * 128 * 128),
    ]);
    const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);
    const plain = await decodeAudio(audioFixture('constant.mp3'));
    const tagged = await decodeAudio(Buffer.concat([id3, audioFixture('constant.mp3'), id3v1]));
    expect(tagged.samples).toEqual(plain.samples);
    expect(tagged.notes).toEqual([]);
  });

  it('gives pieces of a second, and reads in blocks', async () => {
    const bytes = wavFile([glideSamples(40, 44_100)], { rate: 44_100, tag: 1, bits: 16 });
    const reads: number[] = [];
    const source = sourceOf(bytes);
    const stream = await openAudio({
      bytes: source.bytes,
      read: (offset, length) => {
        reads.push(length);
        return source.read(offset, length);
      },
    });
    const lengths: number[] = [];
    for await (const piece of stream.pieces()) lengths.push(piece.length);
    expect(lengths).toEqual(new Array(40).fill(16_000));
    expect(Math.max(...reads)).toBeLessThanOrEqual(256 * 1024);
  });

  it('accepts a source that returns less than requested', async () => {
    const bytes = audioFixture('mono.flac');
    const stream = await openAudio({
      bytes: bytes.length,
      read: async (offset, length) => bytes.subarray(offset, offset + Math.min(length, 777)),
    });
    let samples = 0;
    for await (const piece of stream.pieces()) samples += piece.length;
    expect(samples).toBe(32_000);
  });

  it('stops a recording that is longer than the limit as soon as it is', async () => {
    const silent = wavFile([new Float32Array(16_000 * 20)], { rate: 16_000, tag: 1, bits: 8 });
    const stream = await openAudio(sourceOf(silent), { maxSeconds: 5 });
    let pieces = 0;
    const all = async () => {
      for await (const _ of stream.pieces()) pieces += 1;
    };
    await expect(all()).rejects.toThrow(new AudioFault('is longer than 5 seconds'));
    expect(pieces).toBeLessThanOrEqual(6);
  });
});
