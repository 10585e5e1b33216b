import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  compressionRatio,
  isRunaway,
  wordsWithoutLoops,
} from '../../../../../src/dictation/recognition/whisper/repetition.js';

const times = (n: number, tokens: readonly number[]) =>
  Array.from({ length: n }, () => tokens).flat();
const deflated = (bytes: Uint8Array) => deflateSync(bytes).length;

describe('isRunaway', () => {
  it.each([1, 2, 3, 7, 12])('sees a loop of %i tokens', (size) => {
    const loop = Array.from({ length: size }, (_, i) => i);
    const rounds = Math.max(6, Math.ceil(36 / size));
    expect(isRunaway([50, 51, ...times(rounds, loop)])).toBe(true);
    expect(isRunaway([50, 51, ...times(rounds - 1, loop)])).toBe(false);
  });

  it('lets repeated figures pass', () => {
    expect(isRunaway(times(8, [4]))).toBe(false);
    expect(isRunaway([...times(20, [4]), 5])).toBe(false);
  });

  it('sees only what stands at the end', () => {
    expect(isRunaway([...times(40, [4]), 1, 2])).toBe(false);
  });
});

describe('compressionRatio', () => {
  it('is below the limit for speech and above it for a loop', () => {
    const speech =
      'The patient reports chest pain for three days, worse on climbing stairs, without fever.';
    expect(compressionRatio(speech, deflated)).toBeLessThan(1.5);
    expect(compressionRatio('thank you for watching '.repeat(12), deflated)).toBeGreaterThan(2.4);
    expect(compressionRatio('', deflated)).toBe(0);
  });
});

describe('wordsWithoutLoops', () => {
  const kept = (text: string) => {
    const words = text.split(' ');
    const keep = wordsWithoutLoops(words);
    return words.filter((_, i) => keep[i]).join(' ');
  };

  it('keeps one round of a loop', () => {
    expect(kept('a the the the the the b')).toBe('a the b');
    expect(kept('so i said so i said so i said so i said then')).toBe('so i said then');
  });

  it('leaves what is said up to three times', () => {
    expect(kept('no no no pain')).toBe('no no no pain');
  });
});
