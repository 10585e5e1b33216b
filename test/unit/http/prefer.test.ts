import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { respondAsync } from '../../../src/http/prefer.js';

describe('respondAsync', () => {
  it.each([
    'respond-async',
    'Respond-Async',
    'respond-async, wait=10',
    'wait=10, respond-async',
    'return=minimal;foo="a,b", respond-async;x=1',
    'foo="x, \\"y\\"", respond-async',
    '  respond-async  ',
    'respond-async=""',
  ])('reads %s', (header) => {
    expect(respondAsync(header)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'wait=10',
    'x-respond-async',
    'respond-asynchronously',
    'return="respond-async"',
    'foo="a, respond-async"',
    'foo; respond-async',
    'respond async',
  ])('does not see it in %s', (header) => {
    expect(respondAsync(header)).toBe(false);
  });

  it('finds it among other preferences', () => {
    const token = fc.stringMatching(/^[a-z-]{1,12}$/);
    const quoted = fc.string().map((text) => JSON.stringify(text));
    const preference = fc
      .tuple(token, fc.option(fc.oneof(token, quoted), { nil: undefined }))
      .filter(([name]) => name !== 'respond-async')
      .map(([name, value]) => (value === undefined ? name : `${name}=${value}`));
    fc.assert(
      fc.property(fc.array(preference), fc.array(preference), (before, after) => {
        expect(respondAsync([...before, 'respond-async', ...after].join(', '))).toBe(true);
        expect(respondAsync([...before, ...after].join(', '))).toBe(false);
      }),
    );
  });

  it('comes to an end with any text', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof respondAsync(text) === 'boolean'));
  });
});
