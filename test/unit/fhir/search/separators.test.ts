import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAt, unescaped } from '../../../../src/fhir/search/separators.js';

describe('the separators of a value', () => {
  it.each([
    ['a,b', ['a', 'b']],
    ['a\\,b,c', ['a,b', 'c']],
    ['a\\\\,b', ['a\\', 'b']],
    ['a\\$b\\|c', ['a$b|c']],
    ['', ['']],
    ['a,', ['a', '']],
    ['a\\', ['a\\']],
    ['a\\xb', ['a\\xb']],
  ])('%s', (text, parts) => expect(splitAt(text, ',').map(unescaped)).toEqual(parts));

  it('give back whatever was escaped', () => {
    const separators = fc.constantFrom(',' as const, '|' as const, '$' as const);
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), separators, (parts, separator) => {
        const escaped = parts.map((part) => part.replace(/[,|$\\]/g, '\\$&'));
        expect(splitAt(escaped.join(separator), separator).map(unescaped)).toEqual(parts);
      }),
    );
  });
});
