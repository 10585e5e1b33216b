import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../src/console/api/errors.js';

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

describe('the error that an answer stands for', () => {
  it('names the field, all issues, the request and when to try again', () => {
    const body = {
      error: {
        code: 'validation_error',
        message: 'The input is invalid.',
        details: {
          field: 'patient.age',
          issue: 'must be a number',
          issues: [{ field: 'patient.age', issue: 'must be a number' }],
        },
        request_id: 'req_1',
        timestamp: '2026-01-01T00:00:00.000Z',
      },
    };
    const error = errorOf(answer(400, { 'Retry-After': '7' }), body);
    expect(error).toMatchObject({
      message: 'The input is invalid.',
      status: 400,
      code: 'validation_error',
      field: 'patient.age',
      issues: [{ field: 'patient.age', issue: 'must be a number' }],
      requestId: 'req_1',
      retryAfter: 7,
    });
  });

  it('reads an OperationOutcome of FHIR', () => {
    const body = {
      resourceType: 'OperationOutcome',
      issue: [{ code: 'not-found', diagnostics: 'There is no Patient/1.', expression: ['id'] }],
    };
    expect(errorOf(answer(404, { 'X-Request-Id': 'req_2' }), body)).toMatchObject({
      message: 'There is no Patient/1.',
      code: 'not-found',
      field: 'id',
      requestId: 'req_2',
    });
  });

  it.each([undefined, null, 'no', {}, { error: {} }])(
    'does without a body it knows: %j',
    (body) => {
      expect(errorOf(answer(502), body)).toMatchObject({ status: 502, code: 'unexpected_answer' });
    },
  );
});
