import { describe, expect, it } from 'vitest';
import { unclonedSpreads } from '../../../scripts/release/spread-literals.js';

/** What a module of one expression exports. */
const exported = async (code: string): Promise<unknown> =>
  (await import(`data:text/javascript,${encodeURIComponent(code)}`)).default;

describe('literals that begin with a spread', () => {
  it.each([
    ['{ ...a, b }', '{ ...null, ...a, b }'],
    ['{ ...a, ...b }', '{ ...null, ...a, ...b }'],
    [
      '{ ...{ ...a, b }, c: { ...d, e } }',
      '{ ...null, ...{ ...null, ...a, b }, c: { ...null, ...d, e } }',
    ],
    [
      '[...a, { ...b, get c() { return { ...d, e }; } }]',
      '[...a, { ...null, ...b, get c() { return { ...null, ...d, e }; } }]',
    ],
  ])('are not cloned: %s', (code, uncloned) => {
    expect(unclonedSpreads(`f(${code});\n`)).toBe(`f(${uncloned});\n`);
  });

  it.each(['{ ...a }', '{ a, ...b }', '{}', '[...a, b]', 'call(...a, b)', '({ a, ...b }) => b'])(
    'are no others: %s',
    (code) => {
      expect(unclonedSpreads(`f(${code});\n`)).toBe(`f(${code});\n`);
    },
  );

  it('are left alone the second time', () => {
    const once = unclonedSpreads('export default { ...{ a: 1 }, b: 2 };');
    expect(unclonedSpreads(once)).toBe(once);
  });

  it('say the same, in the same order', async () => {
    const code = `const [a, b] = [{ x: 1, y: 2 }, undefined];
      export default { ...a, y: 3, ...(b && { z: 4 }), ...{ w: { ...a, v: 5 } } };`;
    const [before, after] = await Promise.all([exported(code), exported(unclonedSpreads(code))]);
    expect(unclonedSpreads(code)).not.toBe(code);
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
  });

  it('keep their lines', () => {
    const code = 'f({\n  ...a,\n  b,\n});\n';
    expect(unclonedSpreads(code).split('\n')).toHaveLength(code.split('\n').length);
  });
});
