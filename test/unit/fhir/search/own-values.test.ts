import { describe, expect, it } from 'vitest';
import type { SearchParameter } from '../../../../src/fhir/definitions/definition.js';
import type { Resource } from '../../../../src/fhir/resource.js';
import { parseSearch } from '../../../../src/fhir/search/parse.js';
import { meets } from '../../../support/fhir/filter-in-memory.js';
import { makeResource } from '../../../support/fhir/made-resources.js';
import { heldOf, SEARCH_PARTS } from '../../../support/fhir/memory-search.js';
import { ownValues } from '../../../support/fhir/own-values.js';
import {
  hasSharedExamples,
  NO_SHARED_EXAMPLES,
  synthesizedResources,
  usCoreExamples,
} from '../../../support/fhir/shared-examples.js';

const { definitions } = SEARCH_PARTS;

/** A value of the same kind that the resource does not have; nothing for what is no equality. */
function otherValue({ code, type }: SearchParameter, value: string): string | undefined {
  if (type === 'composite' || code === 'phonetic' || /^(?:ge|le|ap)/.test(value)) return undefined;
  if (type === 'date') return '1583-02-03';
  if (type === 'number' || type === 'quantity') return value.replace(/^[-+.\de]+/, '918273645.5');
  return value.replace(/\/_history\/.*$|$/, 'zz9');
}

/** Searches by own values that find nothing, by others that find something; pairs asked for. */
function missed(resources: readonly Resource[]) {
  const pairs = new Set<string>();
  const faults: string[] = [];
  for (const resource of resources) {
    const one = heldOf(resource);
    const finds = (code: string, value: string) =>
      meets(parseSearch(one.type, [[code, value]], SEARCH_PARTS).query.where, one, [one]);
    for (const { parameter, value } of ownValues(definitions, resource)) {
      const { code } = parameter;
      pairs.add(`${one.type}?${code}`);
      if (!finds(code, value)) faults.push(`${one.type}/${one.id} not ${code}=${value}`);
      const other = otherValue(parameter, value);
      if (other !== undefined && finds(code, other)) faults.push(`${one.type} ${code}=${other}`);
    }
  }
  return { pairs, faults };
}

const MAX_SEEDS = 200;

/** All pairs of a type and a parameter that has values in the resource. */
const searched = (type: string) =>
  definitions
    .parameters(type)
    .filter(({ code }) => !['_id', '_lastUpdated'].includes(code))
    .map(({ code }) => `${type}?${code}`);

describe('a resource is found by each of its own values', () => {
  it('of every parameter of every type, on made resources', () => {
    const unmet = definitions.served.flatMap((type) => {
      const open = new Set(searched(type));
      // Elements exclude each other and rules take some away: one resource cannot hold them all.
      for (let seed = 1; seed <= MAX_SEEDS && open.size > 0; seed++) {
        const { pairs, faults } = missed([
          makeResource(definitions, type, seed, 1 / (seed % 3 || 1)),
        ]);
        expect(faults).toEqual([]);
        for (const pair of pairs) open.delete(pair);
      }
      return [...open];
    });
    expect(unmet).toEqual([]);
  });

  it.skipIf(!hasSharedExamples)(`on real examples (else ${NO_SHARED_EXAMPLES})`, () => {
    const examples = [
      ...usCoreExamples(),
      ...synthesizedResources().filter((_, at) => at % 15 === 0),
    ];
    const served = examples.filter(({ resourceType }) => definitions.served.includes(resourceType));
    const { pairs, faults } = missed(served);
    expect(faults).toEqual([]);
    expect(pairs.size).toBeGreaterThan(250);
  });
});
