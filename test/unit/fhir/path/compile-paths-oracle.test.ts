import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SearchParameter } from '../../../../src/fhir/definitions/definition.js';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import type { RawDefinitions } from '../../../../src/fhir/definitions/raw.js';
import { valuesAt } from '../../../../src/fhir/path/values-at.js';
import type { Resource } from '../../../../src/fhir/resource.js';
import { createLooseMaker } from '../../../support/fhir/loose-resources.js';
import { createOracle, type Oracle } from '../../../support/fhir/path-oracle.js';
import {
  hasSharedExamples,
  NO_SHARED_EXAMPLES,
  synthesizedResources,
  usCoreExamples,
} from '../../../support/fhir/shared-examples.js';

const definitions = openDefinitions();
const oracles = new Map<string, Oracle>();

/** What the parts of composites are read by, which the definitions give only compiled. */
const raw = JSON.parse(
  readFileSync(new URL('../../../../src/fhir/definitions/r4.json', import.meta.url), 'utf8'),
) as RawDefinitions;
const PARTS = new Map(
  raw.parameters.map(({ name, components }) => [
    `http://hl7.org/fhir/SearchParameter/${name}`,
    components ?? [],
  ]),
);

function oracleOf({ expression, base }: Pick<SearchParameter, 'expression' | 'base'>): Oracle {
  const key = `${base} ${expression}`;
  const oracle = oracles.get(key) ?? createOracle(expression, base);
  oracles.set(key, oracle);
  return oracle;
}

/** As a set of texts whose members stand in one order. */
function asSet(values: readonly unknown[]): readonly string[] {
  const sorted = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return [...new Set(values.map((value) => JSON.stringify(value, sorted)))].sort();
}

interface Met {
  compared: number;
  readonly withValue: Set<string>;
  readonly different: string[];
}

const nothingMet = (): Met => ({ compared: 0, withValue: new Set(), different: [] });

function compareOne(
  met: Met,
  name: string,
  own: readonly unknown[],
  theirs: readonly unknown[] = [],
) {
  met.compared += 1;
  if (theirs.length > 0) met.withValue.add(name);
  if (asSet(own).join() !== asSet(theirs).join()) met.different.push(name);
}

/** Each part of a composite, below all of its roots at once. */
function compareParts(met: Met, composite: SearchParameter, resource: Resource): void {
  const roots = composite.paths.flatMap((walk) => valuesAt(walk, resource));
  for (const [at, { paths }] of (composite.components ?? []).entries()) {
    const parts = PARTS.get(composite.url)![at]![1].split(' | ');
    const expression = composite.expression
      .split(' | ')
      .flatMap((root) => parts.map((part) => `${root}.${part}`))
      .join(' | ');
    const own = roots.flatMap((root) => paths.flatMap((walk) => valuesAt(walk, root)));
    const theirs = oracleOf({ expression, base: composite.base })(resource, resource);
    compareOne(met, `${composite.base}?${composite.code}$${at}`, own, theirs);
  }
}

function compare(met: Met, resource: Resource): void {
  for (const parameter of definitions.parameters(resource.resourceType)) {
    const own = parameter.paths.flatMap((walk) => valuesAt(walk, resource));
    const theirs = oracleOf(parameter)(resource, resource);
    compareOne(met, `${parameter.base}?${parameter.code}`, own, theirs);
    compareParts(met, parameter, resource);
  }
}

const namesOf = (type: string): readonly string[] =>
  definitions.parameters(type).flatMap(({ base, code, components = [] }) => {
    const name = `${base}?${code}`;
    return [name, ...components.map((_, at) => `${name}$${at}`)];
  });

const MAX = 400;
const LEAST = 10;

describe('paths beside the reference implementation of FHIRPath', () => {
  it('gather the same for every parameter of every served type, on made resources', () => {
    const conditions = definitions.served
      .flatMap((type) => definitions.parameters(type).flatMap(({ paths }) => paths))
      .flatMap(({ steps }) => steps.flatMap((step) => ('is' in step ? step.is : [])));
    const words = [...new Set(conditions), 'a', 'b'];
    const maker = createLooseMaker(definitions, words, 7);
    const met = nothingMet();
    for (const type of definitions.served) {
      const names = namesOf(type);
      for (let made = 0; made < MAX; made += 1) {
        if (made >= LEAST && names.every((name) => met.withValue.has(name))) break;
        compare(met, maker.resource(type));
      }
    }
    expect(met.different).toEqual([]);
    const names = definitions.served.flatMap(namesOf);
    expect(names.length).toBeGreaterThan(800);
    expect(names.filter((name) => !met.withValue.has(name))).toEqual([]);
  });

  it.skipIf(!hasSharedExamples)(
    `gather the same on the examples${hasSharedExamples ? '' : `: ${NO_SHARED_EXAMPLES}`}`,
    () => {
      const synthesized = synthesizedResources().filter((_, at) => at % 25 === 0);
      const met = nothingMet();
      for (const resource of [...usCoreExamples(), ...synthesized]) compare(met, resource);
      expect(met.different).toEqual([]);
      expect(met.compared).toBeGreaterThan(5_000);
    },
  );
});
