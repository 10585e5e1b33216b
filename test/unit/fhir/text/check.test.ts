import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultInText, TEXT_LIMITS } from '../../../../src/fhir/text/check.js';

const issueOf = (text: string) => faultInText(text, 'Patient')?.issues[0];

describe('a text with a member twice in one object', () => {
  it.each([
    ['{"id":"a","id":"b"}', 'Patient.id'],
    ['{"name":[{"family":"x"},{"given":[],"family":"y","given":[]}]}', 'Patient.name[1].given'],
    ['{"id":"a","i\\u0064":"b"}', 'Patient.id'],
    [`{${Array.from({ length: 40 }, (_, i) => `"a${i}":1`).join()},"a3":2}`, 'Patient.a3'],
  ])('is refused: %s', (text, field) => {
    expect(issueOf(text)).toMatchObject({ field, type: 'structure' });
  });

  it('is reported without a name that could be a patient’s', () => {
    const { field } = issueOf('{"contact":[{"Jane Doe":1,"Jane Doe":2}]}') ?? {};
    expect(field).toBe('Patient.contact[0]');
  });

  it('may have the same name in other objects', () => {
    expect(issueOf('{"a":{"a":1},"b":[{"a":1},{"a":1}]}')).toBeUndefined();
  });
});

describe('a text that holds too much', () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  it('is nested no deeper than can be worked on', () => {
    expect(issueOf(nested(TEXT_LIMITS.depth - 1))).toBeUndefined();
    expect(issueOf(nested(TEXT_LIMITS.depth))).toMatchObject({ type: 'too-costly' });
    expect(issueOf(nested(100_000))).toMatchObject({ type: 'too-costly' });
  });

  it('has no more members than may be kept', () => {
    const many = (count: number) => `{"a":[${Array(count).fill('{"b":1}').join()}]}`;
    expect(issueOf(many(TEXT_LIMITS.members - 1))).toBeUndefined();
    expect(issueOf(many(TEXT_LIMITS.members))).toMatchObject({ type: 'too-costly' });
  });

  it('has no long string but a file in base64', () => {
    const long = (letter: string) => `{"a":"${letter.repeat(TEXT_LIMITS.characters + 1)}"}`;
    expect(issueOf(long('A'))).toBeUndefined();
    expect(issueOf(long('ä'))).toMatchObject({ type: 'too-costly', field: 'Patient.a' });
  });
});

it('finds nothing in whatever JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(faultInText(JSON.stringify(value, null, 1), 'Patient')).toBeUndefined();
    }),
  );
});
