import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FhirBox, startFhirBox } from '../support/fhir/appliance.js';

let box: FhirBox;
beforeAll(() => {
  box = startFhirBox();
});
afterAll(() => box.stop());

const SYSTEM = 'http://example.org/record-numbers';
let last = 0;
/** A number that no other test of this file has. */
const fresh = () => `n-${++last}`;
const patient = (value: string, changes: object = {}) => ({
  resourceType: 'Patient',
  identifier: [{ system: SYSTEM, value }],
  ...changes,
});
const by = (value: string) => `identifier=${encodeURIComponent(`${SYSTEM}|${value}`)}`;
const create = (value: string, criteria = by(value)) =>
  box.ask('POST', '/Patient', patient(value), { 'If-None-Exist': criteria });

describe('a conditional create', () => {
  it('makes one, then finds it', async () => {
    const number = fresh();
    const first = await create(number);
    expect(first.status).toBe(201);
    const second = await create(number);
    expect(second.status).toBe(200);
    expect(second.body.id).toBe(first.body.id);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect((await create(number, `?${by(number)}`)).status).toBe(200);
  });

  it('of 32 at once makes one', async () => {
    const number = fresh();
    const answers = await Promise.all(Array.from({ length: 32 }, () => create(number)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(31).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  it('finds none that was deleted', async () => {
    const number = fresh();
    const { body } = await create(number);
    await box.ask('DELETE', `/Patient/${body.id}`);
    expect((await create(number)).status).toBe(201);
  });

  it('refuses multiple matches and invalid criteria', async () => {
    const number = fresh();
    await box.ask('POST', '/Patient', patient(number));
    await box.ask('POST', '/Patient', patient(number));
    const many = await create(number);
    expect(many.status).toBe(412);
    expect(many.body.issue[0].code).toBe('multiple-matches');
    expect((await create(number, '')).status).toBe(412);
    expect((await create(number, 'shoe-size=42')).status).toBe(400);
    expect((await create(number, `${by(number)}&shoe-size=42`)).status).toBe(400);
    expect((await create(number, '_count=1')).status).toBe(400);
  });

  it('sees its own partition alone', async () => {
    const number = fresh();
    await create(number);
    const live = await box.ask('POST', '/Patient', patient(number), {
      'If-None-Exist': by(number),
      Authorization: box.key({ mode: 'live' }),
    });
    expect(live.status).toBe(201);
  });
});

describe('a conditional update', () => {
  const update = (value: string, changes: object = {}, headers = {}) =>
    box.ask('PUT', `/Patient?${by(value)}`, patient(value, changes), headers);

  it('makes, then replaces, what meets the criteria', async () => {
    const number = fresh();
    const first = await update(number);
    expect(first.status).toBe(201);
    const second = await update(number, { active: true });
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({ id: first.body.id, active: true });
    expect(second.body.meta.versionId).toBe('2');
    expect((await update(number, {}, { 'If-Match': 'W/"1"' })).status).toBe(412);
    expect((await update(number, { id: first.body.id })).status).toBe(200);
    expect((await update(number, { id: 'another' })).status).toBe(400);
  });

  it('makes it under the id of the client, unless that is taken', async () => {
    const number = fresh();
    const made = await update(number, { id: `own-${number}` });
    expect(made).toMatchObject({ status: 201, body: { id: `own-${number}` } });
    expect((await update(fresh(), { id: `own-${number}` })).status).toBe(409);
  });

  it('refuses when many match, and without criteria', async () => {
    const number = fresh();
    await box.ask('POST', '/Patient', patient(number));
    await box.ask('POST', '/Patient', patient(number));
    expect((await update(number)).status).toBe(412);
    expect((await box.ask('PUT', '/Patient', patient(number))).status).toBe(412);
    expect((await box.ask('PUT', '/Patient?_format=json', patient(number))).status).toBe(412);
    expect((await box.ask('PUT', '/Patient?nothing=1', patient(number))).status).toBe(400);
  });
});

describe('a conditional patch or delete', () => {
  it('changes and deletes the one that meets the criteria', async () => {
    const number = fresh();
    const { body } = await create(number);
    const change = [{ op: 'add', path: '/active', value: false }];
    const patched = await box.ask('PATCH', `/Patient?${by(number)}`, change);
    expect(patched).toMatchObject({ status: 200, body: { id: body.id, active: false } });
    expect((await box.ask('PATCH', `/Patient?${by(fresh())}`, change)).status).toBe(404);
    expect((await box.ask('DELETE', `/Patient?${by(number)}`)).status).toBe(204);
    expect((await box.ask('GET', `/Patient/${body.id}`)).status).toBe(410);
    expect((await box.ask('DELETE', `/Patient?${by(number)}`)).status).toBe(204);
  });

  it('never reaches more than one', async () => {
    const number = fresh();
    const one = await box.ask('POST', '/Patient', patient(number));
    await box.ask('POST', '/Patient', patient(number));
    expect((await box.ask('DELETE', `/Patient?${by(number)}`)).status).toBe(412);
    expect((await box.ask('DELETE', '/Patient')).status).toBe(412);
    expect((await box.ask('DELETE', `/Patient?identifierr=${number}`)).status).toBe(400);
    expect((await box.ask('GET', `/Patient/${one.body.id}`)).status).toBe(200);
  });
});
