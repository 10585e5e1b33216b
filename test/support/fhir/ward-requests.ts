import fc from 'fast-check';
import type { Query } from '../../../src/calls/exchange.js';
import type { FhirAccess, FhirPermission } from '../../../src/calls/fhir-access.js';
import type { Definitions, SearchParameter } from '../../../src/fhir/definitions/definition.js';
import type { LocationKind } from '../../../src/fhir/interactions/resource-location.js';
import { READ_ONLY_TYPES } from '../../../src/fhir/served-types.js';
import { ownValues } from './own-values.js';
import { markOf, type WardResource } from './wards.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface WardRequest {
  readonly method: Method;
  readonly path: string;
  readonly query: Query;
  readonly body?: object;
  readonly headers?: { readonly ifNoneExist?: string; readonly ifMatch?: string };
}

const one = <T>(values: readonly T[]) => fc.constantFrom(...values);
const seldom = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });

const LETTERS: readonly FhirPermission[] = ['create', 'read', 'update', 'delete', 'search'];

/** Grants of one patient, mostly wide ones. */
export function patientAccess(definitions: Definitions, patient: string): fc.Arbitrary<FhirAccess> {
  const criteria: fc.Arbitrary<Query> = one([
    [],
    [],
    [],
    [['_tag', `http://mark.test|${markOf(patient)}`]],
    [['_tag:not', 'none']],
    [['status', 'final,active,completed']],
    [['_id', 'r1,r5,r9,r20,r60']],
    [['_lastUpdated', 'ge2000']],
  ] as Query[]);
  const grant = fc.record({
    type: fc.oneof({ weight: 3, arbitrary: fc.constant('*') }, one(definitions.served)),
    may: fc.oneof(
      { weight: 3, arbitrary: fc.constant(LETTERS) },
      fc.subarray([...LETTERS], { minLength: 1 }),
    ),
    criteria,
  });
  return fc
    .array(grant, { minLength: 1, maxLength: 3 })
    .map((grants) => grants.map((each) => ({ ...each, may: new Set(each.may), patient })));
}

interface Ground {
  readonly definitions: Definitions;
  readonly all: readonly WardResource[];
}

type Pair = readonly [name: string, value: string];

/** Makes criteria of a type that resources of the wards meet, whoever they belong to. */
function createCriteria({ definitions, all }: Ground): (type: string) => fc.Arbitrary<Pair> {
  const known = new Map<string, readonly { parameter: SearchParameter; value: string }[]>();
  const held = (type: string) => {
    const values =
      known.get(type) ??
      all
        .filter((each) => each.type === type)
        .flatMap(({ id, resource }) => [
          ...ownValues(definitions, resource),
          { parameter: definitions.parameter(type, '_id')!, value: id },
        ]);
    known.set(type, values);
    return values;
  };
  const references = (type: string) =>
    definitions.parameters(type).filter((each) => each.type === 'reference');

  const plain = (type: string): fc.Arbitrary<Pair> =>
    fc
      .record({
        held: one(held(type)),
        modifier: one([
          '',
          '',
          '',
          '',
          ':not',
          ':missing',
          ':exact',
          ':contains',
          ':text',
          ':below',
        ]),
      })
      .map(({ held: { parameter, value }, modifier }) => {
        const name = `${parameter.code}${modifier}`;
        return modifier === ':missing' ? [name, 'false'] : [name, value];
      });
  const mark = (): fc.Arbitrary<Pair> =>
    one(all).map(({ owner = 'nobody' }): Pair => ['_tag', `http://mark.test|${markOf(owner)}`]);
  const inner = (type: string, depth: number): fc.Arbitrary<Pair> =>
    depth === 0 || references(type).length === 0
      ? fc.oneof(plain(type), mark())
      : fc.oneof(
          { weight: 3, arbitrary: plain(type) },
          { weight: 1, arbitrary: mark() },
          { weight: 2, arbitrary: chain(type, depth - 1) },
          { weight: 2, arbitrary: reverse(type, depth - 1) },
        );
  const served = (type: string) => all.some((each) => each.type === type);
  function chain(type: string, depth: number): fc.Arbitrary<Pair> {
    return one(references(type)).chain(({ code, targets }) => {
      const types = (targets.length === 0 ? definitions.served : targets).filter(served);
      if (types.length === 0) return plain(type);
      return fc
        .record({ target: one(types), isTyped: fc.boolean() })
        .chain(({ target, isTyped }) =>
          inner(target, depth).map(
            ([name, value]): Pair => [`${code}${isTyped ? `:${target}` : ''}.${name}`, value],
          ),
        );
    });
  }
  function reverse(type: string, depth: number): fc.Arbitrary<Pair> {
    const ways = definitions.served.filter(served).flatMap((from) =>
      references(from)
        .filter(({ targets }) => targets.length === 0 || targets.includes(type))
        .map(({ code }) => ({ from, code })),
    );
    if (ways.length === 0) return plain(type);
    return one(ways).chain(({ from, code }) =>
      inner(from, depth).map(([name, value]): Pair => [`_has:${from}:${code}:${name}`, value]),
    );
  }
  return (type) => inner(type, 2);
}

