import { describe, expect, it } from 'vitest';
import { type AskOptions, openFhir, type Told } from '../../../support/fhir/ask.js';
import { grantsOf } from '../../../support/fhir/grants.js';

const CATEGORY = 'http://terminology.hl7.org/CodeSystem/observation-category';

const patient = (id: string, more: object = {}) => ({
  resourceType: 'Patient',
  id,
  name: [{ family: `Invented${id}` }],
  ...more,
});

const observation = (id: string, subject: string, more: object = {}) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { text: 'Weight' },
  category: [{ coding: [{ system: CATEGORY, code: 'laboratory' }] }],
  subject: { reference: `Patient/${subject}` },
  ...more,
});

const vital = { category: [{ coding: [{ system: CATEGORY, code: 'vital-signs' }] }] };

const RESOURCES = [
  patient('anna', { link: [{ other: { reference: 'Patient/bela' }, type: 'seealso' }] }),
  patient('bela', { link: [{ other: { reference: 'Patient/anna' }, type: 'seealso' }] }),
  { resourceType: 'Practitioner', id: 'doc', name: [{ family: 'Healer' }] },
  { resourceType: 'Device', id: 'shared', deviceName: [{ name: 'Pump', type: 'other' }] },
  { resourceType: 'Device', id: 'annas', patient: { reference: 'Patient/anna' } },
  { resourceType: 'Device', id: 'belas', patient: { reference: 'Patient/bela' } },
  { resourceType: 'Device', id: 'written', patient: { display: 'Bela' } },
  {
    resourceType: 'Group',
    id: 'both',
    type: 'person',
    actual: true,
    member: [{ entity: { reference: 'Patient/anna' } }],
  },
  {
    resourceType: 'Encounter',
    id: 'visit-anna',
    status: 'finished',
    class: { code: 'AMB' },
    subject: { reference: 'Patient/anna' },
  },
  {
    resourceType: 'Encounter',
    id: 'visit-bela',
    status: 'finished',
    class: { code: 'EMER' },
    subject: { reference: 'Patient/bela' },
  },
  observation('lab-anna', 'anna', {
    performer: [{ reference: 'Practitioner/doc' }],
    encounter: { reference: 'Encounter/visit-bela' },
  }),
  observation('vital-anna', 'anna', { ...vital, encounter: { reference: 'Encounter/visit-anna' } }),
  observation('lab-bela', 'bela', { hasMember: [{ reference: 'Observation/lab-anna' }] }),
  observation('vital-bela', 'bela', vital),
];

type Method = Parameters<ReturnType<typeof openFhir>['ask']>[0];

/** A store with the data of Anna and Bela, and requests with a token of some scopes about Anna. */
async function opened() {
  const box = openFhir();
  for (const body of RESOURCES) {
    const { status, text } = await box.ask('PUT', `${body.resourceType}/${body.id}`, { body });
    expect([status, status < 300 ? '' : text]).toEqual([expect.any(Number), '']);
  }
  const withToken =
    (scopes: string) =>
    (method: Method, url: string, options: AskOptions = {}): Promise<Told> =>
      box.ask(method, url, { ...options, access: grantsOf(scopes) });
  return { ...box, withToken };
}

const idsOf = ({ body }: Told) =>
  (body.entry ?? []).map(({ resource }) => `${resource?.resourceType}/${resource?.id}`);

const FORBIDDEN = { status: 403, body: { issue: [{ code: 'forbidden' }] } };

