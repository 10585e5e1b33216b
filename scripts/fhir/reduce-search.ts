import type { RawParameter } from '../../src/fhir/definitions/raw.js';
import {
  type CompartmentDefinition,
  lastSegment,
  type SearchParameterResource,
} from './package-files.js';

/** With at least this many target types a parameter may refer to any: the standard has 5 or 145. */
const ANY = 100;

type Components = NonNullable<RawParameter['components']>;

/**
 * The published parts of "combination of relation and relatesTo" are read at each other's place:
 * the token at a reference, the reference at a code. It could never match.
 */
const CORRECTED: Readonly<Record<string, Components>> = {
  'DocumentReference-relationship': [
    ['DocumentReference-relation', 'code'],
    ['DocumentReference-relatesto', 'target'],
  ],
};

/** Their first part is outside of the composite's root, below which all parts are read. */
const SPREAD: ReadonlySet<string> = new Set([
  'MolecularSequence-chromosome-variant-coordinate',
  'MolecularSequence-referenceseqid-variant-coordinate',
]);

/** What can be searched: `_text`, `_content` and `_query` have no expression, `near` has no rules. */
export const reduceParameters = (all: readonly SearchParameterResource[]): RawParameter[] =>
  all.flatMap(({ url, code, type, base, expression, target, component }) => {
    if (expression === undefined || type === 'special') return [];
    if (SPREAD.has(lastSegment(url))) return [];
    const published = component?.map((part): readonly [string, string] => [
      lastSegment(part.definition),
      part.expression,
    ]);
    const components = CORRECTED[lastSegment(url)] ?? published;
    return {
      code,
      type,
      base,
      name: lastSegment(url),
      expression,
      ...(target && target.length < ANY && { targets: target }),
      ...(components && { components }),
    };
  });

export const reduceCompartment = ({ resource }: CompartmentDefinition) =>
  Object.fromEntries(
    resource.flatMap(({ code, param }) => (param === undefined ? [] : [[code, param]])),
  );
