import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDefinitions } from '../../src/fhir/definitions/open.js';
import type { Resource } from '../../src/fhir/resource.js';
import {
  type Answered,
  type FhirDaemon,
  inTurns,
  startFhirDaemon,
} from '../support/fhir/daemon.js';
import { makeResource } from '../support/fhir/made-resources.js';
import { ownValues } from '../support/fhir/own-values.js';
import { createReferring } from '../support/fhir/referring.js';

interface Claim {
  readonly type: string;
  readonly interaction: readonly { readonly code: string }[];
  readonly searchParam: readonly { readonly name: string }[];
  readonly searchInclude?: readonly string[];
  readonly searchRevInclude?: readonly string[];
  readonly operation?: readonly { readonly name: string }[];
  readonly [rule: string]: unknown;
}

const CLIENTS = 8;
const STRICT = { prefer: 'handling=strict' };
const definitions = openDefinitions();

let box: FhirDaemon;
let statement: Answered;
let stored: readonly Claim[];
beforeAll(async () => {
  box = await startFhirDaemon(CLIENTS);
  statement = (await box.ask('GET', '/metadata')).body;
  stored = statement.rest[0].resource.filter(({ interaction }: Claim) =>
    interaction.some(({ code }) => code === 'create'),
  );
});
afterAll(() => box.stop());

/** Answered as expected, or why not. */
async function expectStatus(
  status: number,
  ...[method, path, body, headers]: Parameters<FhirDaemon['ask']>
) {
  const told = await box.ask(method, path, body, headers);
  const why = told.status === status ? '' : told.text;
  expect(`${method} ${path} ${told.status} ${why}`).toBe(`${method} ${path} ${status} `);
  return told;
}

/** A resource of its own for each thing that is tried. */
async function create(type: string) {
  const { id: _, ...resource } = makeResource(definitions, type, 1);
  const { body, headers } = await expectStatus(201, 'POST', `/${type}`, resource);
  const place = `/${type}/${body.id}`;
  return { resource: body as Resource & { id: string }, place, headers };
}

const found = (body: Answered): string[] =>
  (body.entry ?? [])
    .flatMap(({ resource }: Answered) => resource ?? [])
    .map(({ resourceType, id }: Answered) => `${resourceType}/${id}`);

/** A Binary is answered as its content otherwise. */
const FHIR = { accept: 'application/fhir+json' };

const INTERACTIONS: Readonly<Record<string, (type: string) => Promise<unknown>>> = {
  create: async (type) => {
    const { place, headers } = await create(type);
    expect(headers.location).toBe(`${box.base}${place}/_history/1`);
  },
  read: async (type) => {
    const { place, resource } = await create(type);
    expect((await expectStatus(200, 'GET', place, undefined, FHIR)).body).toEqual(resource);
  },
  vread: async (type) => {
    const { place, resource } = await create(type);
    const told = await expectStatus(200, 'GET', `${place}/_history/1`, undefined, FHIR);
    expect(told.body).toEqual(resource);
  },
  update: async (type) => {
    const { place, resource } = await create(type);
    const told = await expectStatus(200, 'PUT', place, { ...resource, language: 'de' });
    expect(told.body).toMatchObject({ language: 'de', meta: { versionId: '2' } });
  },
  patch: async (type) => {
    const { place } = await create(type);
    const told = await expectStatus(200, 'PATCH', place, [
      { op: 'add', path: '/language', value: 'fr' },
    ]);
    expect(told.body).toMatchObject({ language: 'fr', meta: { versionId: '2' } });
  },
  delete: async (type) => {
    const { place } = await create(type);
    await expectStatus(204, 'DELETE', place);
    await expectStatus(410, 'GET', place);
  },
  'history-instance': async (type) => {
    const { place } = await create(type);
    await expectStatus(204, 'DELETE', place);
    const { body } = await expectStatus(200, 'GET', `${place}/_history`);
    expect(body.entry.map(({ request }: Answered) => request.method)).toEqual(['DELETE', 'POST']);
  },
  'history-type': async (type) => {
    const { place } = await create(type);
    const { body } = await expectStatus(200, 'GET', `/${type}/_history?_count=100`);
    expect(found(body)).toContain(place.slice(1));
  },
  'search-type': async (type) => {
    const { place, resource } = await create(type);
    const { body } = await expectStatus(200, 'GET', `/${type}?_id=${resource.id}`);
    expect(found(body)).toEqual([place.slice(1)]);
  },
};

