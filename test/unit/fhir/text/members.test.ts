import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemsOf, membersOf } from '../../../../src/fhir/text/members.js';

const layouts = fc.constantFrom(undefined, 1, 2, '\t');

describe('members of an object in its text', () => {
  it('are found where they stand', () => {
    const text = ' {"a" : 1.50 ,"b":{"a":[1,"}"]}, "c\\u0064":"\\\\\\""}';
    const found = membersOf(text).map(({ name, from, start, end }) => [
      name,
      text.slice(start, end),
      text[from],
    ]);
    expect(found).toEqual([
      ['a', '1.50', '"'],
      ['b', '{"a":[1,"}"]}', '"'],
      ['cd', '"\\\\\\""', '"'],
    ]);
  });

  it('are those of JSON.parse, however it is laid out', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 });
    fc.assert(
      fc.property(object, layouts, (value, space) => {
        const text = JSON.stringify(value, null, space);
        const read = membersOf(text).map(({ name, start, end }) => [
          name,
          JSON.parse(text.slice(start, end)),
        ]);
        expect(read).toEqual(Object.entries(JSON.parse(text)));
      }),
    );
  });
});

describe('items of a list in its text', () => {
  it('are those of JSON.parse', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), layouts, (value, space) => {
        const text = JSON.stringify(value, null, space);
        const read = itemsOf(text).map(({ start, end }) => JSON.parse(text.slice(start, end)));
        expect(read).toEqual(JSON.parse(text));
      }),
    );
  });
});
