import { describe, expect, it } from 'vitest';
import { AppError, invalidFields } from '../../../src/core/errors.js';
import { errorOf, faultOf } from '../../../src/core/fault.js';

/** As a thread sends it. */
const across = (error: unknown) => errorOf(structuredClone(faultOf(error)));

describe('an error on its way to another thread', () => {
  it('keeps code, words, every field at fault and the time to wait', () => {
    const issues = [
      { field: 'patient_data.vitals.heart_rate', issue: 'is too high' },
      { field: 'patient_data.demographics.age', issue: 'is not whole' },
    ];
    expect(across(invalidFields(issues))).toEqual(invalidFields(issues));
    const busy = new AppError('overloaded', 'Too much waits.', { retryAfterSeconds: 7 });
    expect(across(busy)).toEqual(busy);
    expect(across(busy).retryAfterSeconds).toBe(7);
  });

  it('keeps the cause for the log', () => {
    const error = new AppError('model_unavailable', 'Not now.', { cause: new TypeError('why') });
    expect(across(error).cause).toContain('TypeError: why');
    expect(across(new AppError('gone', 'Gone.')).cause).toBeUndefined();
  });

  it('reports unexpected errors only to the log', () => {
    const { code, message, issues, cause } = across(new TypeError('cough of Mrs Smith'));
    expect([code, issues]).toEqual(['internal_error', []]);
    expect(message).not.toContain('Smith');
    expect(cause).toContain('cough of Mrs Smith');
    expect(across('thrown').cause).toBe('thrown');
  });
});
