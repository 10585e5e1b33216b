import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FhirAccess } from '../../../../src/calls/fhir-access.js';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { openFhir, type Told } from '../../../support/fhir/ask.js';
import { grantsOf } from '../../../support/fhir/grants.js';
import {
  patientAccess,
  type WardRequest,
  wardRequests,
} from '../../../support/fhir/ward-requests.js';
import { makeWards, markOf, OF_MANY, type WardResource } from '../../../support/fhir/wards.js';
import { rounds } from '../../../support/rounds.js';

const definitions = openDefinitions();
const OWNERS = ['anna', 'bela', 'cleo'];
const [OWN = '', ...OTHERS] = OWNERS;

type Box = ReturnType<typeof openFhir>;

async function filled(resources: readonly WardResource[]): Promise<Box> {
  const box = openFhir();
  for (const { type, id, resource } of resources) {
    const { status, text } = await box.ask('PUT', `${type}/${id}`, { body: resource });
    expect([type, status, text]).toEqual([type, 201, expect.any(String)]);
  }
  return box;
}

function send(box: Box, request: WardRequest, access?: FhirAccess): Promise<Told> {
  const { method, path, query, body, headers } = request;
  const pairs = query.map(([name, value]): [string, string] => [name, value]);
  const url = pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
  return box.ask(method, url, {
    ...(body !== undefined && { body }),
    ...(headers !== undefined && { headers }),
    ...(access !== undefined && { access }),
  });
}

/** Without what differs between two stores: numbers of rows, and ids that the server chooses. */
const comparable = ({ status, headers, text }: Told) =>
  JSON.stringify([status, headers, text])
    .replace(/_page=[\w-]+/g, '_page=')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'new-id');

const nextOf = ({ body }: Told) =>
  body.link?.find(({ relation }) => relation === 'next')?.url.replace(/^.*\/v1\/fhir\//, '');

/** What a link contains of the last row. */
const cursorOf = (url: string) =>
  Buffer.from(/_page=([\w-]+)/.exec(url)?.[1] ?? '', 'base64url').toString();

const FOREIGN = new RegExp(OTHERS.map(markOf).join('|'));
const MAX_PAGES = 6;
const READS = rounds({ short: 400, long: 5_000 });
const WRITES = rounds({ short: 400, long: 5_000 });

/** The same answers from both, page by page, without a word of another patient. */
async function expectSame(
  request: WardRequest,
  access: FhirAccess,
  whole: Box,
  own: Box,
): Promise<Told> {
  const first = await send(whole, request, access);
  let [one, other] = [first, await send(own, request, access)];
  for (let page = 0; ; page += 1) {
    expect(comparable(one)).toBe(comparable(other));
    // A link repeats the request.
    const content = JSON.stringify(one.body, (name, value) => (name === 'link' ? [] : value));
    expect(content).not.toMatch(FOREIGN);
    const [next, otherNext] = [nextOf(one), nextOf(other)];
    if (next === undefined || otherNext === undefined || page === MAX_PAGES) return first;
    expect(cursorOf(next)).not.toMatch(FOREIGN);
    [one, other] = [
      await whole.ask('GET', next, { access }),
      await own.ask('GET', otherNext, { access }),
    ];
  }
}

const isOwn = ({ owner, type }: WardResource) =>
  owner === undefined || (owner === OWN && !OF_MANY.includes(type));

/** The current texts of resources. */
async function stateOf(box: Box, resources: readonly WardResource[]): Promise<string> {
  const texts: string[] = [];
  for (const { type, id } of resources) {
    const { status, text } = await box.ask('GET', `${type}/${id}`);
    texts.push(`${status} ${text}`);
  }
  return texts.join('\n');
}

/** All that is in the chart of a patient. */
async function chartOf(box: Box, patient: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let url: string | undefined = `Patient/${patient}/$everything`; url !== undefined; ) {
    const told: Told = await box.ask('GET', url);
    // What is referred to may be another patient's to delete.
    const listed = (told.body.entry ?? []).filter(({ search }) => search?.mode === 'match');
    ids.push(...listed.flatMap(({ fullUrl }) => fullUrl ?? []));
    url = nextOf(told);
  }
  return ids.sort();
}

/** The log of requests differs at each of them. */
const isOfResources = (request: WardRequest) => !JSON.stringify(request).includes('AuditEvent');

const SEED = 20_261_124;

