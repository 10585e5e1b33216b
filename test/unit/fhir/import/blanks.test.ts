import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneLine, withoutBlanks } from '../../../../src/fhir/import/blanks.js';

const laidOut = fc
  .tuple(fc.jsonValue(), fc.constantFrom('  ', '\t', ''))
  .map(([value, indent]) => JSON.stringify(value, null, indent).replaceAll('\n', '\r\n'));

describe('a JSON text on one line', () => {
  it('says the same', () => {
    fc.assert(
      fc.property(laidOut, (text) => {
        const line = oneLine(text);
        expect(line).not.toMatch(/[\r\n]/);
        expect(JSON.parse(line)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('leaves blanks and numbers as they were written', () => {
    expect(oneLine('{"a": 1.50,\n  "b": "two  words"}')).toBe('{"a": 1.50,"b": "two  words"}');
  });
});

describe('a JSON text without blanks', () => {
  it('is the same however it was laid out', () => {
    fc.assert(
      fc.property(laidOut, (text) => {
        expect(withoutBlanks(text)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('keeps what stands in strings, and numbers as they were written', () => {
    const text = '{ "a \\" b" : "two  words\\\\" ,\n "c": 1.50 }';
    expect(withoutBlanks(text)).toBe('{"a \\" b":"two  words\\\\","c":1.50}');
  });
});
