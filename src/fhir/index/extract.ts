import type { IndexRows } from '../../store/fhir/rows.js';
import type { CompiledPath, Definitions, SearchParameter } from '../definitions/definition.js';
import { valuesAt } from '../path/values-at.js';
import type { Resource } from '../resource.js';
import { createDateReader, dateRows } from './dates.js';
import { OWN_COLUMNS, parameterName, ROW_KIND } from './parameter-name.js';
import { createUnits, numberRows } from './quantities.js';
import { referenceRows } from './references.js';
import { type EmitRows, emptySink, type RowCollector } from './sink.js';
import { stringRows } from './strings.js';
import { tokenRows, uriRows } from './tokens.js';

/**
 * Returns the index rows of a resource. Deterministic, without access to the store.
 *
 * @throws AppError `unprocessable` for a resource with too many rows
 */
export type Indexer = (resource: Resource) => IndexRows;

/** Makes the index rows of the values on a path, under the name of a parameter. */
export type EmitOf = (parameter: SearchParameter, base: string, walk: CompiledPath) => EmitRows;

/** @param bases own base URLs: references below them are local ones */
export function createEmitters(timeZone: string, bases: readonly string[]): EmitOf {
  const readDate = createDateReader(timeZone);
  const units = createUnits();
  return ({ type, code }, base, walk) => {
    switch (type) {
      case 'token':
        return tokenRows(base, code, walk.type);
      case 'uri':
        return uriRows(base, code);
      case 'string':
        return stringRows(base, code, walk.type, lastElement(walk));
      case 'reference':
        return referenceRows(base, code, walk.type, bases);
      case 'date':
        return dateRows(base, code, walk.type, readDate);
      case 'number':
      case 'quantity':
        return numberRows(base, code, walk.type, units);
      case 'composite':
        // Searched through the rows of its components.
        return () => {};
    }
  };
}

function lastElement({ steps }: CompiledPath): string | undefined {
  return steps.findLast((step) => 'property' in step)?.property;
}

interface CompiledParameter {
  readonly kind: keyof IndexRows;
  /** Parameter for the presence of a value without other rows. */
  readonly present: string;
  readonly ways: readonly { readonly walk: CompiledPath; readonly emit: EmitRows }[];
}

function compile(
  definitions: Definitions,
  type: string,
  emitOf: EmitOf,
): readonly CompiledParameter[] {
  return definitions.parameters(type).flatMap((parameter): CompiledParameter[] => {
    const { code, paths } = parameter;
    if (parameter.type === 'composite' || OWN_COLUMNS.has(code)) return [];
    const ways = paths.map((walk) => ({ walk, emit: emitOf(parameter, type, walk) }));
    return [
      { kind: ROW_KIND[parameter.type], present: parameterName(type, code, 'present'), ways },
    ];
  });
}

function emitAll(
  { kind, present, ways }: CompiledParameter,
  resource: Resource,
  into: RowCollector,
): void {
  const before = into[kind].length;
  let seen = false;
  for (const { walk, emit } of ways) {
    for (const value of valuesAt(walk, resource)) {
      seen = true;
      emit(value, into);
    }
  }
  if (seen && into[kind].length === before) {
    into.tokens.push({ parameter: present, system: '', code: 'true' });
  }
}

/**
 * @param timeZone of dates that name none
 * @param bases own base URLs without a slash at the end (`https://box.local/v1/fhir`): a reference
 * that names one of them is a local one
 */
export function createIndexer(
  definitions: Definitions,
  timeZone: string,
  bases: readonly string[] = [],
): Indexer {
  const emitOf = createEmitters(timeZone, bases);
  const compiled = new Map<string, readonly CompiledParameter[]>();
  return (resource) => {
    const type = resource.resourceType;
    const parameters = compiled.get(type) ?? compile(definitions, type, emitOf);
    compiled.set(type, parameters);
    const rows = emptySink(type);
    for (const parameter of parameters) emitAll(parameter, resource, rows);
    return rows;
  };
}