/** What else is said of a type, but for what it is named and searched by. */
const RULES: Readonly<Record<string, (type: string, said: unknown) => Promise<unknown>>> = {
  versioning: async (type, said) => {
    const { place, resource, headers } = await create(type);
    expect([said, headers.etag]).toEqual(['versioned', 'W/"1"']);
    await expectStatus(412, 'PUT', place, resource, { 'if-match': 'W/"7"' });
  },
  readHistory: async (type, said) => {
    const { place } = await create(type);
    expect(said).toBe(true);
    await expectStatus(204, 'DELETE', place);
    await expectStatus(200, 'GET', `${place}/_history/1`, undefined, FHIR);
  },
  updateCreate: async (type, said) => {
    expect(said).toBe(true);
    const resource = { ...makeResource(definitions, type, 2), id: 'own-id' };
    await expectStatus(201, 'PUT', `/${type}/own-id`, resource);
  },
  conditionalCreate: async (type, said) => {
    const { resource } = await create(type);
    expect(said).toBe(true);
    const once = { 'if-none-exist': `_id=${resource.id}` };
    const { body } = await expectStatus(200, 'POST', `/${type}`, resource, once);
    expect(body).toEqual(resource);
  },
  conditionalRead: async (type, said) => {
    const { place, headers } = await create(type);
    expect(said).toBe('full-support');
    await expectStatus(304, 'GET', place, undefined, { 'if-none-match': String(headers.etag) });
    const later = new Date(Date.now() + 60_000).toUTCString();
    await expectStatus(304, 'GET', place, undefined, { 'if-modified-since': later });
  },
  conditionalUpdate: async (type, said) => {
    const { resource } = await create(type);
    expect(said).toBe(true);
    const { body } = await expectStatus(200, 'PUT', `/${type}?_id=${resource.id}`, resource);
    expect(body.meta.versionId).toBe('2');
  },
  conditionalDelete: async (type, said) => {
    const [one, other] = [await create(type), await create(type)];
    expect(said).toBe('single');
    const both = `${one.resource.id},${other.resource.id}`;
    await expectStatus(412, 'DELETE', `/${type}?_id=${both}`);
    await expectStatus(204, 'DELETE', `/${type}?_id=${one.resource.id}`);
    await expectStatus(410, 'GET', one.place);
  },
};

const OPERATIONS: Readonly<Record<string, (type: string) => Promise<unknown>>> = {
  validate: async (type) => {
    const { place, resource } = await create(type);
    const paths = [`/${type}/$validate`, `${place}/$validate`];
    const told = await inTurns(paths, 2, (path) => expectStatus(200, 'POST', path, resource));
    for (const { body } of told) {
      expect(body.issue.map(({ severity }: Answered) => severity)).not.toContain('error');
    }
  },
  everything: async (type) => {
    const { place } = await create(type);
    const { body } = await expectStatus(200, 'GET', `${place}/$everything`);
    expect(found(body)).toContain(place.slice(1));
  },
  merge: async (type) => {
    const [{ place: source }, { place: target }] = [await create(type), await create(type)];
    const parameter = [
      { name: 'source-patient', valueReference: { reference: source.slice(1) } },
      { name: 'target-patient', valueReference: { reference: target.slice(1) } },
      { name: 'preview', valueBoolean: true },
    ];
    const sent = { resourceType: 'Parameters', parameter };
    await expectStatus(200, 'POST', `/${type}/$merge`, sent);
  },
  'patient-export': (type) => begunAndCancelled(`/${type}/$export`),
  'group-export': async (type) => begunAndCancelled(`${(await create(type)).place}/$export`),
};

