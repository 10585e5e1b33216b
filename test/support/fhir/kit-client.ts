// A program that knows the appliance by its address alone and works with a client library of others
// (fhir-kit-client, which uses `fetch`): it does what a ward system does and prints, as one JSON
// object, what it got. Its parent sets NODE_EXTRA_CA_CERTS, as `fetch` takes no other authority.
import { Client, type FhirResource } from 'fhir-kit-client';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any;

const [, , baseUrl = ''] = process.argv;
const bearerToken = process.env.WARDBOX_KEY ?? '';
const client = new Client({ baseUrl, bearerToken });

const MRN = 'https://hospital.test/mrn';
const LOINC = 'http://loinc.org';
const URN = 'urn:uuid:7d5b9bd2-45c5-4b9d-8f0b-3c2f5e9f0a11';

const header = (answer: Json, name: string) => Client.httpFor(answer).response?.headers.get(name);

/** Status and first issue of what is refused. */
async function refused(work: Promise<unknown> | undefined): Promise<unknown> {
  try {
    return { answered: await work };
  } catch (error) {
    const { response } = error as { response?: { status: number; data: Json } };
    if (response === undefined) throw error;
    const { status, data } = response;
    return { status, resourceType: data.resourceType, code: data.issue?.[0]?.code };
  }
}

const asResource = (value: Json) => value as FhirResource;

async function single() {
  const sent = asResource({
    resourceType: 'Patient',
    identifier: [{ system: MRN, value: 'K-1' }],
    name: [{ family: 'Ångström', given: ['Zoë'] }],
    birthDate: '1950-02-28',
  });
  const created: Json = await client.create({ resourceType: 'Patient', body: sent });
  const { id } = created;
  const at = { resourceType: 'Patient', id };
  const [location, etag] = [header(created, 'location'), header(created, 'etag')];
  const read = await client.read(at);
  const stale = { headers: { 'If-Match': String(etag) } };
  const updated: Json = await client.update({
    ...at,
    body: asResource({ ...created, gender: 'female' }),
    options: stale,
  });
  const lost = await refused(
    client.update({ ...at, body: asResource({ ...created, gender: 'male' }), options: stale }),
  );
  const patched: Json = await client.patch({
    ...at,
    jsonPatch: [
      { op: 'test', path: '/gender', value: 'female' },
      { op: 'replace', path: '/birthDate', value: '1950-03-01' },
    ],
    options: { headers: { 'If-Match': String(header(updated, 'etag')) } },
  });
  const impossible = await refused(
    client.patch({ ...at, jsonPatch: [{ op: 'remove', path: '/maritalStatus' }] }),
  );
  const second = await client.vread({ ...at, version: '2' });
  const history: Json = await client.history(at);
  await client.delete(at);
  const gone = await refused(client.read(at));
  const after: Json = await client.resourceHistory(at);
  return {
    sent,
    created,
    location,
    etag,
    read,
    updated,
    lost,
    patched,
    impossible,
    second,
    gone,
    history: history.entry.map(({ resource }: Json) => resource.meta.versionId),
    methods: after.entry.map(({ request }: Json) => request.method),
  };
}

const weight = (at: number) => ({
  resource: {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: LOINC, code: '29463-7' }] },
    subject: { reference: URN },
    effectiveDateTime: `2024-03-${String(at + 1).padStart(2, '0')}T08:00:00Z`,
    valueQuantity: { value: 70 + at / 4, system: 'http://unitsofmeasure.org', code: 'kg' },
  },
  request: { method: 'POST', url: 'Observation' },
});

const patientEntry = (value: string) => ({
  fullUrl: URN,
  resource: { resourceType: 'Patient', identifier: [{ system: MRN, value }] },
  request: { method: 'POST', url: 'Patient', ifNoneExist: `identifier=${MRN}|${value}` },
});

const bundle = (type: string, entry: readonly unknown[]) =>
  asResource({ resourceType: 'Bundle', type, entry }) as FhirResource & { type: 'transaction' };

/** All pages, as the library follows them. */
async function pagesOf(first: Json): Promise<Json[]> {
  const pages: Json[] = [];
  for (let page: Json = first; page !== undefined; page = await client.nextPage({ bundle: page })) {
    pages.push(page);
  }
  return pages;
}