/** Result parameters of a search of a type. */
function shapeOf(type: string, { definitions }: Ground): fc.Arbitrary<Query> {
  const codes = definitions.parameters(type).map(({ code }) => code);
  const references = definitions
    .parameters(type)
    .filter((each) => each.type === 'reference')
    .map(({ code }) => code);
  const referring = definitions.served.flatMap((from) =>
    definitions
      .parameters(from)
      .filter((each) => each.type === 'reference')
      .filter(({ targets }) => targets.length === 0 || targets.includes(type))
      .map(({ code }) => `${from}:${code}`),
  );
  const iterated = definitions.served.flatMap((from) =>
    definitions
      .parameters(from)
      .filter((each) => each.type === 'reference')
      .map(({ code }) => `${from}:${code}`),
  );
  const pair = (name: string, values: readonly string[]) =>
    values.length === 0
      ? fc.constant(undefined)
      : seldom(one(values).map((value): Pair => [name, value]));
  return fc
    .tuple(
      pair(
        '_sort',
        codes.flatMap((code) => [code, `-${code}`]),
      ),
      pair('_count', ['0', '1', '2', '3']),
      pair('_total', ['accurate']),
      pair('_summary', ['count', 'true', 'data']),
      pair('_include', ['*', ...references.map((code) => `${type}:${code}`)]),
      pair('_revinclude', referring),
      pair('_include:iterate', iterated),
    )
    .map((pairs) => pairs.filter((each) => each !== undefined));
}

const unused = (type: string) => ({ type, id: 'nobody-has-this' });

/** A path of each kind. */
const PATHS: Readonly<Record<LocationKind, (type: string, id: string) => string>> = {
  base: () => '',
  metadata: () => 'metadata',
  type: (type) => type,
  'type-search': (type) => `${type}/_search`,
  'type-history': (type) => `${type}/_history`,
  'type-validate': (type) => `${type}/$validate`,
  instance: (type, id) => `${type}/${id}`,
  'instance-history': (type, id) => `${type}/${id}/_history`,
  'instance-validate': (type, id) => `${type}/${id}/$validate`,
  version: (type, id) => `${type}/${id}/_history/1`,
  everything: (_type, id) => `Patient/${id}/$everything`,
  merge: () => 'Patient/$merge',
  export: () => '$export',
  'patients-export': () => 'Patient/$export',
  'group-export': (_type, id) => `Group/${id}/$export`,
  'export-status': (_type, id) => `$export-status/${id}`,
  'export-file': (type, id) => `$export-file/${id}/${type}-1.ndjson`,
  import: () => '$import',
  'import-status': (_type, id) => `$import-status/${id}`,
  'import-file': (type, id) => `$import-file/${id}/${type}-1.ndjson`,
};
const BY_ID = [
  'instance',
  'instance-history',
  'instance-validate',
  'version',
  'everything',
] as const satisfies readonly LocationKind[];
const BY_TYPE = [
  'type',
  'type-history',
  'type-validate',
  'metadata',
] as const satisfies readonly LocationKind[];

export interface WardRequests {
  readonly search: fc.Arbitrary<WardRequest>;
  /** Any request that changes nothing, alone or in a batch. */
  readonly read: fc.Arbitrary<WardRequest>;
  readonly write: fc.Arbitrary<WardRequest>;
}