describe('a token of one patient', () => {
  it('gets the answers of a server that has nothing of other patients', async () => {
    const all = makeWards(definitions, OWNERS, 1);
    const whole = await filled(all);
    const own = await filled(all.filter(isOwn));
    // More versions, and deleted resources.
    for (const [at, { type, id, resource }] of all.filter((one) => !isOwn(one)).entries()) {
      if (at % 3 === 0) await whole.ask('PUT', `${type}/${id}`, { body: resource });
      if (at % 7 === 0) await whole.ask('DELETE', `${type}/${id}`);
    }
    const { read } = wardRequests(definitions, all);
    const statuses = new Set<number>();
    let found = 0;
    await fc.assert(
      fc.asyncProperty(read, patientAccess(definitions, OWN), async (request, access) => {
        const told = await expectSame(request, access, whole, own);
        statuses.add(told.status);
        if ((told.body.entry?.length ?? 0) > 0) found += 1;
      }),
      { numRuns: READS, seed: SEED },
    );
    // Not because everything is refused.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 403, 404]));
    expect(found).toBeGreaterThan(READS / 10);
  });

  it('writes as on a server that has nothing of other patients, and leaves theirs alone', async () => {
    const all = makeWards(definitions, OWNERS, 2);
    const foreign = all.filter((one) => !isOwn(one));
    const whole = await filled(all);
    const own = await filled(all.filter(isOwn));
    const before = await stateOf(whole, foreign);
    const charts = await Promise.all(OTHERS.map((one) => chartOf(whole, one)));
    const { write } = wardRequests(definitions, all);
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(write, patientAccess(definitions, OWN), async (request, access) => {
        const [one, other] = [await send(whole, request, access), await send(own, request, access)];
        expect(comparable(one)).toBe(comparable(other));
        statuses.add(one.status);
      }),
      // A smaller request would meet other data.
      { numRuns: WRITES, seed: SEED, endOnFailure: true },
    );
    expect(await stateOf(whole, foreign)).toBe(before);
    expect(await Promise.all(OTHERS.map((one) => chartOf(whole, one)))).toEqual(charts);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 204, 403, 404, 412]));
  });
});

describe('a token of all resources', () => {
  it('gets the answers of a key', async () => {
    const all = makeWards(definitions, OWNERS, 3);
    const box = await filled(all);
    const { read } = wardRequests(definitions, all);
    await fc.assert(
      fc.asyncProperty(read.filter(isOfResources), async (request) => {
        const answers = [
          await send(box, request, grantsOf('user/*.cruds')),
          await send(box, request),
        ];
        const [one, other] = answers.map(comparable);
        expect(one).toBe(other);
      }),
      { numRuns: READS / 4, seed: SEED },
    );
  });
});

describe('search parameters of a scope', () => {
  it('narrow a search like those of the search itself', async () => {
    const all = makeWards(definitions, OWNERS, 4);
    const box = await filled(all);
    const { search } = wardRequests(definitions, all);
    // A scope with search parameters does not search Binaries: what they are protected like is not looked at.
    const isPlain = ({ path, query }: WardRequest) =>
      !path.startsWith('Binary') && query.every(([name]) => !/[.]|^_has|clude|^_sort/.test(name));
    const criteria = fc.constantFrom<readonly [string, string]>(
      ['_tag', `http://mark.test|${markOf('bela')}`],
      ['_tag:not', `http://mark.test|${markOf('bela')}`],
      ['_lastUpdated', 'lt2001'],
      [
        '_id',
        all
          .map(({ id }) => id)
          .filter((_, at) => at % 3 === 0)
          .join(','),
      ],
    );
    await fc.assert(
      fc.asyncProperty(search.filter(isPlain), criteria, async (request, criterion) => {
        const may = new Set(['search', 'read'] as const);
        const bound = await send(box, request, [{ type: '*', may, criteria: [criterion] }]);
        const asked = await send(box, { ...request, query: [criterion, ...request.query] });
        const { link: _, ...one } = bound.body;
        const { link: __, ...other } = asked.body;
        expect([bound.status, one]).toEqual([asked.status, other]);
        for (const { resource } of (bound.body.entry ?? []).slice(0, 5)) {
          const { status } = await box.ask('GET', `${resource?.resourceType}/${resource?.id}`, {
            access: [{ type: '*', may, criteria: [criterion] }],
          });
          expect(status).toBe(resource?.resourceType === 'OperationOutcome' ? 404 : 200);
        }
      }),
      { numRuns: READS / 4, seed: SEED },
    );
  });
});
