import { describe, expect, it } from 'vitest';
import { primitiveCheck } from '../../../../src/fhir/validation/primitives.js';

const LEGAL: Readonly<Record<string, readonly unknown[]>> = {
  boolean: [true, false],
  integer: [0, -2_147_483_648, 2_147_483_647],
  unsignedInt: [0, 2_147_483_647],
  positiveInt: [1, 2_147_483_647],
  decimal: [0, -0.5, 1e-7, 12_345.678],
  string: ['a', ' ', 'line\nbreak', '東京', '😀', 'x'.repeat(1_048_576)],
  markdown: ['# a\n\n- b'],
  uri: ['http://example.org/a?b=c#d', 'urn:oid:1.2.3', 'relative/path', '#local'],
  url: ['https://example.org', 'mailto:a@example.org'],
  canonical: ['http://example.org/ValueSet/a|1.0'],
  oid: ['urn:oid:1.2.3.4.5', 'urn:oid:2.16.840.1.113883'],
  uuid: ['urn:uuid:c757873d-ec9a-4326-a141-556f43239520'],
  id: ['a', 'A.b-9', 'x'.repeat(64)],
  code: ['a', 'two words', '<', 'm[H2O]'],
  date: ['2024', '2024-02', '2024-02-29', '2000-02-29', '0001-01-01'],
  dateTime: [
    '2024',
    '2024-12',
    '2024-12-31',
    '2024-12-31T23:59:60Z',
    '2024-12-31T00:00:00.123456789+14:00',
    '2015-02-07T13:28:17-05:00',
  ],
  instant: ['2015-02-07T13:28:17.239+02:00', '2016-12-31T23:59:60Z'],
  time: ['00:00:00', '23:59:59.999'],
  base64Binary: ['aGVsbG8=', 'YQ==', 'YWJj', 'YW\nJj', 'YWJj '],
  xhtml: ['<div/>'],
};

const ILLEGAL: Readonly<Record<string, readonly unknown[]>> = {
  boolean: ['true', 1, null, undefined, []],
  integer: [1.5, 2_147_483_648, -2_147_483_649, '1', Number.NaN, null],
  unsignedInt: [-1, 0.5, '0'],
  positiveInt: [0, -1, 2_147_483_648],
  decimal: ['1', Number.POSITIVE_INFINITY, Number.NaN, null, true],
  string: ['', 1, null, {}, ['a'], 'half \ud800 pair', `${'x'.repeat(1_048_576)}x`],
  markdown: ['', false],
  uri: ['', 'has space', 'tab\t', 3],
  url: ['', 'a b'],
  canonical: ['', 'a b'],
  oid: ['1.2.3', 'urn:oid:3.1', 'urn:oid:1.02', 'urn:oid:1', 'urn:oid:1.2.'],
  uuid: [
    'c757873d-ec9a-4326-a141-556f43239520',
    'urn:uuid:C757873D-EC9A-4326-A141-556F43239520',
    'urn:uuid:c757873d',
  ],
  id: ['', 'under_score', 'x'.repeat(65), 'a/b', 'ä', 'a '],
  code: ['', ' a', 'a ', 'a  b', 'a\tb', 'a\nb'],
  date: [
    '24',
    '0000',
    '2024-13',
    '2024-00',
    '2024-02-30',
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-1-1',
    '2024-01-01T00:00:00Z',
    '2024-01-01\n',
    20_240_101,
  ],
  dateTime: [
    '2024-01-01T10:00:00',
    '2024-01-01T10:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T10:60:00Z',
    '2024-01-01T10:00:61Z',
    '2024-01-01T10:00:00+14:30',
    '2024-01-01T10:00:00+15:00',
    '2024-01-01 10:00:00Z',
    '2024-02-30T10:00:00Z',
    '2024-01T10:00:00Z',
    '2024-01-01T10:00:00.Z',
  ],
  instant: ['2024', '2024-01-01', '2015-02-07T13:28:17', '2015-02-30T13:28:17Z'],
  time: ['24:00:00', '10:00', '10:00:00Z', '1:00:00'],
  base64Binary: ['', 'a', 'ab', 'abc', 'a===', 'ab=c', '====', 'YWJj\u00e4', '    ', 5],
  xhtml: ['', 1],
};

describe('primitive types', () => {
  it.each(Object.entries(LEGAL))('takes legal values of %s', (type, values) => {
    const check = primitiveCheck(type);
    expect(values.filter((value) => check(value) !== undefined)).toEqual([]);
  });

  it.each(Object.entries(ILLEGAL))('refuses illegal values of %s', (type, values) => {
    const check = primitiveCheck(type);
    expect(values.filter((value) => check(value) === undefined)).toEqual([]);
  });

  it('has a legal and an illegal list for each type', () => {
    expect(Object.keys(LEGAL)).toEqual(Object.keys(ILLEGAL));
  });

  it('says that a string is too long', () => {
    expect(primitiveCheck('string')('x'.repeat(1_048_577))?.code).toBe('too-long');
    expect(primitiveCheck('base64Binary')('YWJj'.repeat(400_000))).toBeUndefined();
  });

  it('knows no other types', () => {
    expect(() => primitiveCheck('integer64')).toThrow(RangeError);
  });
});