describe('a token of one patient', () => {
  it('reads what is in the compartment, and finds nothing else', async () => {
    const { withToken } = await opened();
    const ask = withToken('patient/*.rs');
    expect(await ask('GET', 'Patient/anna')).toMatchObject({ status: 200 });
    expect(await ask('GET', 'Observation/lab-anna')).toMatchObject({ status: 200 });
    for (const place of ['Patient/bela', 'Observation/lab-bela', 'Encounter/visit-bela']) {
      const hidden = await ask('GET', place);
      const absent = await ask('GET', `${place.split('/')[0]}/none`);
      expect(hidden).toEqual(absent);
      expect(hidden.status).toBe(404);
    }
    expect(idsOf(await ask('GET', 'Patient'))).toEqual(['Patient/anna']);
    const all = await ask('GET', 'Observation?_total=accurate&_count=1');
    expect(all.body.total).toBe(2);
    expect((await ask('GET', 'Observation?_summary=count')).body.total).toBe(2);
    expect(idsOf(await ask('GET', 'Observation?subject=Patient/bela'))).toEqual([]);
  });

  it('reads resources that concern no patient, but none of many', async () => {
    const { withToken } = await opened();
    const ask = withToken('patient/*.rs');
    expect(await ask('GET', 'Practitioner/doc')).toMatchObject({ status: 200 });
    expect(idsOf(await ask('GET', 'Device'))).toEqual(['Device/shared', 'Device/annas']);
    expect(await ask('GET', 'Device/belas')).toMatchObject({ status: 404 });
    expect(await ask('GET', 'Device/written')).toMatchObject({ status: 404 });
    for (const url of ['Group/both', 'Group', 'Bundle', 'AuditEvent', 'AuditEvent/audit-1']) {
      expect(await ask('GET', url)).toMatchObject(FORBIDDEN);
    }
  });

  it('is refused a type without a grant, and told which scope it needs', async () => {
    const { withToken } = await opened();
    const ask = withToken('patient/Observation.r');
    const { status, body } = await ask('GET', 'Observation?code=x');
    expect(status).toBe(403);
    expect(body.issue).toEqual([
      {
        severity: 'error',
        code: 'forbidden',
        diagnostics:
          'This token does not allow it: the scope patient/Observation.s, user/Observation.s or system/Observation.s is needed.',
      },
    ]);
    expect(await ask('GET', 'Condition/x')).toMatchObject(FORBIDDEN);
    expect(await ask('POST', 'Observation/$validate', { body: {} })).not.toMatchObject(FORBIDDEN);
    expect(await ask('POST', 'Condition/$validate', { body: {} })).toMatchObject(FORBIDDEN);
    expect(await ask('GET', 'metadata')).toMatchObject({ status: 200 });
  });

  it('sees only included resources that it may read', async () => {
    const { withToken } = await opened();
    const url =
      'Observation?_id=lab-anna&_include=Observation:performer&_include=Observation:encounter';
    const all = withToken('patient/*.rs');
    expect(idsOf(await all('GET', url))).toEqual(['Observation/lab-anna', 'Practitioner/doc']);
    const some = withToken('patient/Observation.rs');
    expect(idsOf(await some('GET', url))).toEqual(['Observation/lab-anna']);
    const back = 'Observation?_id=lab-anna&_revinclude=Observation:has-member';
    expect(idsOf(await all('GET', back))).toEqual(['Observation/lab-anna']);
    const other = 'Patient?_revinclude=Observation:subject';
    expect(await withToken('patient/Patient.rs')('GET', other)).toMatchObject(FORBIDDEN);
    expect(idsOf(await all('GET', other))).toHaveLength(3);
  });

  it('learns nothing by chains', async () => {
    const { withToken } = await opened();
    const all = withToken('patient/*.rs');
    // Her observation names an encounter of another patient.
    expect(idsOf(await all('GET', 'Observation?encounter.class=EMER'))).toEqual([]);
    expect(idsOf(await all('GET', 'Observation?encounter.class=AMB'))).toEqual([
      'Observation/vital-anna',
    ]);
    expect(idsOf(await all('GET', 'Patient?link:Patient.family=Inventedbela'))).toEqual([]);
    expect(idsOf(await all('GET', 'Observation?_has:Observation:has-member:status=final'))).toEqual(
      [],
    );
    const some = withToken('patient/Observation.rs patient/Encounter.r');
    expect(await some('GET', 'Observation?encounter.class=AMB')).toMatchObject(FORBIDDEN);
    expect(await some('GET', 'Observation?subject.name=x')).toMatchObject(FORBIDDEN);
    expect(await some('GET', 'Observation?subject:Patient.name=x')).toMatchObject(FORBIDDEN);
    const reverse = 'Patient?_has:Condition:patient:code=x';
    expect(await withToken('patient/Patient.rs')('GET', reverse)).toMatchObject(FORBIDDEN);
  });

  it('gets everything of its patient and nothing of another', async () => {
    const { withToken } = await opened();
    const ask = withToken('patient/*.rs');
    const { status, body, text } = await ask('GET', 'Patient/anna/$everything');
    expect(status).toBe(200);
    expect(idsOf({ body } as Told).sort()).toEqual([
      'Encounter/visit-anna',
      'Observation/lab-anna',
      'Observation/vital-anna',
      'Patient/anna',
      'Practitioner/doc',
    ]);
    expect(text).not.toContain('Inventedbela');
    expect(await ask('GET', 'Patient/bela/$everything')).toMatchObject({ status: 404 });
    const some = withToken('patient/Patient.rs patient/Encounter.s');
    expect(idsOf(await some('GET', 'Patient/anna/$everything'))).toEqual([
      'Patient/anna',
      'Encounter/visit-anna',
    ]);
  });
});

