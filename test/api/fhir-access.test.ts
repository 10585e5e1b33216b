import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FhirBox, startFhirBox } from '../support/fhir/appliance.js';
import { grantsOf } from '../support/fhir/grants.js';

let box: FhirBox;
beforeAll(async () => {
  box = startFhirBox();
  for (const id of ['anna', 'bela']) {
    await box.ask('PUT', `/Patient/${id}`, { resourceType: 'Patient', id });
    const subject = { reference: `Patient/${id}` };
    const body = { resourceType: 'Observation', status: 'final', code: { text: 'x' }, subject };
    await box.ask('PUT', `/Observation/of-${id}`, { ...body, id: `of-${id}` });
  }
});
afterAll(() => box.stop());

const withToken = (scopes: string) => {
  const Authorization = box.token(grantsOf(scopes));
  return (method: string, path: string, body?: unknown, headers = {}) =>
    box.ask(method, path, body, { Authorization, ...headers });
};

const lastEvent = () => box.auditEvents().at(-1);

describe('a request with a token of one patient', () => {
  it('shows of no method that a resource of another is there', async () => {
    const ask = withToken('patient/*.cruds');
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const [hidden, absent] = [
        await ask(method, '/Observation/of-bela'),
        await ask(method, '/Observation/absent'),
      ];
      expect([hidden.status, hidden.text]).toEqual([absent.status, absent.text]);
      expect(hidden.headers.get('etag')).toBeNull();
    }
    const known = { 'If-None-Match': 'W/"1"' };
    expect((await ask('GET', '/Observation/of-anna', undefined, known)).status).toBe(304);
    expect((await ask('GET', '/Observation/of-bela', undefined, known)).status).toBe(404);
    expect((await box.ask('GET', '/Observation/of-bela')).status).toBe(200);
  });

  it('leaves a record where it is refused', async () => {
    const ask = withToken('patient/Patient.r');
    const { status, body } = await ask('GET', '/Observation/of-anna');
    expect([status, body.issue[0].code]).toEqual([403, 'forbidden']);
    expect(lastEvent()).toMatchObject({
      action: 'fhir.read',
      outcome: 'refused',
      status: 403,
      error_code: 'insufficient_scope',
      target: 'Observation/of-anna',
      actor: { type: 'client', id: 'app' },
    });
    expect((await ask('GET', '/Patient/bela')).status).toBe(404);
    expect(lastEvent()).toMatchObject({ outcome: 'refused', status: 404, target: 'Patient/bela' });
    expect((await ask('POST', '/Observation/_search', 'code=x')).status).toBe(403);
    expect(lastEvent()).toMatchObject({ action: 'fhir.search', outcome: 'refused' });
  });

  it('finds its own with the page of another', async () => {
    const page = await box.ask('GET', '/Observation?_count=1');
    const next = page.body.link.find(({ relation }: { relation: string }) => relation === 'next');
    const below = String(next.url).replace(/^.*\/v1\/fhir/, '');
    const ids = ({ body }: typeof page) =>
      (body.entry ?? []).map(({ resource }: { resource: { id: string } }) => resource.id);
    expect(ids(await box.ask('GET', below))).toEqual(['of-bela']);
    expect(ids(await withToken('patient/*.rs')('GET', below))).toEqual([]);
  });

  it('gets the statement, and nothing outside of FHIR', async () => {
    expect((await withToken('patient/Patient.r')('GET', '/metadata')).status).toBe(200);
    const Authorization = box.token(grantsOf('user/*.cruds'));
    expect((await box.request('/v1/jobs', { headers: { Authorization } })).status).toBe(401);
  });
});
