import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/core/errors.js';
import { checkExtent, USUAL_EXTENT } from '../../../src/core/json-extent.js';

const LIMITS = { depth: 4, values: 20, members: 10 };

/** What is refused of a text: the field and the words. */
function refusalOf(text: string, most = LIMITS): readonly [string, string] | undefined {
  try {
    checkExtent(Buffer.from(text), most);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [issue] = error.issues;
    return [issue?.field ?? '', issue?.issue ?? ''];
  }
}

const VALUES = 'makes the body hold more than 20 values';
const MEMBERS = 'makes the body hold more than 10 members of objects';
const DEPTH = 'is nested more than 4 lists and objects deep';

const times = (item: string, count: number) => Array(count).fill(item).join(',');

describe('checkExtent', () => {
  it.each([
    [
      'a list',
      `{"patient_data":{"symptoms":[${times('0', 30)}]}}`,
      'patient_data.symptoms',
      VALUES,
    ],
    ['objects', `{"a":[1,[${times('{}', 30)}]]}`, 'a.1', VALUES],
    ['the body itself', `[${times('0', 30)}]`, 'body', VALUES],
    [
      'members',
      `{"a":{${Array.from({ length: 11 }, (_, n) => `"m${n}":0`).join(',')}}}`,
      'a',
      MEMBERS,
    ],
    ['nesting', '{"a":[[[[1]]]]}', 'a.0.0', DEPTH],
    ['a name that may be anything', `{"John Doe":[${times('0', 30)}]}`, 'body', VALUES],
    ['a name below another', `{"a":{"John Doe":[${times('0', 30)}]}}`, 'a', VALUES],
  ])('names the field of too much: %s', (_, text, field, words) => {
    expect(refusalOf(text)).toEqual([field, words]);
  });

  it('counts nothing that stands in a text', () => {
    const texts = ['[[[[[[', '{"a":1,"b":2}', '\\"[[[[[', '\\', ',,,,,,,,,,,,,,,,,,,,,,,,'];
    expect(refusalOf(JSON.stringify({ texts }).padEnd(200))).toBeUndefined();
  });

  it('finds the end of a long text, whatever is escaped in it', () => {
    for (let length = 100; length < 160; length += 1) {
      for (const end of ['\\', '\\\\', '"', '\\"', '"\\', '[[[[[[']) {
        const text = JSON.stringify({ a: `${'x'.repeat(length)}${end}`, b: ['['] });
        expect(refusalOf(text)).toBeUndefined();
        expect(refusalOf(text.replace('["["]', '[[[[[1]]]]]'))).toEqual(['b.0.0', DEPTH]);
      }
    }
  });

  it('shows at most eight steps of a path', () => {
    const text = `{"a":${'['.repeat(200)}${']'.repeat(200)}}`;
    expect(refusalOf(text, USUAL_EXTENT)?.[0]).toBe('a.0.0.0.0.0.0.0');
  });

  it('leaves what is not JSON to the parser', () => {
    for (const text of ['"', '{"a', ']]]]', '"\\', '}{'.repeat(3)]) {
      expect(refusalOf(text.padEnd(30))).toBeUndefined();
    }
  });

  it('counts any JSON at least as large as it is, and at most twice', () => {
    const count = (value: unknown): number =>
      typeof value !== 'object' || value === null
        ? 1
        : Object.values(value).reduce<number>((sum, inner) => sum + count(inner), 1);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value).padEnd(1_000);
        const most = { ...USUAL_EXTENT, depth: 100 };
        const values = count(JSON.parse(text));
        expect(refusalOf(text, { ...most, values: 2 * values + 1 })).toBeUndefined();
        if (values > 2) expect(refusalOf(text, { ...most, values: values - 1 })).toBeDefined();
      }),
    );
  });
});
