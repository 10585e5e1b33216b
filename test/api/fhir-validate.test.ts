import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FhirBox, startFhirBox } from '../support/fhir/appliance.js';

let box: FhirBox;
beforeAll(() => {
  box = startFhirBox();
});
afterAll(() => box.stop());

const PATIENT = { resourceType: 'Patient', active: true };
const codes = (body: { issue: { severity: string; code: string }[] }) =>
  body.issue.map(({ severity, code }) => `${severity} ${code}`);

describe('$validate', () => {
  it('says that all is well, and stores nothing', async () => {
    const full = { ...PATIENT, text: { status: 'generated', div: DIV } };
    const { status, body } = await box.ask('POST', '/Patient/$validate', full);
    expect(status).toBe(200);
    expect(codes(body)).toEqual(['information informational']);
    expect((await box.ask('GET', '/Patient')).body.total ?? 0).toBe(0);
    expect(box.auditEvents().find(({ action }) => action === 'fhir.validate')).toMatchObject({
      outcome: 'success',
      target: 'Patient',
    });
  });

  it('says all that is wrong with 200, for the question was answered', async () => {
    const bad = { ...PATIENT, gender: 'unheard-of', colour: 'x' };
    const { status, body } = await box.ask('POST', '/Patient/$validate', bad);
    expect(status).toBe(200);
    expect(codes(body)).toEqual(expect.arrayContaining(['error code-invalid', 'error structure']));
  });

  it('looks at the text too', async () => {
    const twice = '{"resourceType":"Patient","active":true,"active":false}';
    const { status, body } = await box.ask('POST', '/Patient/$validate', twice);
    expect(status).toBe(200);
    expect(codes(body)).toContain('error structure');
  });

  it('takes Parameters with a resource, a mode and a profile', async () => {
    const parameters = (...parameter: object[]) => ({ resourceType: 'Parameters', parameter });
    const resource = { name: 'resource', resource: { ...PATIENT, gender: 'unheard-of' } };
    const plain = await box.ask('POST', '/Patient/$validate', parameters(resource));
    expect(codes(plain.body)).toContain('error code-invalid');
    const profile = { name: 'profile', valueUri: 'http://example.org/unknown' };
    const known = await box.ask('POST', '/Patient/$validate', parameters(resource, profile));
    expect(codes(known.body)).toContain('information not-supported');
    const mode = { name: 'mode', valueCode: 'delete' };
    const gone = await box.ask('POST', '/Patient/$validate', parameters(resource, mode));
    expect(codes(gone.body)).toEqual(['information informational']);
    const odd = parameters(resource, { name: 'mode', valueCode: 'dance' });
    expect((await box.ask('POST', '/Patient/$validate', odd)).status).toBe(400);
    expect((await box.ask('POST', '/Patient/$validate', parameters())).status).toBe(400);
  });

  it('of an instance heeds its id, and without a body looks at what is stored', async () => {
    const { body } = await box.ask('POST', '/Patient', PATIENT);
    const path = `/Patient/${body.id}/$validate`;
    expect((await box.ask('POST', path)).status).toBe(200);
    const other = await box.ask('POST', path, { ...PATIENT, id: 'other' });
    expect(other.body.issue[0]).toMatchObject({ severity: 'error' });
    const own = await box.ask('POST', path, { ...PATIENT, id: body.id });
    expect(codes(own.body).some((one) => one.startsWith('error'))).toBe(false);
    expect((await box.ask('POST', '/Patient/none/$validate')).status).toBe(404);
    expect((await box.ask('POST', '/Patient/$validate')).status).toBe(400);
  });
});

const DIV = '<div xmlns="http://www.w3.org/1999/xhtml">A patient.</div>';
