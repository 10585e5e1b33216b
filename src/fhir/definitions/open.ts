import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ROWS_VERSION } from '../index/version.js';
import { SERVED_TYPES } from '../served-types.js';
import type { Definitions } from './definition.js';
import { createElements } from './elements.js';
import { createParameters } from './parameters.js';
import type { RawDefinitions } from './raw.js';

const DATA = new URL('./r4.json', import.meta.url);

function createCodes(valueSets: RawDefinitions['valueSets']): Definitions['codes'] {
  const sets = Object.entries(valueSets).map(([url, systems]) => {
    const codes = Object.entries(systems).map(([system, list]) => [system, new Set(list)] as const);
    return [url, new Map(codes)] as const;
  });
  const byUrl = new Map(sets);
  return (valueSet) => byUrl.get(valueSet);
}

function createStructure(types: RawDefinitions['types']) {
  const contentsOf = createElements(types);
  const names = new Set(Object.keys(types));
  return {
    isType: (name) => names.has(name),
    elements: (group) => contentsOf(group).elements,
    element: (group, name) => contentsOf(group).byName.get(name),
    choices: (group) => contentsOf(group).choices,
    invariants: (group) => contentsOf(group).invariants,
  } satisfies Partial<Definitions>;
}

function createDefinitions(raw: RawDefinitions, hash: string): Definitions {
  const concrete = Object.entries(raw.types)
    .filter(([, { kind, abstract }]) => kind === 'resource' && !abstract)
    .map(([name]) => name);
  const structure = createStructure(raw.types);
  const parametersOf = createParameters(raw.parameters, SERVED_TYPES, structure);
  const compartment = new Map(Object.entries(raw.compartment));
  return {
    resourceTypes: new Set(concrete),
    served: SERVED_TYPES,
    ...structure,
    parameters: (type) => parametersOf(type).list,
    parameter: (type, code) => parametersOf(type).byCode.get(code),
    codes: createCodes(raw.valueSets),
    compartment: (type) => compartment.get(type) ?? [],
    hash,
  };
}

/** Reads the definitions of R4 that are shipped with the code. */
export function openDefinitions(): Definitions {
  const data = readFileSync(DATA);
  const hash = createHash('sha256')
    .update(data)
    .update(JSON.stringify([SERVED_TYPES, ROWS_VERSION]))
    .digest('hex');
  return createDefinitions(JSON.parse(data.toString('utf8')) as RawDefinitions, hash);
}
