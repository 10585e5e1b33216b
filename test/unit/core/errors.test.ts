import { describe, expect, it } from 'vitest';
import { AppError, invalidField, messageOf } from '../../../src/core/errors.js';

describe('AppError', () => {
  it('carries its code, its issues and the time to wait', () => {
    const issues = [{ field: 'age', issue: 'is required' }];
    const error = new AppError('overloaded', 'Busy.', { issues, retryAfterSeconds: 3 });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'AppError',
      code: 'overloaded',
      message: 'Busy.',
      issues,
      retryAfterSeconds: 3,
    });
  });

  it('has no issues, no wait and no cause of its own', () => {
    const error = new AppError('conflict', 'Taken.');
    expect(error.issues).toEqual([]);
    expect(error.retryAfterSeconds).toBeUndefined();
    expect(Object.hasOwn(error, 'cause')).toBe(false);
  });

  it('keeps the cause apart from the message', () => {
    const cause = new Error('/secret/path');
    const error = new AppError('internal_error', 'Failed.', { cause });
    expect(error.cause).toBe(cause);
    expect(error.message).not.toContain('secret');
  });
});

describe('invalidField', () => {
  it('names the field in the message and in the issue', () => {
    const error = invalidField('image_type', 'must be known');
    expect(error.code).toBe('validation_error');
    expect(error.message).toBe('Invalid value for image_type: must be known.');
    expect(error.issues).toEqual([{ field: 'image_type', issue: 'must be known' }]);
  });
});

describe('messageOf', () => {
  it.each([
    [new Error('broken'), 'broken'],
    ['text', 'text'],
    [42, '42'],
    [undefined, 'undefined'],
    [null, 'null'],
  ])('reads %s', (thrown, expected) => {
    expect(messageOf(thrown)).toBe(expected);
  });
});
