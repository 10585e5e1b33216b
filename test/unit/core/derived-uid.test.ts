import { describe, expect, test } from 'vitest';
import { derivedUid } from '../../../src/core/derived-uid.js';
import { isUid } from '../../../src/core/dicom-uid.js';

describe('a derived UID', () => {
  test('is that of a UUID without a root', () => {
    const uid = derivedUid(undefined, ['im_1', 'segmentation', 'instance']);
    expect(isUid(uid)).toBe(true);
    const number = BigInt(uid.replace(/^2\.25\./, ''));
    expect(number < 2n ** 128n).toBe(true);
    // Version 8 and the variant of RFC 9562.
    expect((number >> 76n) & 15n).toBe(8n);
    expect((number >> 62n) & 3n).toBe(2n);
  });

  test('follows from its parts, and from nothing else', () => {
    const uid = derivedUid('1.2.840.113619', ['a', 'b']);
    expect(derivedUid('1.2.840.113619', ['a', 'b'])).toBe(uid);
    expect(derivedUid('1.2.840.113619', ['ab'])).not.toBe(uid);
    expect(derivedUid('1.2.840.113619', ['b', 'a'])).not.toBe(uid);
    expect(derivedUid('1.2.840.113618', ['a', 'b'])).not.toBe(uid);
  });

  test.each(['1.2', '1.2.840.113619.2.5', '1.2.3456789012.3456789012.3456789012.3'])(
    'below %s is valid, for 2,000 different parts',
    (root) => {
      const uids = Array.from({ length: 2_000 }, (_, at) => derivedUid(root, [String(at)]));
      expect(uids.every((uid) => isUid(uid) && uid.startsWith(`${root}.`))).toBe(true);
      expect(new Set(uids).size).toBe(uids.length);
    },
  );

  test.each(['', '1.02.3', 'abc', `1.${'2'.repeat(43)}`])('refuses the root %j', (root) => {
    expect(() => derivedUid(root, ['a'])).toThrow(RangeError);
  });
});
