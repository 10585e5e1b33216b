import { describe, expect, it } from 'vitest';
import { UpstreamFault } from '../../../../src/fhir/upstream/fault.js';
import { leftOut, mayRetryNarrower, searchAddress } from '../../../../src/fhir/upstream/imports.js';

const PATIENT = ['patient', 'p1'] as const;
const CODE = ['code', 'http://loinc.org|8867-4'] as const;
const search = (criteria: readonly (readonly [string, string])[]) => ({
  patient: 'p1',
  names: 'Observation?patient',
  criteria,
  binding: [PATIENT],
});
const rejected = (status: number) => new UpstreamFault('no', { status });

describe('requests to the hospital', () => {
  it('have their values escaped and ask for large pages', () => {
    expect(searchAddress('https://his.example/fhir', 'Observation', [PATIENT, CODE])).toBe(
      'https://his.example/fhir/Observation?patient=p1&code=http%3A%2F%2Floinc.org%7C8867-4&_count=200',
    );
  });

  it('are repeated with the patient alone where the server does not understand the rest', () => {
    const both = search([PATIENT, CODE]);
    const retried = [400, 401, 404, 422, 500, 501].filter((status) =>
      mayRetryNarrower(rejected(status), both),
    );
    expect(retried).toEqual([400, 422, 501]);
    expect(mayRetryNarrower(rejected(400), search([PATIENT]))).toBe(false);
    expect(mayRetryNarrower(new UpstreamFault('no answer', {}), both)).toBe(false);
    expect(mayRetryNarrower(new TypeError('a fault of ours'), both)).toBe(false);
  });

  it('say how many resources were left out, if any', () => {
    expect(leftOut(0)).toEqual([]);
    expect(leftOut(3)).toEqual([
      expect.objectContaining({ severity: 'warning', code: 'incomplete' }),
    ]);
    expect(leftOut(3)[0]?.diagnostics).toContain('has 3 more');
  });
});
