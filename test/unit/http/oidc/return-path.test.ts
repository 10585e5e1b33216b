import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeReturnPath } from '../../../../src/http/oidc/return-path.js';

const ORIGIN = 'https://wardbox.hospital.example:8443';

describe('safeReturnPath', () => {
  it.each([
    [undefined, '/console/'],
    ['', '/console/'],
    ['/console/', '/console/'],
    ['/console/live/patient/abc-1.2', '/console/live/patient/abc-1.2'],
    ['/console/test/', '/console/test/'],
    ['/console/test/audit?from=2026-11-01T00:00&limit=50', null],
    ['/console/invitation', '/console/invitation'],
    ['/console/oidcs', '/console/oidcs'],
  ])('takes %j', (text, path) => expect(safeReturnPath(text)).toBe(path ?? text));

  it.each([
    'https://evil.example/console/',
    '//evil.example/console/',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/console\\..\\..\\evil',
    '/console//evil.example',
    '/console/../evil',
    '/console/./x',
    '/console/x/..',
    '/console/...',
    '/console/%2e%2e/evil',
    '/console/..%2fevil',
    '/console/%5c%5cevil.example',
    '/console/%00',
    '/%2fevil.example',
    '/consoles/',
    '/console',
    'console/',
    ' /console/',
    '/console/\\t//evil',
    '/console/\t',
    '/console/\n',
    '/console/@evil.example',
    '/console/x#fragment',
    'javascript:alert(1)//console/',
    'data:text/html,/console/',
    '/v1/fhir/Patient',
    '/console/oidc/start',
    '/console/oidc',
    '/console/oidc?x',
    '/console/api/session',
    '/console/<script>',
    '/console/"onload=',
    '/console/\u2028',
    '/console/ä',
    `/console/${'a'.repeat(500)}`,
  ])('refuses %j', (text) => expect(safeReturnPath(text)).toBeUndefined());

  it('never leads out of the console, whatever is sent', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      '..',
      '.',
      '%2f',
      '%5c',
      'console',
      '@',
      ':',
      'a',
      '?',
      '#',
      '\t',
      '%2e',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(parts).map((all) => `/console/${all.join('')}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const path = safeReturnPath(text);
        if (path === undefined) return;
        const { origin, pathname } = new URL(path, `${ORIGIN}/console/oidc/callback`);
        expect(origin).toBe(ORIGIN);
        expect(pathname).toMatch(/^\/console\/(?!oidc\/|api\/)/);
      }),
    );
  });
});
