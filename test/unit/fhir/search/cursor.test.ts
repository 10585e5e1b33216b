import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCursor, writeCursor } from '../../../../src/fhir/search/cursor.js';
import { linksOfPage, takePage } from '../../../../src/fhir/search/links.js';

const any = () => true;
const cursors = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
    fc.constant(null),
  ),
  { maxLength: 4 },
);

describe('a cursor', () => {
  it('comes back from a URL as it was', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        const [, next] = linksOfPage(
          'https://x.test/Patient',
          [['name', 'ä+b&c']],
          undefined,
          cursor,
        );
        const { page = '', rest } = takePage([...new URL(next?.url ?? '').searchParams]);
        expect(readCursor(page, any)).toEqual(cursor);
        expect(rest).toEqual([['name', 'ä+b&c']]);
      }),
    );
  });

  it('is refused when it is not one, or not one of this list', () => {
    const sent = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const bad = ['', '!', 'bm9uc2Vuc2U', sent({}), sent('a'), sent([[1]]), sent([{}]), sent(null)];
    const long = [sent(Array(9).fill(1)), sent(['x'.repeat(5_000)])];
    for (const text of [...bad, ...long]) expect(() => readCursor(text, any)).toThrow(/not a page/);
    expect(() => readCursor(writeCursor([1, 2]), ({ length }) => length === 1)).toThrow();
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(() => readCursor(text, () => false)).toThrow(/not a page/);
      }),
    );
  });
});

describe('the links of a page', () => {
  it('lead to itself, to the first page and to the next', () => {
    const relations = (page: string | undefined, next: number[] | undefined) =>
      linksOfPage('https://x.test/Patient', [], page, next).map(({ relation }) => relation);
    expect(relations(undefined, undefined)).toEqual(['self']);
    expect(relations(undefined, [1])).toEqual(['self', 'next']);
    expect(relations('W10', [1])).toEqual(['self', 'first', 'next']);
    const [self] = linksOfPage('https://x.test/Patient', [['_count', '2']], 'W10', undefined);
    expect(self?.url).toBe('https://x.test/Patient?_count=2&_page=W10');
  });
});
