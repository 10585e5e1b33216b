import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FhirBox, startFhirBox } from '../support/fhir/appliance.js';

let box: FhirBox;

interface Link {
  readonly relation: string;
  readonly url: string;
}

interface Entry {
  readonly resource: { readonly id: string; readonly resourceType: string };
}

const patient = (id: string, family: string) => ({
  resourceType: 'Patient',
  id,
  name: [{ family }],
});

beforeAll(async () => {
  box = startFhirBox();
  for (let at = 0; at < 7; at += 1) {
    await box.ask('PUT', `/Patient/p${at}`, patient(`p${at}`, `Family ${6 - at}`));
  }
  await box.ask('PUT', '/Observation/o', {
    resourceType: 'Observation',
    id: 'o',
    status: 'final',
    code: { text: 'x' },
    subject: { reference: 'Patient/p0' },
  });
  await box.ask('PUT', '/Patient/p0', patient('p0', 'Family 6'));
});
afterAll(() => box.stop());

const idsOf = ({ entry = [] }: { entry?: Entry[] }) => entry.map(({ resource }) => resource.id);

/** Follows the links as a client does, from wherever they lead. */
async function followed(path: string): Promise<string[][]> {
  const pages: string[][] = [];
  let url: string | undefined = path;
  while (url !== undefined && pages.length < 20) {
    const { pathname, search } = new URL(url, 'http://localhost/v1/fhir/');
    const told = await box.request(`${pathname}${search}`, {
      headers: { Authorization: box.key() },
    });
    expect(told.status).toBe(200);
    const body = (await told.json()) as { entry?: Entry[]; link: Link[] };
    pages.push(idsOf(body));
    url = body.link.find(({ relation }) => relation === 'next')?.url;
  }
  return pages;
}

describe('lists over HTTP', () => {
  it.each(['/v1/fhir', '/api/v1/fhir'])('are followed from page to page (%s)', async (prefix) => {
    const path = `${prefix}/Patient?_sort=family&_count=3`;
    expect(await followed(path)).toEqual([['p6', 'p5', 'p4'], ['p3', 'p2', 'p1'], ['p0']]);
    const self = await box.request(path, { headers: { Authorization: box.key() } });
    const { link } = (await self.json()) as { link: Link[] };
    expect(link.every(({ url }) => url.startsWith(`http://localhost${prefix}/`))).toBe(true);
  });

  it('are searched by a form, and lead on by URLs to get', async () => {
    const form = 'family=Family&_count=5&_sort=-family';
    const { status, body } = await box.ask('POST', '/Patient/_search?_elements=name', form);
    expect([status, idsOf(body)]).toEqual([200, ['p0', 'p1', 'p2', 'p3', 'p4']]);
    const next = body.link.find(({ relation }: Link) => relation === 'next').url;
    expect(await followed(next)).toEqual([['p5', 'p6']]);
  });

  it('are answered to HEAD without a body', async () => {
    const told = await box.ask('HEAD', '/Patient');
    expect([told.status, told.text]).toEqual([200, '']);
  });

  it('are histories and everything of a patient', async () => {
    const history = await box.ask('GET', '/Patient/p0/_history');
    expect([history.body.type, history.body.total]).toEqual(['history', 2]);
    const all = await box.ask('GET', '/Patient/p0/$everything');
    expect(idsOf(all.body)).toEqual(['p0', 'o']);
    expect(box.auditEvents().at(-1)).toMatchObject({
      action: 'fhir.everything',
      target: 'Patient/p0',
      count: 2,
      response_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('are the records of who looked at whom', async () => {
    await box.ask('GET', '/Patient/p1');
    const { status, body } = await box.ask('GET', '/AuditEvent?entity=Patient/p1&_count=1');
    expect([status, body.entry[0].resource.subtype[0].code]).toEqual([200, 'read']);
    const live = { Authorization: box.key({ mode: 'live' }) };
    const other = await box.ask('GET', '/AuditEvent?entity=Patient/p1', undefined, live);
    expect(other.body.total).toBe(0);
    expect((await box.ask('POST', '/AuditEvent', { resourceType: 'AuditEvent' })).status).toBe(405);
    expect((await box.ask('GET', '/AuditEvent/audit-1/_history')).status).toBe(404);
  });

  it.each([
    '/Patient?_page=nonsense',
    '/Patient?_count=x',
    '/Patient?birthdate=x',
    '/Patient/_history?_count=x',
    '/AuditEvent?date=x',
  ])('refuse %s with an OperationOutcome', async (path) => {
    const { status, body } = await box.ask('GET', path);
    expect([status, body.resourceType, body.issue[0].severity]).toEqual([
      400,
      'OperationOutcome',
      'error',
    ]);
  });

  it('need the scope to read', async () => {
    const write = { Authorization: box.key({ scopes: ['fhir.write'] }) };
    for (const path of [
      '/Patient',
      '/Patient/_history',
      '/Patient/p0/$everything',
      '/AuditEvent',
    ]) {
      expect((await box.ask('GET', path, undefined, write)).status).toBe(403);
    }
  });
});