describe('versions', () => {
  it('are visible where they and the current one are', async () => {
    const { ask, withToken } = await opened();
    await ask('PUT', 'Observation/moved', { body: observation('moved', 'bela') });
    await ask('PUT', 'Observation/moved', { body: observation('moved', 'anna') });
    await ask('DELETE', 'Observation/moved');
    await ask('PUT', 'Observation/moved', { body: observation('moved', 'anna', vital) });
    const token = withToken('patient/Observation.r');
    expect(await token('GET', 'Observation/moved/_history/1')).toEqual(
      await token('GET', 'Observation/moved/_history/9'),
    );
    expect((await token('GET', 'Observation/moved/_history/2')).status).toBe(200);
    expect((await token('GET', 'Observation/moved/_history/3')).status).toBe(410);
    const { body, text } = await token('GET', 'Observation/moved/_history');
    expect(body.entry?.map(({ response }) => response?.etag)).toEqual(['W/"4"', 'W/"3"', 'W/"2"']);
    expect(body.total).toBeUndefined();
    expect(text).not.toContain('Patient/bela');
    const page = await token('GET', 'Observation/moved/_history?_count=2');
    const next = page.body.link?.find(({ relation }) => relation === 'next')?.url ?? '';
    const rest = await token('GET', next);
    expect(rest.body.entry?.map(({ response }) => response?.etag)).toEqual(['W/"2"']);
    expect(rest.body.link?.some(({ relation }) => relation === 'next')).toBe(false);

    await ask('PUT', 'Observation/moved', { body: observation('moved', 'bela') });
    for (const below of ['', '/_history', '/_history/2', '/_history/5']) {
      expect(await token('GET', `Observation/moved${below}`)).toMatchObject({ status: 404 });
    }
  });

  it('of a deleted resource are those before it', async () => {
    const { ask, withToken } = await opened();
    await ask('DELETE', 'Observation/lab-anna');
    await ask('DELETE', 'Observation/lab-bela');
    const token = withToken('patient/Observation.rsd');
    expect((await token('GET', 'Observation/lab-anna')).status).toBe(410);
    expect((await token('GET', 'Observation/lab-bela')).status).toBe(404);
    expect((await token('GET', 'Observation/lab-bela/_history')).status).toBe(404);
    expect((await token('DELETE', 'Observation/lab-anna')).headers).toHaveProperty('ETag');
    expect((await token('DELETE', 'Observation/lab-bela')).headers).toEqual({});
  });

  it('of a type are shown to a token of all alone', async () => {
    const { ask, withToken } = await opened();
    const url = 'Observation/_history';
    expect(await withToken('patient/*.cruds')('GET', url)).toMatchObject(FORBIDDEN);
    expect(await withToken('user/*.cruds?_id=x')('GET', url)).toMatchObject(FORBIDDEN);
    expect((await withToken('user/Observation.s')('GET', url)).text).toBe(
      (await ask('GET', url)).text,
    );
  });
});

