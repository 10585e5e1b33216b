import { describe, expect, it } from 'vitest';
import { isKeyScope, KEY_SCOPES, PERSON_SCOPES } from '../../../src/calls/scopes.js';

describe('isKeyScope', () => {
  it('accepts the scopes of keys and nothing else', () => {
    expect(KEY_SCOPES).toHaveLength(12);
    for (const scope of KEY_SCOPES) expect(isKeyScope(scope)).toBe(true);
    for (const word of ['', 'ANALYZE', 'fhir', 'constructor', ...PERSON_SCOPES]) {
      expect(isKeyScope(word)).toBe(false);
    }
  });
});
