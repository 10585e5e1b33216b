import type { Definitions } from '../../../src/fhir/definitions/definition.js';
import type { IssueType } from '../../../src/fhir/outcome.js';
import type { Resource } from '../../../src/fhir/resource.js';
import { type Json, type Place, placesIn } from './places.js';

/** What a validator must say of a resource after one change. */
export interface Mutation {
  readonly code: IssueType;
  readonly expression: string;
}

interface Kind {
  readonly fits: (place: Place, definitions: Definitions) => boolean;
  /** Changes the resource in place. */
  readonly apply: (place: Place) => Mutation;
}

const replace = ({ parent, element: { name, many } }: Place, value: unknown): void => {
  parent[name] = many ? [value, ...(parent[name] as unknown[]).slice(1)] : value;
};

const first = ({ path, element }: Place): string => (element.many ? `${path}[0]` : path);

/** Another rule reports these first: ext-1, and references to resources that are no longer contained. */
const isPlain = ({ element, group }: Place): boolean =>
  element.name !== 'contained' && group.path !== 'Extension';

/** Of each kind of fault one change that makes it, wherever it can be made. */
export const KINDS: Readonly<Record<string, Kind>> = {
  'an unknown element': {
    fits: () => true,
    apply: ({ parent, parentPath }) => {
      parent.unheardOf = 'x';
      return { code: 'structure', expression: parentPath };
    },
  },
  'one value for a list': {
    fits: (place) => place.element.many && isPlain(place),
    apply: ({ parent, element: { name }, path }) => {
      parent[name] = (parent[name] as unknown[])[0];
      delete parent[`_${name}`];
      return { code: 'structure', expression: path };
    },
  },
  'an empty list': {
    fits: (place) => place.element.many && isPlain(place),
    apply: ({ parent, element: { name }, path }) => {
      parent[name] = [];
      delete parent[`_${name}`];
      return { code: 'structure', expression: path };
    },
  },
  'a list for one value': {
    fits: ({ element }) => !element.many,
    apply: ({ parent, element: { name }, path }) => {
      parent[name] = [parent[name]];
      return { code: 'structure', expression: path };
    },
  },
  'an object for a primitive': {
    fits: ({ element }) => element.primitive,
    apply: (place) => {
      replace(place, { value: 1 });
      return { code: 'value', expression: first(place) };
    },
  },
  'a string for an object': {
    fits: ({ element }) => element.group !== undefined,
    apply: (place) => {
      replace(place, 'x');
      return { code: 'structure', expression: first(place) };
    },
  },
  'an empty object': {
    fits: ({ element }) => element.group !== undefined,
    apply: (place) => {
      replace(place, {});
      return { code: 'structure', expression: first(place) };
    },
  },
  'null for an object': {
    fits: ({ element }) => element.group !== undefined,
    apply: (place) => {
      replace(place, null);
      return { code: 'structure', expression: first(place) };
    },
  },
  'an empty string': {
    fits: ({ element, parent }) => element.primitive && typeof parent[element.name] === 'string',
    apply: (place) => {
      replace(place, '');
      return { code: 'value', expression: first(place) };
    },
  },
  'a required element left out': {
    fits: (place) =>
      place.element.min > 0 &&
      isPlain(place) &&
      place.element.name !== 'div' &&
      Object.keys(place.parent).length > 2,
    apply: ({ parent, element: { name }, path }) => {
      delete parent[name];
      delete parent[`_${name}`];
      return { code: 'required', expression: path };
    },
  },
  'a code of no such set': {
    fits: ({ element, parent }, definitions) =>
      element.primitive &&
      element.binding !== undefined &&
      definitions.codes(element.binding) !== undefined &&
      parent[element.name] !== undefined,
    apply: (place) => {
      replace(place, 'no-such-code');
      return { code: 'code-invalid', expression: first(place) };
    },
  },
  'a reference to a type that is not allowed': {
    fits: ({ element }) =>
      element.type === 'Reference' && element.targets?.includes('Resource') === false,
    apply: (place) => {
      replace(place, { reference: 'TestScript/1' });
      return { code: 'processing', expression: first(place) };
    },
  },
  'a second type of a choice': {
    fits: ({ element: { choiceOf, name } }) => choiceOf === 'value' && name !== 'valueString',
    apply: ({ parent, parentPath }) => {
      parent.valueString = 'x';
      return { code: 'structure', expression: parentPath };
    },
  },
};

/**
 * Changes a copy of a resource so that it has one fault of a kind.
 *
 * @param at which of the places that fit, counted round and round
 * @returns nothing where no place fits
 */
export function mutate(
  definitions: Definitions,
  resource: Resource,
  kind: string,
  at: number,
): { readonly mutant: Json; readonly expected: Mutation } | undefined {
  const mutant = structuredClone(resource) as Json & Resource;
  const { fits, apply } = KINDS[kind]!;
  const places = placesIn(definitions, mutant).filter((place) => fits(place, definitions));
  const place = places[at % places.length];
  return place === undefined ? undefined : { mutant, expected: apply(place) };
}
