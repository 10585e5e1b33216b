import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOlder } from '../../../../src/appliance/packages/versions.js';

/** The order that Semantic Versioning 2.0.0 gives as an example (11.4.4), and some around it. */
const IN_ORDER = [
  '0.9.9',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.2.0',
  '1.10.0',
  '2.0.0',
];

describe('an older version', () => {
  it('is the one that stands before the other, as Semantic Versioning orders them', () => {
    const place = fc.nat(IN_ORDER.length - 1);
    fc.assert(
      fc.property(place, place, (a, b) => {
        expect(isOlder(IN_ORDER[a]!, IN_ORDER[b]!)).toBe(a < b);
      }),
    );
  });

  it('is none where one of them is no version', () => {
    expect(isOlder('x', '1.0.0')).toBe(false);
    expect(isOlder('1.0.0', '1.0')).toBe(false);
  });
});
