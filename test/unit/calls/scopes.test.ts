import { describe, expect, it } from 'vitest';
import { isScope, SCOPES } from '../../../src/calls/scopes.js';

describe('isScope', () => {
  it('takes the nine scopes of the interface and no other word', () => {
    expect(SCOPES).toHaveLength(9);
    for (const scope of SCOPES) expect(isScope(scope)).toBe(true);
    for (const word of ['', 'Imaging', 'imaging ', 'fhir', 'fhir.*', '*', 'constructor']) {
      expect(isScope(word)).toBe(false);
    }
  });
});
