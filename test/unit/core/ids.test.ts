import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base62, newId } from '../../../src/core/ids.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function numberOf(text: string): bigint {
  return [...text].reduce((sum, digit) => sum * 62n + BigInt(ALPHABET.indexOf(digit)), 0n);
}

describe('base62', () => {
  it.each([
    [[0], '00'],
    [[1], '01'],
    [[61], '0z'],
    [[62], '10'],
    [[255], '47'],
    [[1, 0], '048'],
    [[255, 255], 'H31'],
  ])('writes %j as %s', (bytes, expected) => {
    expect(base62(Uint8Array.from(bytes))).toBe(expected);
  });

  it('gives 22 characters for 16 bytes and 43 for 32, the largest included', () => {
    expect(base62(new Uint8Array(16))).toBe('0'.repeat(22));
    expect(base62(new Uint8Array(16).fill(255))).toBe('7n42DGM5Tflk9n8mt7Fhc7');
    expect(base62(new Uint8Array(32).fill(255))).toHaveLength(43);
  });

  it('is the number of the bytes, at a length that depends on their count alone', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        const text = base62(bytes);
        expect(text).toMatch(/^[0-9A-Za-z]+$/);
        expect(text).toHaveLength(Math.ceil((bytes.length * 8) / Math.log2(62)));
        expect(numberOf(text)).toBe(BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
      }),
    );
  });

  it('is empty for no bytes', () => {
    expect(base62(new Uint8Array(0))).toBe('');
  });
});

describe('base62 of random bytes', () => {
  it('uses the whole alphabet', () => {
    const seen = new Set(
      Array.from({ length: 500 }, () => base62(randomBytes(32)).slice(4)).join(''),
    );
    expect([...seen].sort().join('')).toBe([...ALPHABET].sort().join(''));
  });
});

describe('newId', () => {
  it('gives prefixed identifiers of one length that do not repeat', () => {
    const ids = Array.from({ length: 5_000 }, () => newId('im'));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^im_[0-9a-f]{32}$/);
  });
});