async function begunAndCancelled(path: string): Promise<void> {
  const begun = await expectStatus(202, 'GET', path, undefined, { prefer: 'respond-async' });
  const status = String(begun.headers['content-location']).replace(/^.*\/fhir(?=\/)/, '');
  await expectStatus(202, 'DELETE', status);
}

/** Exercised by searches, or no more than a name. */
const ELSEWHERE = [
  'type',
  'profile',
  'documentation',
  'interaction',
  'operation',
  'referencePolicy',
  'searchParam',
  'searchInclude',
  'searchRevInclude',
];

describe('what the CapabilityStatement claims, asked of the daemon over HTTPS', () => {
  it('of itself, its formats and its system-wide interactions', async () => {
    expect(statement.implementation.url).toBe(box.base);
    const { resource: patient } = await create('Patient');
    for (const format of statement.format) {
      const path = `/Patient/${patient.id}`;
      const asked = [
        await expectStatus(200, 'GET', `${path}?_format=${encodeURIComponent(format)}`),
        ...(format.includes('/')
          ? [await expectStatus(200, 'GET', path, undefined, { accept: format })]
          : []),
      ];
      for (const { headers } of asked) expect(headers['content-type']).toMatch(/fhir\+json/);
    }
    for (const { code } of statement.rest[0].interaction) {
      const entry = [{ request: { method: 'GET', url: `Patient/${patient.id}` } }];
      const sent = { resourceType: 'Bundle', type: code, entry };
      const { body } = await expectStatus(200, 'POST', '', sent);
      expect([body.type, found(body)]).toEqual([`${code}-response`, [`Patient/${patient.id}`]]);
    }
  });

  it('of every type: interactions, rules and operations', async () => {
    expect(stored.length).toBeGreaterThan(30);
    const tried = await inTurns(stored, CLIENTS, async (claim) => {
      const { type, interaction, operation = [] } = claim;
      const rules = Object.entries(claim).filter(([rule]) => !ELSEWHERE.includes(rule));
      for (const { code } of interaction) await INTERACTIONS[code]!(type);
      for (const [rule, said] of rules) await RULES[rule]!(type, said);
      for (const { name } of operation) await OPERATIONS[name]!(type);
      return interaction.length + rules.length + operation.length;
    });
    expect(tried.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(stored.length * 16);
  });

  it('of the records of who did what', async () => {
    const { interaction, searchParam }: Claim = statement.rest[0].resource.find(
      ({ type }: Claim) => type === 'AuditEvent',
    );
    expect(interaction.map(({ code }) => code)).toEqual(['read', 'search-type']);
    const { place } = await create('Patient');
    const entity = place.slice(1);
    const { body } = await expectStatus(200, 'GET', `/AuditEvent?entity=${entity}`);
    const [event] = body.entry.map(({ resource }: Answered) => resource);
    // The log holds hidden names: only who asks by the name itself is told it again.
    const { body: read } = await expectStatus(200, 'GET', `/AuditEvent/${event.id}`);
    expect(event).toMatchObject(read);
    expect(JSON.stringify(event)).toContain(entity);
    expect(JSON.stringify(read)).not.toContain(entity);
    const searches: Readonly<Record<string, string>> = {
      _id: `_id=${event.id}`,
      date: `date=${event.recorded}`,
      entity: `entity=${entity}`,
      patient: `patient=${entity}`,
      agent: `agent:identifier=${event.agent[0].who.identifier.value}`,
      outcome: `outcome=${event.outcome}`,
    };
    expect(searchParam.map(({ name }) => name).sort()).toEqual(Object.keys(searches).sort());
    for (const { name } of searchParam) {
      // More records of the same key may have come in than a page holds.
      const own = name === '_id' ? '' : `&_id=${event.id}`;
      const told = await expectStatus(200, 'GET', `/AuditEvent?${searches[name]}${own}`);
      expect(found(told.body), name).toEqual([`AuditEvent/${event.id}`]);
    }
    const of = (criterion: string) => `/AuditEvent?_id=${event.id}&${criterion}`;
    for (const other of ['agent=nobody', 'entity=Patient/nobody', 'outcome=8', 'date=2020']) {
      expect(found((await expectStatus(200, 'GET', of(other))).body), other).toEqual([]);
    }
    await expectStatus(405, 'POST', '/AuditEvent', event);
  });

  it('of every search parameter: a value finds, :missing tells it apart', async () => {
    const searches = stored.flatMap(({ type, searchParam }) => {
      const open = new Set(searchParam.map(({ name }) => name));
      const asked: { resource: Resource; code: string; value: string }[] = [];
      for (let seed = 1; seed <= 300 && open.size > 2; seed += 1) {
        const made = makeResource(definitions, type, seed, 1 / (seed % 3 || 1));
        const resource = { ...made, id: `made-${seed}` };
        for (const { parameter, value } of ownValues(definitions, resource)) {
          if (open.delete(parameter.code)) asked.push({ resource, code: parameter.code, value });
        }
      }
      expect([type, [...open].sort()]).toEqual([type, ['_id', '_lastUpdated']]);
      const { resource } = asked[0]!;
      const own = [
        { resource, code: '_id', value: String(resource.id) },
        { resource, code: '_lastUpdated', value: 'ge2020-01-01' },
      ];
      return [...asked, ...own].map((one) => ({ ...one, type }));
    });
    const resources = new Set(searches.map(({ resource }) => resource));
    await inTurns([...resources], CLIENTS, (one) =>
      expectStatus(201, 'PUT', `/${one.resourceType}/${one.id}`, one),
    );
    await inTurns(searches, CLIENTS, async ({ type, resource: { id }, code, value }) => {
      const place = `${type}/${id}`;
      const ask = async (criteria: string) => {
        const path = `/${type}?${criteria}&_elements=id&_count=1000`;
        return found((await expectStatus(200, 'GET', path, undefined, STRICT)).body);
      };
      expect(await ask(`${code}=${encodeURIComponent(value)}`), `${code}=${value}`).toContain(
        place,
      );
      if (definitions.parameter(type, code)!.type === 'composite') return;
      expect(await ask(`_id=${id}&${code}:missing=false`), code).toEqual([place]);
      expect(await ask(`_id=${id}&${code}:missing=true`), code).toEqual([]);
    });
    expect(searches.length).toBeGreaterThan(800);
  });

  it('of every _include and _revinclude: what is referred to comes, and what refers', async () => {
    const referring = createReferring(definitions);
    const joins = stored.flatMap(({ type, searchRevInclude = [] }) =>
      searchRevInclude.map((claim, at) => {
        const [from = '', code = ''] = claim.split(':');
        const target = { type, id: 'target' };
        const resource = { ...referring(from, code, target), id: `refers-${type}-${at}` };
        return { claim, from, type, resource };
      }),
    );
    const targets = stored.map(({ type }) => ({
      resource: { ...makeResource(definitions, type, 3), id: 'target' },
    }));
    await inTurns([...targets, ...joins], CLIENTS, ({ resource }) =>
      expectStatus(201, 'PUT', `/${resource.resourceType}/${resource.id}`, resource),
    );
    const included = new Set<string>();
    await inTurns(joins, CLIENTS, async ({ claim, from, type, resource: { id } }) => {
      const back = `/${type}?_id=target&_elements=id&_revinclude=${claim}`;
      const { body } = await expectStatus(200, 'GET', back, undefined, STRICT);
      expect(found(body), claim).toContain(`${from}/${id}`);
      const forth = `/${from}?_id=${id}&_elements=id&_include=${claim}`;
      const told = await expectStatus(200, 'GET', forth, undefined, STRICT);
      expect(found(told.body), claim).toContain(`${type}/target`);
      included.add(claim);
    });
    const claimed = stored.flatMap(({ searchInclude = [] }) => searchInclude);
    expect(claimed.filter((claim) => !included.has(claim))).toEqual([]);
    expect(joins.length).toBeGreaterThan(600);
  });
});