/** Requests about all resources of the wards, and about some that are not there. */
export function wardRequests(definitions: Definitions, all: readonly WardResource[]): WardRequests {
  const ground = { definitions, all };
  const criterion = createCriteria(ground);
  const types = [...new Set(all.map(({ type }) => type))];
  const named = fc.oneof(
    { weight: 6, arbitrary: one(all).map(({ type, id }) => ({ type, id })) },
    { weight: 1, arbitrary: one(types).map(unused) },
  );
  const criteria = (type: string, minLength: number) =>
    fc.array(criterion(type), { minLength, maxLength: 2 });

  const search = one(types).chain((type) =>
    fc.tuple(criteria(type, 0), shapeOf(type, ground), fc.boolean()).map(
      ([where, shape, isPosted]): WardRequest => ({
        method: isPosted ? 'POST' : 'GET',
        path: PATHS[isPosted ? 'type-search' : 'type'](type, ''),
        query: [...where, ...shape],
      }),
    ),
  );
  const byId = fc.tuple(one(BY_ID), named).map(
    ([kind, { type, id }]): WardRequest => ({
      method: kind === 'instance-validate' ? 'POST' : 'GET',
      path: PATHS[kind](type, id),
      query: [],
    }),
  );
  const byType = fc.tuple(one(BY_TYPE), one([...types, ...READ_ONLY_TYPES])).map(
    ([kind, type]): WardRequest => ({
      method: kind === 'type-validate' ? 'POST' : 'GET',
      path: PATHS[kind](type, ''),
      query: [],
    }),
  );
  const single = fc.oneof(
    { weight: 6, arbitrary: search },
    { weight: 3, arbitrary: byId },
    { weight: 1, arbitrary: byType },
  );
  const urlOf = ({ path, query }: WardRequest) =>
    `${path.replace('/_search', '')}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`;
  const batch = fc
    .tuple(one(['batch', 'transaction']), fc.array(single, { minLength: 1, maxLength: 4 }))
    .map(
      ([type, requests]): WardRequest => ({
        method: 'POST',
        path: PATHS.base('', ''),
        query: [],
        body: {
          resourceType: 'Bundle',
          type,
          entry: requests.map((each) => ({ request: { method: 'GET', url: urlOf(each) } })),
        },
      }),
    );

  const resource = one(all).map((each) => each.resource);
  const target = fc.oneof(
    { weight: 4, arbitrary: resource.map((each) => ({ body: each, id: String(each.id) })) },
    { weight: 1, arbitrary: resource.map((each) => ({ body: each, id: 'nobody-has-this' })) },
    // The content of one resource for another of its type.
    {
      weight: 3,
      arbitrary: resource.chain((each) =>
        one(all.filter(({ type }) => type === each.resourceType)).map(({ id }) => ({
          body: each,
          id,
        })),
      ),
    },
  );
  const headers = (type: string) =>
    fc.record(
      {
        ifMatch: one(['W/"1"', 'W/"2"', '*']),
        ifNoneExist: criteria(type, 1).map((pairs) =>
          String(
            new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])),
          ),
        ),
      },
      { requiredKeys: [] },
    );
  const patch = [
    { op: 'add', path: '/language', value: 'en' },
    { op: 'test', path: '/resourceType', value: 'Observation' },
    { op: 'replace', path: '/subject', value: { reference: 'Patient/bela' } },
  ];
  const write = fc
    .tuple(target, one(['POST', 'PUT', 'PATCH', 'DELETE'] as const), fc.boolean())
    .chain(([{ body, id }, method, isConditional]) => {
      const type = body.resourceType;
      const conditions = isConditional && method !== 'POST' ? criteria(type, 1) : fc.constant([]);
      return fc
        .tuple(conditions, headers(type), one(patch))
        .map(([query, sent, change]): WardRequest => {
          const path = method === 'POST' || query.length > 0 ? type : `${type}/${id}`;
          const { ifMatch, ifNoneExist } = sent;
          return {
            method,
            path,
            query,
            headers:
              method === 'POST'
                ? { ...(ifNoneExist !== undefined && { ifNoneExist }) }
                : { ...(ifMatch !== undefined && { ifMatch }) },
            ...(method === 'PATCH' && { body: [change] }),
            ...((method === 'POST' || method === 'PUT') && { body: { ...body, id } }),
          };
        });
    });
  return { search, read: fc.oneof({ weight: 5, arbitrary: single }, batch), write };
}
