import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forbiddenKeyIn, mayHoldForbiddenKey } from '../../../src/core/forbidden-key.js';

const found = (json: string) => forbiddenKeyIn(JSON.parse(json));

describe('forbiddenKeyIn', () => {
  it.each([
    ['{"__proto__":1}', '__proto__'],
    ['{"a":{"b":[1,{"__proto__":{}}]}}', 'a.b.1.__proto__'],
    ['{"\\u005f_proto__":1}', '__proto__'],
    ['[[{"__proto__":null}]]', '0.0.__proto__'],
  ])('%s', (json, path) => {
    expect(found(json)).toBe(path);
    expect(mayHoldForbiddenKey(Buffer.from(json))).toBe(true);
  });

  it.each(['{}', '[]', '1', 'null', '"__proto__"', '{"a":"__proto__"}', '{"constructor":1}'])(
    'finds nothing in %s',
    (json) => expect(found(json)).toBeUndefined(),
  );

  it('bears a body that is nested very deep', () => {
    const depth = 5_000;
    expect(found(`${'['.repeat(depth)}{"__proto__":1}${']'.repeat(depth)}`)).toMatch(/__proto__$/);
  });

  it('is checked for every body that can contain the key', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        if (found(json) !== undefined) expect(mayHoldForbiddenKey(Buffer.from(json))).toBe(true);
      }),
    );
  });
});
