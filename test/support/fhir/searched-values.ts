import { readFileSync } from 'node:fs';
import fhirpath, { type Model } from 'fhirpath';
import r4 from 'fhirpath/fhir-context/r4/index.js';
import type { Definitions, SearchParameter } from '../../../src/fhir/definitions/definition.js';
import type { RawDefinitions } from '../../../src/fhir/definitions/raw.js';
import type { Resource } from '../../../src/fhir/resource.js';
import { writings } from './own-values.js';
import { forLibrary } from './path-oracle.js';

interface Typed {
  readonly type: string;
  readonly value: unknown;
}

type Read = (node: unknown, resource: Resource) => readonly Typed[];

// Its own declarations do not agree about optional members.
const model = r4 as Model;

/** What each part of a composite is read by, below its root. */
const PARTS = new Map(
  (
    JSON.parse(
      readFileSync(new URL('../../../src/fhir/definitions/r4.json', import.meta.url), 'utf8'),
    ) as RawDefinitions
  ).parameters.map(({ name, components = [] }) => [
    `http://hl7.org/fhir/SearchParameter/${name}`,
    components.map(([, expression]) => expression),
  ]),
);

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** An expression with the types of its result according to the reference library. */
function createRead(expression: string, base: string): Read {
  const options = { resolveInternalTypes: false, traceFn: () => undefined } as const;
  const compiled = fhirpath.compile({ base, expression: forLibrary(expression) }, model, options);
  return (node, resource) => {
    const found = compiled(node, { resource, rootResource: resource }) as unknown[];
    const types = fhirpath.types(found);
    return found.map((value, at) => ({
      type: (types[at] ?? '').replace(/^(?:FHIR|System)\./, ''),
      value: plain(value),
    }));
  };
}

/** Reads an expression, compiled once. */
function createReader(): (
  expression: string,
  base: string,
  node: unknown,
  of: Resource,
) => Typed[] {
  const known = new Map<string, Read>();
  return (expression, base, node, of) => {
    const key = `${base} ${expression}`;
    const read = known.get(key) ?? createRead(expression, base);
    known.set(key, read);
    return [...read(node, of)];
  };
}

/** One way to ask for each part of a value: a whole date, a code with its system. */
function asked(parameter: SearchParameter, { type, value }: Typed): string[] {
  const all = writings(parameter, type, value);
  if (parameter.type === 'date') return all.slice(0, 1);
  const exact = all.filter((one) => one.includes('|'));
  if (parameter.type === 'quantity') return (exact.length > 0 ? exact : all).slice(0, 1);
  return exact.length > 0 ? exact : all;
}

/**
 * Makes what says by which values a resource must be found. What they are is read by the reference
 * implementation of FHIRPath from the published expressions, not by the code that fills the index.
 */
export function createSearchedValues(
  definitions: Definitions,
): (resource: Resource) => { readonly parameter: SearchParameter; readonly value: string }[] {
  const read = createReader();

  function composed(parameter: SearchParameter, resource: Resource): string[] {
    const { expression, base, url, components = [] } = parameter;
    return expression.split(' | ').flatMap((root) =>
      read(root, base, resource, resource)
        .slice(0, 2)
        .flatMap(({ value }) => {
          const parts = components.map((component, at) => {
            const below = PARTS.get(url)?.[at] ?? '';
            return read(below, root, value, resource).flatMap((one) =>
              asked(component.parameter, one),
            );
          });
          const [one] = parts[0] ?? [];
          const [other] = parts[1] ?? [];
          return one === undefined || other === undefined ? [] : [`${one}$${other}`];
        }),
    );
  }

  return (resource) =>
    definitions.parameters(resource.resourceType).flatMap((parameter) => {
      const values =
        parameter.type === 'composite'
          ? composed(parameter, resource)
          : read(parameter.expression, parameter.base, resource, resource).flatMap((one) =>
              asked(parameter, one),
            );
      return [...new Set(values)].map((value) => ({ parameter, value }));
    });
}
