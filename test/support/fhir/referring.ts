import type { Definitions } from '../../../src/fhir/definitions/definition.js';
import { valuesAt } from '../../../src/fhir/path/values-at.js';
import type { Resource } from '../../../src/fhir/resource.js';
import { createValidator } from '../../../src/fhir/validation/create-validator.js';
import { makeResource } from './made-resources.js';

const MAX_SEEDS = 60;

/** What a value refers to, where that is a resource of the same server. */
function literal(value: unknown): string | undefined {
  const text =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'reference') : value;
  return typeof text === 'string' && /^(?:[A-Z]\w+\/[\w.-]+|https?:)/.test(text) ? text : undefined;
}

/** The same tree with each reference to one place turned into one to another. */
function turned(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((one) => turned(one, from, to));
  if (typeof value !== 'object' || value === null) return value;
  if (Reflect.get(value, 'reference') === from) return { reference: to };
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, turned(child, from, to)]),
  );
}

/** Makes legal resources that refer to a given one by a given search parameter. */
export function createReferring(
  definitions: Definitions,
): (type: string, code: string, target: { type: string; id: string }) => Resource {
  const validator = createValidator(definitions);
  const isLegal = (resource: Resource) =>
    validator.validate(resource, {}).every(({ severity }) => severity !== 'error');
  const made = new Map<string, Resource>();
  const resourceOf = (type: string, seed: number) => {
    const key = `${type} ${seed}`;
    const resource = made.get(key) ?? makeResource(definitions, type, seed, 1);
    made.set(key, resource);
    return resource;
  };
  return (type, code, target) => {
    if (type === 'Bundle') {
      const first = { ...makeResource(definitions, target.type, 1, 0), id: target.id };
      return {
        resourceType: 'Bundle',
        type: 'collection',
        entry: [{ resource: first }],
      } as Resource;
    }
    const walks = definitions
      .parameter(type, code)!
      .paths.filter(({ targets }) => targets === undefined || targets.includes(target.type));
    for (let seed = 1; seed <= MAX_SEEDS; seed += 1) {
      const resource = resourceOf(type, seed);
      for (const value of walks.flatMap((walk) => valuesAt(walk, resource))) {
        const from = literal(value);
        if (from === undefined) continue;
        const other = turned(resource, from, `${target.type}/${target.id}`) as Resource;
        // An allowed value may be ruled out by the values next to it.
        if (isLegal(other)) return other;
      }
    }
    throw new Error(`No made ${type} refers to anything by ${code}`);
  };
}
