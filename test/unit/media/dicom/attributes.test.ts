import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Attributes } from '../../../../src/media/dicom/attributes.js';

const TAG = 'x00280030';
const of = (text: string) => {
  const element = { tag: TAG, dataOffset: 0, length: text.length };
  return new Attributes({ [TAG]: element }, Buffer.from(text, 'latin1'), false);
};

describe('decimals', () => {
  it.each([
    ['1', 1],
    ['1.', 1],
    ['.5', 0.5],
    ['-1.25', -1.25],
    ['+1e-3', 0.001],
    ['1.5E2', 150],
    [' 7 ', 7],
  ])('%s is a number', (text, value) => {
    expect(of(text).decimals(TAG)).toEqual([value]);
  });

  it.each(['', '.', '1..2', '1.2.3', 'e5', '1e', '0x10', 'Infinity', '1,5', '--1', '1 2'])(
    '"%s" is none',
    (text) => {
      expect(of(text).decimals(TAG)).toEqual(text === '' ? [] : [Number.NaN]);
    },
  );

  it('are all that numbers are written as', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (drawn) => {
        // Minus zero is written without its sign.
        const value = drawn + 0;
        expect(of(String(value)).decimal(TAG)).toBe(value);
        expect(of(value.toExponential()).decimal(TAG)).toBe(value);
      }),
    );
  });

  it('of a text made to be slow are looked at once', () => {
    const slow = of(`${'1'.repeat(16_000)}x`);
    // Looking at it again from every digit takes half a second each time, and so past the time-out.
    for (let i = 0; i < 100; i += 1) expect(slow.decimals(TAG)).toEqual([Number.NaN]);
  });
});
