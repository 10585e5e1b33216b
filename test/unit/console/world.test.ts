import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathIn, pathInOther, returnPath, worldOf } from '../../../src/console/state/world.js';

describe('the world of a page', () => {
  it('is in its address', () => {
    expect(worldOf('/console/test/image')).toBe('test');
    expect(worldOf('/console/live')).toBe('live');
    expect(worldOf('/console/lively/image')).toBeUndefined();
    expect(worldOf('/console/sign-in')).toBeUndefined();
  });

  it('changes without taking an id along, which belongs to one world', () => {
    expect(pathInOther('test', '/console/live/patients/123')).toBe('/console/test/patients');
    expect(pathInOther('live', '/console/test')).toBe(pathIn('live', ''));
  });
});

describe('where the sign-in leads', () => {
  it.each(['/console/test/image', '/console/live/patients/a.b-1', '/console/live/'])(
    '%s',
    (path) => {
      expect(returnPath(path)).toBe(path);
    },
  );

  it.each([
    null,
    '',
    '//example.org/console/test/image',
    'https://example.org/console/test/',
    '/\\example.org',
    '/console/test/../../v1/fhir',
    '/console/test/image?next=//example.org',
    '/console/test/%2e%2e/x',
    'javascript:alert(1)',
    '/console/test/\u0000',
  ])('the start instead of %j', (asked) => {
    expect(returnPath(asked)).toBe('/console/');
  });

  it('a page of the console, whatever is asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (asked) => {
        const url = new URL(returnPath(asked), 'https://box.example');
        expect(url.origin).toBe('https://box.example');
        expect(url.pathname.startsWith('/console/')).toBe(true);
      }),
    );
  });
});
