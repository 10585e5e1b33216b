import { describe, expect, it } from 'vitest';
import {
  isTotpCode,
  newRecoveryCodes,
  newTotpSecret,
  recoveryHash,
  stepOfCode,
  totpUri,
} from '../../../../src/http/auth/second-factor.js';

/** RFC 6238, appendix B: the ASCII secret 12345678901234567890, and its last six digits at these times. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const VECTORS: ReadonlyArray<readonly [seconds: number, code: string]> = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
];

describe('stepOfCode', () => {
  it('knows the codes of RFC 6238', () => {
    for (const [seconds, code] of VECTORS) {
      expect(stepOfCode(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
    }
  });

  it('takes the step before and after, and says which it was', () => {
    const [seconds, code] = [1_111_111_109, '081804'];
    const step = Math.floor(seconds / 30);
    for (const shift of [-30, 0, 30]) {
      expect(stepOfCode(SECRET, code, (seconds + shift) * 1_000)).toBe(step);
    }
    for (const shift of [-61, 61]) {
      expect(stepOfCode(SECRET, code, (seconds + shift) * 1_000)).toBeUndefined();
    }
  });

  it('reads what people type, and nothing else', () => {
    const now = 59_000;
    for (const code of ['287 082', ' 287-082 ', '287082']) {
      expect(stepOfCode(SECRET, code, now)).toBe(1);
    }
    for (const code of ['', '28708', '2870822', '+87082', '２８７０８２', '0x1234', 'abcdef']) {
      expect(stepOfCode(SECRET, code, now)).toBeUndefined();
    }
  });
});

it('makes secrets of 160 bits, written for authenticators', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  const uri = new URL(totpUri(secret, 'ada@ward 3'));
  expect(uri.protocol).toBe('otpauth:');
  expect(uri.searchParams.get('secret')).toBe(secret);
  expect(uri.searchParams.get('issuer')).toBe('Wardbox');
  expect(decodeURIComponent(uri.pathname)).toContain('ada@ward 3');
});

it('makes recovery codes that differ and are known by their hash, however they are typed', () => {
  const { codes, hashes } = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const [i, code] of codes.entries()) {
    expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(isTotpCode(code)).toBe(false);
    expect(recoveryHash(code.toUpperCase().replaceAll('-', ' '))).toEqual(hashes[i]);
  }
});
