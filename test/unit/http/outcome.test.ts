import { describe, expect, it } from 'vitest';
import { AppError, invalidField } from '../../../src/core/errors.js';
import { fhirFault } from '../../../src/http/outcome.js';

describe('a thrown error, as a FHIR outcome', () => {
  it('names the element and what kind of issue it is', () => {
    const error = new AppError('unprocessable', 'x', {
      issues: [{ field: 'Patient.gender', issue: 'Not in the list.', type: 'code-invalid' }],
    });
    expect(fhirFault(error)).toEqual({
      status: 422,
      code: 'unprocessable',
      outcome: {
        resourceType: 'OperationOutcome',
        issue: [
          {
            severity: 'error',
            code: 'code-invalid',
            diagnostics: 'Not in the list.',
            expression: ['Patient.gender'],
          },
        ],
      },
    });
  });

  it('says the whole sentence where the fault is not of FHIR', () => {
    expect(fhirFault(invalidField('a', 'is odd')).outcome.issue).toEqual([
      { severity: 'error', code: 'invalid', diagnostics: 'Invalid value for a: is odd.' },
    ]);
  });

  it('has the status of HTTP for a type that is not taken', () => {
    expect(fhirFault(new AppError('unsupported_media_type', 'x')).status).toBe(415);
  });

  it('says nothing of a fault of ours', () => {
    const fault = fhirFault(new Error('SELECT secret'));
    expect(fault.status).toBe(500);
    expect(JSON.stringify(fault.outcome)).not.toContain('secret');
    expect(fault.outcome.issue[0]?.code).toBe('exception');
  });

  it('says when to come again', () => {
    const busy = new AppError('overloaded', 'x', { retryAfterSeconds: 7 });
    expect(fhirFault(busy)).toMatchObject({ status: 503, retryAfterSeconds: 7 });
  });
});
