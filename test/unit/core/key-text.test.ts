import { describe, expect, it } from 'vitest';
import { firstCharacters, keyText, LONGEST_KEY } from '../../../src/core/key-text.js';
import { normalLength } from '../../../src/core/normal-length.js';

describe('a text as a key', () => {
  it('is itself while it is short', () => {
    for (const text of ['', 'a', 'x'.repeat(LONGEST_KEY)]) expect(keyText(text)).toBe(text);
  });

  it('is short and its own when it is long', () => {
    const long = 'x'.repeat(1_000_000);
    const keys = [long, `${long}y`, `${long}z`].map(keyText);
    expect(new Set(keys).size).toBe(3);
    expect(keys.every((key) => key.length === LONGEST_KEY)).toBe(true);
    expect(keyText(long)).toBe(keyText('x'.repeat(1_000_000)));
    expect(keyText(keyText(long))).toBe(keyText(long));
  });

  it('holds no half of a pair', () => {
    expect(firstCharacters('ab\u{1f600}', 3)).toBe('ab');
    expect(firstCharacters('ab\u{1f600}', 4)).toBe('ab\u{1f600}');
    expect(keyText('\u{1f600}'.repeat(1_000))).not.toMatch(/\p{Surrogate}/u);
    expect(keyText(`a${'\u{1f600}'.repeat(1_000)}`)).not.toMatch(/\p{Surrogate}/u);
  });
});

describe('the length of a text whose signs are written out', () => {
  it.each([
    ['aspirin', 7],
    ['é', 2],
    ['\ufdfa', 18],
    ['\u3300', 5],
  ])('of %s', (text, length) => {
    expect(normalLength(text)).toBe(length);
  });
});
