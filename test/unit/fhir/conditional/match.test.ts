import { describe, expect, it } from 'vitest';
import { criteriaOf, oneMatch } from '../../../../src/fhir/conditional/match.js';
import { runDecision } from '../../../support/run-decision.js';

const who = {
  mode: 'test',
  actor: { type: 'api_key', id: 'key_1', mode: 'test' },
  requestId: 'req_1',
  base: 'http://localhost/v1/fhir',
} as const;
const of = { type: 'Patient', criteria: [['active', 'true']] } as const;
const query = {
  type: 'Patient',
  where: { kind: 'all', of: [] },
  order: [],
  limit: 2,
  total: 'none',
} as const;
const found = (ids: readonly string[]) => {
  const rows = ids.map((id) => ({ id }));
  return runDecision(
    oneMatch(of, who, () => query),
    { 'fhir.search': () => ({ rows }) },
  );
};

describe('the one that meets criteria', () => {
  it('is none, or one', () => {
    expect(found([])).toBeUndefined();
    expect(found(['a'])).toBe('a');
  });

  it('is refused when it is not one', () => {
    expect(() => found(['a', 'b'])).toThrow(
      expect.objectContaining({ code: 'precondition_failed' }),
    );
  });
});

it.each<[string, [string, string][]]>([
  ['identifier=http://x|1', [['identifier', 'http://x|1']]],
  [
    ' ?identifier=http%3A%2F%2Fx%7C1&active=true',
    [
      ['identifier', 'http://x|1'],
      ['active', 'true'],
    ],
  ],
  ['Patient?name=a+b', [['name', 'a b']]],
  ['', []],
])('If-None-Exist: %s', (header, criteria) => {
  expect(criteriaOf(header)).toEqual(criteria);
});