describe('search parameters of a scope', () => {
  it('bind reads, searches and their counts', async () => {
    const { withToken } = await opened();
    const ask = withToken(`patient/Observation.rs?category=${CATEGORY}|laboratory`);
    expect(idsOf(await ask('GET', 'Observation'))).toEqual(['Observation/lab-anna']);
    expect((await ask('GET', 'Observation?_summary=count')).body.total).toBe(1);
    expect((await ask('GET', 'Observation/vital-anna')).status).toBe(404);
    const both = withToken(
      'patient/Observation.rs?category=laboratory user/Observation.rs?category=vital-signs',
    );
    expect(idsOf(await both('GET', 'Observation'))).toEqual([
      'Observation/lab-anna',
      'Observation/vital-anna',
      'Observation/vital-bela',
    ]);
  });

  it('that cannot be applied to one resource grant nothing', async () => {
    const { withToken } = await opened();
    for (const criteria of [
      'unheard=x',
      'subject:Patient.name=x',
      'category',
      '_count=5',
      'date=x',
    ]) {
      const ask = withToken(`user/Observation.rs?${criteria}`);
      expect(await ask('GET', 'Observation')).toMatchObject(FORBIDDEN);
    }
  });
});

describe('writes with a token', () => {
  const WRITES = 'patient/*.cruds';

  it('create for their patient alone', async () => {
    const { withToken } = await opened();
    const ask = withToken(WRITES);
    const create = (body: object & { resourceType: string }) =>
      ask('POST', body.resourceType, { body });
    expect((await create(observation('x', 'anna'))).status).toBe(201);
    expect(await create(observation('x', 'bela'))).toMatchObject(FORBIDDEN);
    // In both compartments: it would appear in the chart of the other.
    const performed = { performer: [{ reference: 'Patient/anna' }] };
    expect(await create(observation('x', 'bela', performed))).toMatchObject(FORBIDDEN);
    const reverse = { performer: [{ reference: 'Patient/bela' }] };
    expect(await create(observation('x', 'anna', reverse))).toMatchObject(FORBIDDEN);
    const away = { performer: [{ reference: 'https://other.test/fhir/Patient/x' }] };
    expect(await create(observation('x', 'anna', away))).toMatchObject(FORBIDDEN);
    expect(await create(patient('x'))).toMatchObject(FORBIDDEN);
    expect(await create({ resourceType: 'Practitioner' })).toMatchObject(FORBIDDEN);
    expect(
      await withToken('patient/Observation.rs')('POST', 'Observation', {
        body: observation('x', 'anna'),
      }),
    ).toMatchObject(FORBIDDEN);
  });

  it('update what was and stays of their patient', async () => {
    const { ask, withToken } = await opened();
    const token = withToken(WRITES);
    const put = (id: string, subject: string, more = {}) =>
      token('PUT', `Observation/${id}`, { body: observation(id, subject, more) });
    expect((await put('lab-anna', 'anna', vital)).status).toBe(200);
    expect(await put('lab-anna', 'bela')).toMatchObject(FORBIDDEN);
    // Neither what is hidden nor what is not there: both look alike.
    const hidden = await put('lab-bela', 'anna');
    expect(hidden.status).toBe(404);
    expect(await put('nowhere', 'anna')).toEqual(hidden);
    expect((await ask('GET', 'Observation/lab-bela')).body.meta).toMatchObject({ versionId: '1' });
    const move = [{ op: 'replace', path: '/subject/reference', value: 'Patient/bela' }];
    expect(await token('PATCH', 'Observation/lab-anna', { body: move })).toMatchObject(FORBIDDEN);
    const take = [{ op: 'replace', path: '/subject/reference', value: 'Patient/anna' }];
    expect((await token('PATCH', 'Observation/lab-bela', { body: take })).status).toBe(404);
    const test = [{ op: 'test', path: '/status', value: 'final' }];
    const blind = withToken('patient/Observation.u');
    expect(await blind('PATCH', 'Observation/lab-anna', { body: test })).toMatchObject(FORBIDDEN);
    expect((await token('PATCH', 'Observation/lab-anna', { body: test })).status).toBe(200);
    // It would show what it may not read.
    const half = withToken('patient/Observation.u patient/Observation.r?_id=lab-anna');
    expect((await half('PATCH', 'Observation/lab-anna', { body: test })).status).toBe(200);
    expect((await half('PATCH', 'Observation/vital-anna', { body: test })).status).toBe(404);
  });

  it('stay within the search parameters of one scope', async () => {
    const { withToken } = await opened();
    const ask = withToken('patient/Observation.cud?category=laboratory patient/Observation.rs');
    const put = (id: string, more = {}) =>
      ask('PUT', `Observation/${id}`, { body: observation(id, 'anna', more) });
    expect((await put('lab-anna')).status).toBe(200);
    expect(await put('lab-anna', vital)).toMatchObject(FORBIDDEN);
    expect(await put('vital-anna')).toMatchObject(FORBIDDEN);
    expect(await ask('DELETE', 'Observation/vital-anna')).toMatchObject(FORBIDDEN);
    expect((await ask('DELETE', 'Observation/lab-anna')).status).toBe(204);
    const body = observation('x', 'anna', vital);
    expect(await ask('POST', 'Observation', { body })).toMatchObject(FORBIDDEN);
  });

  it('delete what is visible; the rest is not there', async () => {
    const { ask, withToken } = await opened();
    const token = withToken(WRITES);
    const hidden = await token('DELETE', 'Observation/lab-bela');
    expect(hidden).toEqual(await token('DELETE', 'Observation/nowhere'));
    expect((await ask('GET', 'Observation/lab-bela')).status).toBe(200);
    expect((await token('DELETE', 'Observation/lab-anna')).status).toBe(204);
    expect((await ask('GET', 'Observation/lab-anna')).status).toBe(410);
    const criterion = 'Observation?_id=lab-bela';
    expect((await token('DELETE', criterion)).status).toBe(204);
    expect((await ask('GET', 'Observation/lab-bela')).status).toBe(200);
    const blind = withToken('patient/Observation.d');
    expect(await blind('DELETE', criterion)).toMatchObject(FORBIDDEN);
  });

  it('find only what may be searched by their conditions', async () => {
    const { withToken } = await opened();
    const ask = withToken(WRITES);
    const body = observation('x', 'anna');
    const created = await ask('POST', 'Observation', {
      body,
      headers: { ifNoneExist: '_id=lab-bela' },
    });
    expect(created.status).toBe(201);
    const found = await ask('POST', 'Observation', {
      body,
      headers: { ifNoneExist: '_id=lab-anna' },
    });
    expect([found.status, found.body.id]).toEqual([200, 'lab-anna']);
    const { id: _, ...plain } = body;
    expect((await ask('PUT', 'Observation?_id=lab-bela', { body: plain })).status).toBe(201);
    expect((await ask('PUT', 'Observation?_id=lab-anna', { body: plain })).status).toBe(200);
    const own = observation('lab-bela', 'anna');
    expect((await ask('PUT', 'Observation?_id=none', { body: own })).status).toBe(404);
    const chain = 'encounter.class=EMER';
    const half = withToken('patient/Observation.cruds');
    const refused = await half('POST', 'Observation', { body, headers: { ifNoneExist: chain } });
    expect(refused).toMatchObject(FORBIDDEN);
  });
});

