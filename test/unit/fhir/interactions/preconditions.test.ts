import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/core/errors.js';
import {
  checkPreconditions,
  etagOf,
  isUnchanged,
  lastModifiedOf,
  namedVersions,
} from '../../../../src/fhir/interactions/preconditions.js';

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'passed';
  } catch (error) {
    return error instanceof AppError ? error.code : 'unforeseen';
  }
};

describe('versions that a header names', () => {
  it.each([
    ['W/"3"', [3]],
    ['"3"', [3]],
    [' W/"3" , "12"', [3, 12]],
    ['*', '*'],
    ['"of-another-server"', [0]],
    ['""', [0]],
  ])('%s', (header, versions) => {
    expect(namedVersions(header, 'http.if-match')).toEqual(versions);
  });

  it.each(['3', 'W/3', 'w/"3"', '"3', 'W/"3";', '"3" "4"', '', ','])(
    '%s is malformed',
    (header) => {
      expect(codeOf(() => namedVersions(header, 'http.if-match'))).toBe('validation_error');
    },
  );

  it('are read back from the headers', () => {
    expect(namedVersions(etagOf(42), '')).toEqual([42]);
  });
});

describe('a write', () => {
  it.each<[object, number | undefined, string]>([
    [{}, undefined, 'passed'],
    [{}, 3, 'passed'],
    [{ ifMatch: 'W/"3"' }, 3, 'passed'],
    [{ ifMatch: 'W/"2"' }, 3, 'precondition_failed'],
    [{ ifMatch: 'W/"3"' }, undefined, 'precondition_failed'],
    [{ ifMatch: '*' }, 3, 'passed'],
    [{ ifMatch: '*' }, undefined, 'precondition_failed'],
    [{ ifNoneMatch: '*' }, undefined, 'passed'],
    [{ ifNoneMatch: '*' }, 3, 'precondition_failed'],
    [{ ifNoneMatch: 'W/"2"' }, 3, 'passed'],
    [{ ifNoneMatch: 'W/"3"' }, 3, 'precondition_failed'],
    [{ ifNoneMatch: 'three' }, undefined, 'validation_error'],
    [{ ifMatch: 'three' }, undefined, 'validation_error'],
  ])('with %j onto version %s: %s', (headers, version, outcome) => {
    expect(codeOf(() => checkPreconditions(headers, version))).toBe(outcome);
  });
});

describe('a read', () => {
  const row = { version: 3, updated: Date.UTC(2026, 10, 22, 12, 0, 0, 900) };

  it.each<[object, boolean]>([
    [{}, false],
    [{ ifNoneMatch: 'W/"3"' }, true],
    [{ ifNoneMatch: '*' }, true],
    [{ ifNoneMatch: 'W/"2"' }, false],
    [{ ifModifiedSince: 'Sun, 22 Nov 2026 12:00:00 GMT' }, true],
    [{ ifModifiedSince: 'Sun, 22 Nov 2026 11:59:59 GMT' }, false],
    [{ ifModifiedSince: 'not a date' }, false],
    [{ ifNoneMatch: 'W/"2"', ifModifiedSince: 'Sun, 22 Nov 2026 12:00:00 GMT' }, false],
  ])('with %j: unchanged %s', (headers, unchanged) => {
    expect(isUnchanged(headers, row)).toBe(unchanged);
  });

  it('gets its time in whole seconds, which then match', () => {
    expect(isUnchanged({ ifModifiedSince: lastModifiedOf(row.updated) }, row)).toBe(true);
  });
});
