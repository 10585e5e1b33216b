// A program that knows the appliance by its address alone and works with Medplum's client library.
// It prints, as one JSON object, what it got. Its parent sets NODE_EXTRA_CA_CERTS.
import { MedplumClient, OperationOutcomeError } from '@medplum/core';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any;

const [, , base = ''] = process.argv;
const key = process.env.WARDBOX_KEY ?? '';
const { origin } = new URL(base);
const settings = { baseUrl: `${origin}/`, fhirUrlPath: 'v1/fhir/', fetch, cacheTime: 0 };
const client = new MedplumClient(settings);

const MRN = 'https://hospital.test/mrn';

async function refused(work: Promise<unknown>): Promise<unknown> {
  try {
    return { answered: await work };
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error;
    const { resourceType, issue } = error.outcome;
    return { resourceType, code: issue[0]?.code };
  }
}

const statement: Json = await client.get(`${base}/metadata`);
const smart = await refused(client.get(`${base}/.well-known/smart-configuration`));
client.setAccessToken(key);

const sent: Json = {
  resourceType: 'Patient',
  identifier: [{ system: MRN, value: 'M-1' }],
  name: [{ family: 'Ångström', given: ['Zoë'] }],
};
const created: Json = await client.createResource(sent);
const again: Json = await client.createResourceIfNoneExist(sent, `identifier=${MRN}|M-1`);
const updated: Json = await client.updateResource({ ...created, gender: 'female' });
const stale = { headers: { 'If-Match': 'W/"1"' } };
const lost = await refused(client.updateResource({ ...created, gender: 'male' }, stale));
const patched: Json = await client.patchResource('Patient', created.id, [
  { op: 'add', path: '/birthDate', value: '1950-03-01' },
]);
const history: Json = await client.readHistory('Patient', created.id);
const reference = `Patient/${created.id}`;
const entry: Json[] = Array.from({ length: 5 }, (_, at) => ({
  resource: {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
    subject: { reference },
    effectiveDateTime: `2024-03-0${at + 1}T08:00:00Z`,
  },
  request: { method: 'POST', url: 'Observation' },
}));
const made: Json = await client.executeBatch({
  resourceType: 'Bundle',
  type: 'transaction',
  entry,
});
const batch: Json = await client.executeBatch({
  resourceType: 'Bundle',
  type: 'batch',
  entry: [
    { request: { method: 'GET', url: reference } },
    { request: { method: 'GET', url: 'Patient/nobody' } },
  ],
});
const pages: number[] = [];
const search = { subject: reference, _count: '2' };
for await (const page of client.searchResourcePages('Observation', search)) pages.push(page.length);
const everything: Json = await client.readPatientEverything(created.id);
const checked = await refused(client.validateResource({ ...sent, gender: 'unheard-of' }));
const other: Json = await client.createResource({ resourceType: 'Patient' });
await client.deleteResource('Patient', other.id);
const story = {
  statement: [statement.resourceType, statement.fhirVersion],
  smart,
  same: created.id === again.id,
  created,
  updated,
  lost,
  patched,
  history: history.entry.map(({ resource }: Json) => resource.meta.versionId),
  made: made.entry.map(({ response }: Json) => response.status),
  batch: batch.entry.map(({ response }: Json) => response.status),
  pages,
  everything: everything.entry.length,
  checked,
  gone: await refused(client.readResource('Patient', other.id)),
  nobody: await refused(client.readResource('Patient', 'nobody')),
};
process.stdout.write(JSON.stringify(story));