async function together() {
  const entry = [patientEntry('K-2'), ...Array.from({ length: 23 }, (_, at) => weight(at))];
  const answer: Json = await client.transaction({ body: bundle('transaction', entry) });
  const again: Json = await client.transaction({ body: bundle('transaction', [entry[0]]) });
  const statuses = (body: Json) => body.entry.map(({ response }: Json) => response.status);
  const patient = /Patient\/[^/]+/.exec(answer.entry[0].response.location)?.[0] ?? '';
  const searchParams = { patient, _sort: '-date', _count: 10 };
  const first = await client.search({ resourceType: 'Observation', searchParams });
  const pages = await pagesOf(first);
  const posted: Json = await client.search({
    resourceType: 'Observation',
    searchParams: { 'patient.identifier': `${MRN}|K-2`, date: 'ge2024-03-20', _total: 'accurate' },
    options: { postSearch: true },
  });
  const withPatient: Json = await client.search({
    resourceType: 'Observation',
    searchParams: { patient, 'value-quantity': 'gt75', _include: 'Observation:subject' },
  });
  const half = await refused(
    client.transaction({
      body: bundle('transaction', [
        patientEntry('K-3'),
        { ...weight(1), resource: { ...weight(1).resource, status: 'nonsense' } },
      ]),
    }),
  );
  const batch: Json = await client.batch({
    body: bundle('batch', [
      { request: { method: 'GET', url: patient } },
      { request: { method: 'GET', url: 'Patient/nobody' } },
      { request: { method: 'GET', url: `Patient?identifier=${MRN}|K-3` } },
    ]),
  });
  const id = patient.slice('Patient/'.length);
  const everything: Json = await client.operation({
    name: 'everything',
    resourceType: 'Patient',
    id,
    method: 'GET',
    input: { _count: 20 },
  });
  const resolved: Json = await client.resolve({ reference: patient });
  return {
    made: statuses(answer),
    again: statuses(again),
    half,
    batch: statuses(batch),
    patient,
    resolved: `${resolved.resourceType}/${resolved.id}`,
    neverMade: batch.entry[2].resource.total,
    pages: pages.map((page) => page.entry.map(({ resource }: Json) => resource.effectiveDateTime)),
    subjects: pages.flatMap((page) => page.entry.map(({ resource }: Json) => resource.subject)),
    posted: posted.total,
    withPatient: withPatient.entry.map(({ resource, search }: Json) => [
      resource.resourceType,
      search.mode,
    ]),
    everything: (await pagesOf(everything)).map(({ entry: own }) => own.length),
  };
}

async function others() {
  const statement: Json = await client.capabilityStatement();
  const searchParams = { identifier: `${MRN}|K-4` };
  const body = asResource({ resourceType: 'Patient', identifier: [{ system: MRN, value: 'K-4' }] });
  const byCriteria = { resourceType: 'Patient', searchParams };
  const made: Json = await client.update({ ...byCriteria, body });
  const kept: Json = await client.update({
    ...byCriteria,
    body: asResource({ ...body, active: true }),
  });
  const checked: Json = await client.operation({
    name: 'validate',
    resourceType: 'Patient',
    method: 'POST',
    input: asResource({ ...body, gender: 'unheard-of' }),
  });
  const stranger = new Client({ baseUrl, bearerToken: 'sk_test_nonsense' });
  const typeHistory: Json = await client.typeHistory({ resourceType: 'Patient' });
  return {
    fhirVersion: statement.fhirVersion,
    url: statement.implementation.url,
    ids: [made.id, kept.id],
    versions: [made.meta.versionId, kept.meta.versionId],
    checked: checked.issue.map(({ severity, expression }: Json) => [severity, expression]),
    stranger: await refused(stranger.read({ resourceType: 'Patient', id: made.id })),
    ofType: typeHistory.total,
    nobody: await refused(client.read({ resourceType: 'Patient', id: 'nobody' })),
    notOffered: await refused(client.systemSearch({ searchParams: { _id: 'x' } })),
    badValue: await refused(
      client.search({ resourceType: 'Patient', searchParams: { birthdate: 'soon' } }),
    ),
  };
}

const story = { single: await single(), together: await together(), others: await others() };
process.stdout.write(JSON.stringify(story));
