import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpeechChunk } from '../../../../../src/dictation/recognition/activity/chunk.js';
import { createActivityDetector } from '../../../../../src/dictation/recognition/activity/detector.js';
import { joined } from '../../../../support/decode-audio.js';
import { atLevel, NO_SPEECH } from '../../../../support/no-speech.js';
import { babble } from '../../../../support/voice.js';

const RATE = 16_000;
const quiet = (seconds: number) => new Float32Array(Math.round(seconds * RATE));
const noise = (name: string, seconds: number) =>
  NO_SPEECH.find((one) => one.name === name)!.make(seconds);

/** Compared to the byte: element by element takes longer than to detect. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
const heardBytes = (chunks: readonly SpeechChunk[]) =>
  bytesOf(joined(chunks.map(({ samples }) => samples)));
/** All but the samples. */
const placesOf = (chunks: readonly SpeechChunk[]) =>
  chunks.map(({ samples, ...place }) => ({ ...place, length: samples.length }));

function detect(samples: Float32Array, step = RATE) {
  const detector = createActivityDetector();
  const chunks: SpeechChunk[] = [];
  for (let at = 0; at < samples.length; at += step)
    chunks.push(...detector.push(samples.subarray(at, at + step)));
  chunks.push(...detector.finish());
  const intervals = detector.intervals();
  const secondsOf = (kind: string) =>
    intervals
      .filter((one) => one.kind === kind)
      .reduce((sum, { start, end }) => sum + (end - start) / RATE, 0);
  return { chunks, intervals, secondsOf };
}

/** Whole and without overlap, chunks and intervals of speech the same. */
function expectWhole(samples: Float32Array, { chunks, intervals }: ReturnType<typeof detect>) {
  let at = 0;
  for (const { start, end } of intervals) {
    expect(start).toBe(at);
    expect(end).toBeGreaterThan(start);
    at = end;
  }
  expect(at).toBe(samples.length);
  const speech = intervals.filter(({ kind }) => kind === 'speech');
  expect(
    chunks.map(({ start, end }) => [Math.round(start * RATE), Math.round(end * RATE)]),
  ).toEqual(speech.map(({ start, end }) => [start, end]));
  for (const chunk of chunks) {
    const part = samples.subarray(Math.round(chunk.start * RATE), Math.round(chunk.end * RATE));
    expect(bytesOf(chunk.samples).equals(bytesOf(part))).toBe(true);
  }
}

/** Share of a stretch that is within chunks. */
function heardOf(chunks: readonly SpeechChunk[], from: number, to: number): number {
  const within = chunks.map(({ start, end }) =>
    Math.max(0, Math.min(end, to) - Math.max(start, from)),
  );
  return within.reduce((sum, seconds) => sum + seconds, 0) / (to - from);
}

describe('voice activity', () => {
  it.each([
    [90, -20],
    [120, -35],
    [180, -50],
    [260, -50],
  ])('finds a voice of %i Hz at %i dBFS, with its ends', (pitch, level) => {
    const voice = atLevel(babble(4, pitch, 3), level);
    const samples = joined([quiet(3), voice, quiet(3)]);
    const found = detect(samples);
    expectWhole(samples, found);
    expect(heardOf(found.chunks, 3, 7)).toBe(1);
    expect(found.secondsOf('speech')).toBeLessThan(5.2);
    expect(found.secondsOf('noise')).toBe(0);
  });

  it.each(['white noise', 'pink noise', 'brown noise', 'hum of 50 Hz'])(
    'finds a voice in %s 10 dB below it',
    (name) => {
      const samples = joined([quiet(4), atLevel(babble(4, 130, 5), -25), quiet(4)]);
      const under = atLevel(noise(name, 12), -35);
      const mixed = samples.map((value, i) => value + under[i]!);
      const found = detect(mixed);
      expectWhole(mixed, found);
      expect(heardOf(found.chunks, 4, 8)).toBeGreaterThan(0.97);
      expect(found.secondsOf('speech')).toBeLessThan(5.5);
      expect(found.secondsOf('silence')).toBe(0);
    },
  );

  it.each(NO_SPEECH.map(({ name, make }) => [name, make] as const))(
    'hears nobody in %s',
    (name, make) => {
      const samples = make(20);
      const found = detect(samples);
      expectWhole(samples, found);
      // A first look only: what glides like a voice is left to the recogniser.
      expect(found.secondsOf('speech')).toBeLessThanOrEqual(
        ['wind', 'a sweep', 'chords'].includes(name) ? 8 : 2,
      );
      const still = ['digital silence', 'a constant offset', 'faint white noise'].includes(name);
      if (still) expect(found.secondsOf('silence')).toBe(20);
      else expect(found.secondsOf('noise')).toBeGreaterThan(5);
    },
  );

  it('makes chunks of 1 to 20 seconds, and cuts a longer one', () => {
    const samples = joined([
      quiet(1),
      atLevel(babble(50, 140, 9), -25),
      quiet(2),
      atLevel(babble(0.3, 140, 2), -25),
      quiet(2),
    ]);
    const found = detect(samples);
    expectWhole(samples, found);
    const lengths = found.chunks.map(({ start, end }) => end - start);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(20);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(1);
    expect(heardOf(found.chunks, 1, 51)).toBe(1);
    expect(heardOf(found.chunks, 53, 53.3)).toBe(1);
  });

  it('cuts at pauses', () => {
    const sentence = atLevel(babble(6, 110, 4), -25);
    const samples = joined([sentence, quiet(0.8), sentence, quiet(0.8), sentence]);
    const { chunks } = detect(samples);
    expect(chunks).toHaveLength(3);
    for (const [index, { start, end }] of chunks.entries()) {
      expect(start).toBeLessThanOrEqual(6.8 * index);
      expect(end).toBeGreaterThanOrEqual(6.8 * index + 6);
    }
  });

  it('makes no difference of how it is pushed', () => {
    const under = atLevel(noise('pink noise', 5), -50);
    const samples = joined([quiet(1), atLevel(babble(3, 150, 8), -30), quiet(1)]).map(
      (v, i) => v + under[i]!,
    );
    const whole = detect(samples, samples.length);
    fc.assert(
      fc.property(fc.integer({ min: 97, max: 40_000 }), (step) => {
        const pieces = detect(samples, step);
        expect(pieces.intervals).toEqual(whole.intervals);
        expect(placesOf(pieces.chunks)).toEqual(placesOf(whole.chunks));
        expect(heardBytes(pieces.chunks).equals(heardBytes(whole.chunks))).toBe(true);
      }),
      { numRuns: 6 },
    );
  });

  it('accounts for recordings of any length, to the sample', () => {
    for (const length of [0, 1, 159, 160, 161, 640, 3999, 16_001, 52_345]) {
      const samples = atLevel(babble(4, 120, 1), -20).slice(0, length);
      const found = detect(samples);
      expectWhole(samples, found);
    }
  });

  it('comes with what it knows before the end, and forgets what it has given', () => {
    const detector = createActivityDetector();
    const minute = joined([atLevel(babble(3, 120, 6), -25), quiet(3)]);
    let chunks = 0;
    for (let i = 0; i < 20; i += 1) chunks += detector.push(minute).length;
    expect(chunks).toBeGreaterThanOrEqual(18);
    expect(detector.intervals().at(-1)!.end).toBeGreaterThan(RATE * 105);
  });
});
