import { describe, expect, it } from 'vitest';
import { checkAcceptable } from '../../../../src/fhir/interactions/accept.js';

const takes = (accept: string | undefined, format?: string): boolean => {
  try {
    checkAcceptable(accept, format === undefined ? [] : [['_format', format]]);
    return true;
  } catch {
    return false;
  }
};

describe('what a client takes', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, true],
    ['', true],
    ['*/*', true],
    ['application/*;q=0.2', true],
    ['application/fhir+xml, application/fhir+json;q=0.1', true],
    ['application/json+fhir', true],
    ['application/fhir+json;fhirVersion="4.0"', true],
    ['application/fhir+json;fhirVersion=4.0.1', true],
    ['application/fhir+json;fhirVersion=3.0', false],
    ['application/fhir+json;q=0', false],
    ['text/html', false],
    ['image/*', false],
  ])('Accept: %s → %s', (accept, taken) => {
    expect(takes(accept)).toBe(taken);
  });

  it('is said by _format before Accept', () => {
    expect(takes('application/fhir+xml', 'json')).toBe(true);
    expect(takes('application/fhir+json', 'xml')).toBe(false);
    expect(takes(undefined, 'application/fhir json')).toBe(true);
  });
});
