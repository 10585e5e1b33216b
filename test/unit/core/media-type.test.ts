import { describe, expect, it } from 'vitest';
import { readMediaType, splitList } from '../../../src/core/media-type.js';

describe('readMediaType', () => {
  it.each([
    ['application/json', 'application/json', []],
    ['Application/FHIR+JSON ; FhirVersion=4.0', 'application/fhir+json', [['fhirversion', '4.0']]],
    ['a/b;;c=d; ', 'a/b', [['c', 'd']]],
    [
      'a/b; c="d;e,\\"f"; g',
      'a/b',
      [
        ['c', 'd;e,"f'],
        ['g', ''],
      ],
    ],
    ['a/b; c=', 'a/b', [['c', '']]],
    ['*/*;q=0.8', '*/*', [['q', '0.8']]],
  ])('reads %s', (text, type, parameters) => {
    expect(readMediaType(text)).toEqual({ type, parameters });
  });

  it.each(['', ' ', ';a=b', 'a/b, c/d', 'a/b; c=d, e/f', 'a/b; c="d', 'a/b c/d', 'a/b; c="d"e'])(
    'finds none in %j',
    (text) => {
      expect(readMediaType(text)).toBeUndefined();
    },
  );
});

describe('splitList', () => {
  it('splits at commas outside quoted strings', () => {
    expect(splitList(' a/b;c="d,\\",e" ,, f/g , ')).toEqual(['a/b;c="d,\\",e"', 'f/g']);
    expect(splitList('"open, a')).toEqual(['"open, a']);
    expect(splitList('')).toEqual([]);
  });
});
