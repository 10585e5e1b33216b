import { describe, expect, it } from 'vitest';
import { Batch } from '../../../../src/fhir/import/batch.js';
import { changeOutcome, entryOutcomes } from '../../../../src/fhir/import/counts.js';
import type { ResourceRequest } from '../../../../src/fhir/interactions/plan.js';

const put = (id: string, text = '{}'): ResourceRequest => ({
  method: 'PUT',
  type: 'Patient',
  id,
  resource: { value: { resourceType: 'Patient', id }, text },
});
const at = { line: 1, entry: 0 };
const apply = () => {
  throw new Error('It is written by the loader.');
};

describe('a batch of changes', () => {
  it('knows the resources that it changes until it is taken', () => {
    const batch = new Batch();
    expect(batch.isEmpty).toBe(true);
    batch.add(put('a'), at, apply);
    expect(batch.isEmpty).toBe(false);
    expect(batch.changes(put('a'))).toBe(true);
    expect(batch.changes(put('b'))).toBe(false);
    expect(batch.take()).toEqual([{ at, method: 'PUT', apply }]);
    expect(batch.isEmpty).toBe(true);
    expect(batch.changes(put('a'))).toBe(false);
  });

  it('is full at 64 changes', () => {
    const batch = new Batch();
    for (let n = 0; n < 63; n += 1) batch.add(put(`p${n}`), at, apply);
    expect(batch.isFull).toBe(false);
    batch.add(put('last'), at, apply);
    expect(batch.isFull).toBe(true);
  });

  it('is full at 4 Mi characters, until it is taken', () => {
    const batch = new Batch();
    batch.add(put('a', 'x'.repeat(4 * 1_048_576)), at, apply);
    expect(batch.isFull).toBe(true);
    batch.take();
    expect(batch.isFull).toBe(false);
  });
});

describe('the outcome', () => {
  it.each([
    [201, 'PUT', 'created'],
    [200, 'PUT', 'updated'],
    [200, 'PATCH', 'updated'],
    [204, 'DELETE', 'removed'],
    [200, 'DELETE', 'removed'],
    [200, 'POST', 'unchanged'],
    [201, 'POST', 'created'],
  ] as const)('of a change with status %i to %s: %s', (status, method, outcome) => {
    expect(changeOutcome({ status }, method)).toBe(outcome);
  });

  it('of a transaction is that of its entries', () => {
    const entry = ['201 Created', '200 OK', '204 No Content', '304 Not Modified'].map((status) => ({
      response: { status },
    }));
    expect(entryOutcomes(JSON.stringify({ entry }))).toEqual(['created', 'updated', 'removed']);
    expect(entryOutcomes('{}')).toEqual([]);
  });
});