describe('a Bundle with a token', () => {
  const entry = (method: string, url: string, resource?: object) => ({
    request: { method, url },
    ...(resource && { resource }),
  });
  const bundle = (type: string, ...entries: object[]) => ({
    body: { resourceType: 'Bundle', type, entry: entries },
  });
  const statuses = ({ body }: Told) =>
    body.entry?.map(({ response }) => response?.status.slice(0, 3));

  it('is decided entry by entry in a batch', async () => {
    const { withToken } = await opened();
    const ask = withToken('patient/Observation.crus patient/Patient.r');
    const told = await ask(
      'POST',
      '',
      bundle(
        'batch',
        entry('GET', 'Observation/lab-anna'),
        entry('GET', 'Observation/lab-bela'),
        entry('GET', 'Condition'),
        entry('GET', 'AuditEvent'),
        entry('POST', 'Observation', observation('x', 'anna')),
        entry('POST', 'Observation', observation('x', 'bela')),
        entry('PUT', 'Observation/lab-bela', observation('lab-bela', 'anna')),
        entry('DELETE', 'Observation/lab-anna'),
      ),
    );
    expect(statuses(told)).toEqual(['200', '404', '403', '403', '201', '403', '404', '403']);
    expect(told.text).not.toContain('Patient/bela');
  });

  it('is refused as a whole where a transaction has one entry too many', async () => {
    const { ask, withToken } = await opened();
    const token = withToken('patient/*.cruds');
    const count = async () => (await ask('GET', 'Observation?_summary=count')).body.total;
    const before = await count();
    const good = entry('POST', 'Observation', observation('x', 'anna'));
    for (const bad of [
      entry('POST', 'Observation', observation('y', 'bela')),
      entry('PUT', 'Observation/lab-bela', observation('lab-bela', 'anna')),
      entry('PUT', 'Patient?_id=bela', { resourceType: 'Patient', id: 'bela' }),
      entry('GET', 'Observation/lab-bela'),
    ]) {
      expect([403, 404]).toContain(
        (await token('POST', '', bundle('transaction', good, bad))).status,
      );
      expect(await count()).toBe(before);
    }
    expect((await token('POST', '', bundle('transaction', good))).status).toBe(200);
  });

  it('resolves references among what may be searched', async () => {
    const { withToken } = await opened();
    const ask = withToken('patient/*.cruds');
    const referring = (search: string) =>
      bundle(
        'transaction',
        entry('POST', 'Observation', {
          ...observation('x', 'anna'),
          encounter: { reference: `Encounter?${search}` },
        }),
      );
    expect((await ask('POST', '', referring('_id=visit-anna'))).status).toBe(200);
    expect((await ask('POST', '', referring('_id=visit-bela'))).status).toBe(412);
    const subject = bundle(
      'transaction',
      entry('POST', 'Observation', {
        ...observation('x', 'anna'),
        subject: { reference: 'Patient?family=inventedanna' },
      }),
    );
    expect((await ask('POST', '', subject)).status).toBe(200);
    const blind = withToken('patient/Observation.cruds');
    expect(await blind('POST', '', subject)).toMatchObject(FORBIDDEN);
  });
});

describe('a token of all resources', () => {
  it('gets the same answers as a key', async () => {
    const { ask, withToken } = await opened();
    const token = withToken('user/*.cruds');
    for (const url of [
      'Patient/bela',
      'Patient/none',
      'Observation?_include=Observation:performer&_total=accurate',
      'Observation?encounter.class=EMER',
      'Observation/lab-bela/_history',
      'Patient/anna/$everything',
      'Group/both',
    ]) {
      expect(await token('GET', url)).toEqual(await ask('GET', url));
    }
    const body = observation('fresh', 'bela');
    expect((await token('PUT', 'Observation/fresh', { body })).status).toBe(201);
  });
});
