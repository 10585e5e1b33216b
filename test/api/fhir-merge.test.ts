import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FhirBox, startFhirBox, type Told } from '../support/fhir/appliance.js';
import { grantsOf } from '../support/fhir/grants.js';
import { rounds } from '../support/rounds.js';

let box: FhirBox;
beforeAll(() => {
  box = startFhirBox();
});
afterAll(() => box.stop());

const put = (resource: Readonly<Record<string, unknown>>) =>
  box.ask('PUT', `/${resource.resourceType}/${resource.id}`, resource);
const patient = (id: string, more = {}) => put({ resourceType: 'Patient', id, ...more });
const read = async (place: string) => (await box.ask('GET', `/${place}`)).body;
const to = (id: string) => ({ reference: `Patient/${id}` });

const byReference = (source: string, target: string) => [
  { name: 'source-patient', valueReference: to(source) },
  { name: 'target-patient', valueReference: to(target) },
];
const merge = (parameter: readonly object[], headers = {}): Promise<Told> =>
  box.ask('POST', '/Patient/$merge', { resourceType: 'Parameters', parameter }, headers);

const observation = (id: string, subject: string, more = {}) =>
  put({
    resourceType: 'Observation',
    id,
    status: 'final',
    code: { text: 'x' },
    subject: to(subject),
    ...more,
  });

describe('a merge of two patients', () => {
  it('leads what refers to the one to the other, in the text that was sent', async () => {
    const mrn = (value: string) => ({ system: 'urn:mrn', value });
    await patient('twice', { identifier: [mrn('1'), mrn('7')], active: true });
    await patient('once', { identifier: [mrn('7')], name: [{ family: 'Invented' }] });
    await observation('sugar', 'twice', {
      valueQuantity: { value: 1, unit: 'mmol/L' },
      performer: [to('twice')],
    });
    await put({
      resourceType: 'Group',
      id: 'group',
      type: 'person',
      actual: true,
      member: [{ entity: to('twice') }, { entity: to('once') }],
    });
    await patient('third', { link: [{ other: to('twice'), type: 'replaced-by' }] });
    const told = await merge(byReference('twice', 'once'));
    expect(told.status, JSON.stringify(told.body)).toBe(200);

    expect(await read('Observation/sugar')).toMatchObject({
      subject: to('once'),
      performer: [to('once')],
      meta: { versionId: '2' },
    });
    expect((await read('Group/group')).member).toEqual([
      { entity: to('once') },
      { entity: to('once') },
    ]);
    expect((await read('Patient/third')).link).toEqual([
      { other: to('once'), type: 'replaced-by' },
    ]);
    expect(await read('Patient/twice')).toMatchObject({
      active: false,
      link: [{ other: to('once'), type: 'replaced-by' }],
    });
    const whole = await read('Patient/once');
    expect(whole).toMatchObject({
      identifier: [mrn('7'), { ...mrn('1'), use: 'old' }],
      link: [{ other: to('twice'), type: 'replaces' }],
    });
    const [, result] = told.body.parameter;
    expect(result).toEqual({ name: 'result', resource: whole });
    const found = await read('Observation?patient=once');
    expect(found.entry).toHaveLength(1);
    expect((await read('Observation?patient=twice')).entry ?? []).toEqual([]);
    expect((await read('Observation/sugar/_history/1')).subject).toEqual(to('twice'));
    expect((await read('Patient?identifier=urn:mrn|1&active=true')).entry ?? []).toEqual([]);
  });

  it('finds the patients by their identifiers', async () => {
    const numbered = (value: string) => ({ identifier: [{ system: 'urn:a', value }] });
    await patient('first', numbered('a,1'));
    await patient('second', numbered('2'));
    const by = (name: string, value: string) => ({
      name: `${name}-patient-identifier`,
      valueIdentifier: { system: 'urn:a', value },
    });
    const told = await merge([by('source', 'a,1'), by('target', '2')]);
    expect(told.status).toBe(200);
    expect((await read('Patient/first')).active).toBe(false);
  });

  it('says what it would do, and changes nothing, as a preview', async () => {
    await patient('p1');
    await patient('p2');
    await observation('seen', 'p1');
    const told = await merge([...byReference('p1', 'p2'), { name: 'preview', valueBoolean: true }]);
    expect(told.body.parameter[0].resource.issue[0].diagnostics).toContain('Observation 1');
    expect((await read('Observation/seen')).meta.versionId).toBe('1');
    expect((await read('Patient/p1')).meta.versionId).toBe('1');
  });

  it('is refused where it is not meant so, and changes nothing then', async () => {
    await patient('here');
    await patient('gone');
    await box.ask('DELETE', '/Patient/gone');
    await patient('old', { link: [{ other: to('here'), type: 'replaced-by' }] });
    const refusals: [readonly object[], number, string | undefined][] = [
      [byReference('here', 'here'), 400, 'source-patient'],
      [byReference('here', 'nobody'), 404, undefined],
      [byReference('gone', 'here'), 410, undefined],
      [byReference('old', 'here'), 409, 'source-patient'],
      [byReference('here', 'old'), 409, 'target-patient'],
      [byReference('here', 'old').slice(0, 1), 400, 'target-patient'],
      [[...byReference('here', 'old'), { name: 'x' }], 400, 'Parameters.parameter.name'],
      [[...byReference('here', 'old'), ...byReference('here', 'old')], 400, 'source-patient'],
      [
        [{ name: 'source-patient', valueReference: { reference: 'Group/1' } }],
        400,
        'source-patient',
      ],
    ];
    for (const [parameter, status, place] of refusals) {
      const told = await merge(parameter);
      expect([parameter, told.status]).toEqual([parameter, status]);
      expect(told.body.resourceType).toBe('OperationOutcome');
      if (place !== undefined) expect(JSON.stringify(told.body)).toContain(place);
    }
    expect((await box.ask('POST', '/Patient/$merge', { resourceType: 'Patient' })).status).toBe(
      400,
    );
    expect((await read('Patient/here')).meta.versionId).toBe('1');
  });

  it('is not for a token that may not change all of it', async () => {
    await patient('mine');
    await patient('other');
    await observation('note', 'mine');
    const allowed = (scopes: string) =>
      merge(byReference('mine', 'other'), {
        Authorization: box.token(grantsOf(scopes)),
      }).then(({ status }) => status);
    expect(await allowed('user/Patient.rus')).toBe(403);
    expect((await read('Patient/mine')).meta.versionId).toBe('1');
    expect(await allowed('user/*.rus')).toBe(200);
  });

  it('loses and changes nothing else, whatever refers to whom', async () => {
    const ids = ['m0', 'm1', 'm2'] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...ids), { maxLength: 6 }), async (subjects) => {
        for (const id of ids) await patient(id, { active: true });
        for (const [n, subject] of subjects.entries()) await observation(`o${n}`, subject);
        expect((await merge(byReference('m0', 'm1'))).status).toBe(200);
        for (const [n, subject] of subjects.entries()) {
          const now = await read(`Observation/o${n}`);
          expect(now.subject).toEqual(to(subject === 'm0' ? 'm1' : subject));
        }
        expect(await read('Patient/m2')).toMatchObject({ active: true });
      }),
      { numRuns: rounds({ short: 10, long: 200 }) },
    );
  });
});
