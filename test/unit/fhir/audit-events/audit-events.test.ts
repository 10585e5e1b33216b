import { describe, expect, it } from 'vitest';
import { auditEventOf, auditSeq } from '../../../../src/fhir/audit-events/from-record.js';
import { AUDIT_EVENT_PARAMETERS } from '../../../../src/fhir/audit-events/parameters.js';
import { type Answered, BASE, openFhir } from '../../../support/fhir/ask.js';
import { NOON, stoppedClock } from '../../../support/stopped-clock.js';

const HIDDEN = {
  type: 'Patient',
  identifier: { value: expect.stringMatching(/^Patient\/h_[0-9a-f]{32}$/) },
};

const patient = (id: string) => ({ resourceType: 'Patient', id, name: [{ family: 'Secret' }] });

const errorsOf = ({ validator }: ReturnType<typeof openFhir>, resource: unknown, type: string) =>
  validator.validate(resource, { type }).filter(({ severity }) => severity === 'error');

const idsOf = (body: Answered) => body.entry?.map(({ resource }) => resource?.id) ?? [];

async function used() {
  const clock = stoppedClock();
  const fhir = openFhir(clock);
  const { ask, queue } = fhir;
  await ask('PUT', 'Patient/a', { body: patient('a') });
  clock.pass(60_000);
  await ask('GET', 'Patient/a');
  await ask('GET', 'Patient/a/_history/1');
  await ask('GET', 'Patient?family=secret');
  await ask('PUT', 'Patient/a', { body: patient('a'), mode: 'live' });
  clock.pass(60_000);
  const refused = { headers: { ifMatch: 'W/"7"' }, body: patient('a') };
  await ask('PUT', 'Patient/a', refused);
  const administrator = { type: 'administrator', id: 'root' } as const;
  await queue.record(
    [{ action: 'key.create', outcome: 'success', actor: administrator }],
    'synced',
  );
  return fhir;
}

describe('the records of the appliance as AuditEvents', () => {
  it('are valid, and hold nothing of what a resource says', async () => {
    const fhir = await used();
    const { status, body, text } = await fhir.ask('GET', 'AuditEvent');
    expect([status, body.type, idsOf(body)]).toEqual([
      200,
      'searchset',
      ['audit-6', 'audit-4', 'audit-3', 'audit-2', 'audit-1'],
    ]);
    expect(errorsOf(fhir, body, 'Bundle')).toEqual([]);
    for (const { resource } of body.entry ?? []) {
      expect(errorsOf(fhir, resource, 'AuditEvent')).toEqual([]);
    }
    expect(text).not.toMatch(/secret/i);
  });

  it('say who did what to which resource', async () => {
    const { ask } = await used();
    const { status, headers, body } = await ask('GET', 'AuditEvent/audit-3');
    expect([status, headers.ETag]).toEqual([200, 'W/"1"']);
    expect(body).toMatchObject({
      resourceType: 'AuditEvent',
      id: 'audit-3',
      action: 'R',
      recorded: '2026-03-14T12:01:00.000Z',
      outcome: '0',
      subtype: [{ code: 'vread' }],
      agent: [
        {
          who: { identifier: { value: 'key_test' } },
          network: { address: '10.0.0.7', type: '2' },
          requestor: true,
          type: { coding: [{ code: '110152' }] },
        },
        { requestor: false, network: { address: BASE, type: '5' } },
      ],
      meta: {
        profile: [
          'https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.PatientRead',
        ],
      },
      entity: [
        { what: { ...HIDDEN, display: 'version 1' }, role: { code: '4' } },
        { what: HIDDEN, type: { code: '1' }, role: { code: '1' } },
        { what: { identifier: { value: 'req_1' } }, type: { code: 'XrequestId' } },
        { detail: [{ type: 'response_sha256' }], type: { code: '4' } },
      ],
    });
    const search = (await ask('GET', 'AuditEvent/audit-4')).body;
    expect(search.entity).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'Patient?family' })]),
    );
    const refused = (await ask('GET', 'AuditEvent/audit-6')).body;
    expect([refused.outcome, refused.outcomeDesc]).toEqual(['4', '412 precondition_failed']);
  });

  it('are those of the own mode only', async () => {
    const { ask } = await used();
    const live = { mode: 'live' as const };
    expect(idsOf((await ask('GET', 'AuditEvent', live)).body)).toEqual(['audit-5']);
    expect((await ask('GET', 'AuditEvent/audit-1', live)).status).toBe(404);
    expect((await ask('GET', 'AuditEvent/audit-5')).status).toBe(404);
    // What the administrator did is nobody else's business.
    expect((await ask('GET', 'AuditEvent/audit-7')).status).toBe(404);
  });

  it.each([
    ['_id=audit-1,audit-3,audit-5,nonsense', ['audit-3', 'audit-1']],
    ['entity=Patient/a', ['audit-6', 'audit-3', 'audit-2', 'audit-1']],
    [`entity=${BASE}/Patient/a&date=2026-03-14T12:01`, ['audit-3', 'audit-2']],
    ['entity=Patient/b', []],
    ['patient=a', ['audit-6', 'audit-3', 'audit-2', 'audit-1']],
    [`patient=${BASE}/Patient/a&outcome=4`, ['audit-6']],
    ['patient=Patient/b', []],
    ['agent:identifier=key_test&_count=1', ['audit-6']],
    ['agent:identifier=key_live', []],
    ['agent:identifier=|key_test&_count=1', ['audit-6']],
    ['agent:identifier=urn:x|key_test', []],
    ['agent=key_test&_count=1', ['audit-6']],
    ['agent=key_live,key_test&_count=1', ['audit-6']],
    ['agent=key_live', []],
    ['agent=Practitioner/key_test', []],
    ['outcome=4', ['audit-6']],
    ['outcome=0,8&entity=Patient/a', ['audit-3', 'audit-2', 'audit-1']],
    ['outcome=http://hl7.org/fhir/audit-event-outcome|4', ['audit-6']],
    ['outcome=12', []],
    ['date=ge2026-03-14T12:02:00Z', ['audit-6']],
    ['date=gt2026-03-14T12:00:00Z&date=lt2026-03-14T12:02:00Z', ['audit-4', 'audit-3', 'audit-2']],
    ['date=2026-03-13', []],
    ['date=2026-03-14&_count=2', ['audit-6', 'audit-4']],
  ])('are found by %s', async (query, expected) => {
    const { ask } = await used();
    const { status, body } = await ask('GET', `AuditEvent?${query}`);
    expect([status, idsOf(body)]).toEqual([200, expected]);
  });

  it('come page by page', async () => {
    const { ask } = await used();
    const found: unknown[] = [];
    let url: string | undefined = 'AuditEvent?date=le2026-03-14T12:02:00Z&_count=2';
    for (let page = 0; url !== undefined && page < 9; page += 1) {
      const { body } = await ask('GET', url);
      found.push(...idsOf(body));
      url = body.link?.find(({ relation }) => relation === 'next')?.url;
    }
    // The pages themselves leave records of the same moment, which come before the first page.
    expect(found).toEqual(['audit-6', 'audit-4', 'audit-3', 'audit-2', 'audit-1']);
  });

  it.each([
    'date=yesterday',
    'entity=nonsense',
    'patient=Observation/1',
    '_count=x',
    '_page=x',
    'entity=Patient/a&entity=Patient/b',
    `_id=${Array(60).fill('audit-1').join()}`,
  ])('are not searched by %s', async (query) => {
    const { ask } = await used();
    expect((await ask('GET', `AuditEvent?${query}`)).status).toBe(400);
  });

  it.each(['entity', 'patient', '_id', 'date', 'outcome', 'agent:identifier', '_count'])(
    'are all of them where %s has no value',
    async (name) => {
      const { ask } = await used();
      for (const nothing of ['', ',', ',,']) {
        const { status, body } = await ask('GET', `AuditEvent?${name}=${nothing}`);
        expect([status, body.entry?.at(-1)?.search?.mode]).toEqual([200, 'outcome']);
      }
    },
  );

  it('say what they cannot be searched by', async () => {
    const { ask } = await used();
    const { status, body } = await ask('GET', 'AuditEvent?policy=x');
    expect(status).toBe(200);
    expect(body.entry?.at(-1)?.search?.mode).toBe('outcome');
    const strict = { headers: { prefer: 'handling=strict' } };
    expect((await ask('GET', 'AuditEvent?policy=x', strict)).status).toBe(400);
  });

  it.each([
    ['PUT', 'AuditEvent/audit-1'],
    ['POST', 'AuditEvent'],
    ['DELETE', 'AuditEvent/audit-1'],
  ] as const)('cannot be written: %s %s', async (method, url) => {
    const { ask } = await used();
    expect((await ask(method, url, { body: { resourceType: 'AuditEvent' } })).status).toBe(405);
  });

  it('can be searched by what is claimed', () => {
    const { definitions } = openFhir();
    for (const { name, type, definition } of AUDIT_EVENT_PARAMETERS) {
      const parameter = definitions.parameter('AuditEvent', name);
      expect([name, parameter?.type, parameter?.url]).toEqual([name, type, definition]);
    }
  });
});

describe('a record as an AuditEvent', () => {
  it('is valid whatever was done, by whomever', () => {
    const fhir = openFhir();
    const actions = ['analyze.create', 'fhir.validate', 'fhir.everything', 'fhir.delete', 'key'];
    for (const action of actions) {
      for (const outcome of ['success', 'refused', 'failed'] as const) {
        const event = JSON.stringify({
          action,
          outcome,
          actor: { type: 'api_key', id: 'key_1', mode: 'test' },
          ...(action !== 'key' && { request_id: 'req_1', status: 500, target: 'an_1', count: 2 }),
        });
        const at = new Date(NOON).toISOString();
        const made = auditEventOf({ seq: 3, at, event }, BASE);
        if (action !== 'key') expect(errorsOf(fhir, made, 'AuditEvent')).toEqual([]);
      }
    }
  });

  it('names the person as the requestor, beside the browser', () => {
    const fhir = openFhir();
    const roles = { read: 'IRCP', search: 'IRCP', create: 'AUT', update: 'AUT', delete: 'AGNT' };
    for (const [interaction, role] of Object.entries(roles)) {
      const event = JSON.stringify({
        action: `fhir.${interaction}`,
        outcome: 'success',
        actor: { type: 'user', id: 'user_1', mode: 'test' },
        request_id: 'req_1',
        remote_address: '10.0.0.7',
        target: 'Patient/a',
      });
      const at = new Date(NOON).toISOString();
      const made = auditEventOf({ seq: 3, at, event }, BASE);
      expect(errorsOf(fhir, made, 'AuditEvent')).toEqual([]);
      const agents = made.agent as {
        requestor: boolean;
        who: unknown;
        type: { coding: { code: string }[] };
      }[];
      expect(agents).toHaveLength(3);
      const [requestor, ...more] = agents.filter((agent) => agent.requestor);
      expect(more).toEqual([]);
      expect(requestor?.who).toEqual({ identifier: { value: 'user_1' } });
      expect(requestor?.type.coding[0]?.code).toBe(role);
      if (interaction !== 'search') expect(made.meta).toHaveProperty('profile');
    }
  });

  it('names a program with a token, and the person for whom it acts as the requestor', () => {
    const fhir = openFhir();
    const agentsOf = (actor: object) => {
      const event = JSON.stringify({
        action: 'fhir.read',
        outcome: 'success',
        actor: { type: 'client', id: 'app', mode: 'test', ...actor },
        remote_address: '10.0.0.7',
        target: 'Patient/a',
      });
      const made = auditEventOf({ seq: 3, at: new Date(NOON).toISOString(), event }, BASE);
      expect(errorsOf(fhir, made, 'AuditEvent')).toEqual([]);
      expect(made.meta).toHaveProperty('profile');
      const agents = made.agent as { requestor: boolean; who: unknown }[];
      return agents.map(({ requestor, who }) => [requestor, who]);
    };
    const box = [false, { display: 'Wardbox' }];
    expect(agentsOf({})).toEqual([[true, { identifier: { value: 'app' } }], box]);
    const issuer = 'https://login.hospital.example';
    expect(agentsOf({ issuer, user: 'anna' })).toEqual([
      [false, { identifier: { system: issuer, value: 'app' } }],
      [true, { identifier: { system: issuer, value: 'anna' } }],
      box,
    ]);
  });

  it('has an id that only a record can have', () => {
    expect(['audit-7', 'audit-07', 'audit-0', 'audit-x', '7', 'audit-1e3'].map(auditSeq)).toEqual([
      7,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

/** What the profiles of Basic Audit Log Patterns 1.1.3 want of agents and entities, by their types. */
const CODES = {
  Read: ['R', '110152', '110153'],
  Create: ['C', '110153', '110152'],
  Update: ['U', '110153', '110152'],
  Delete: ['D', '110150', 'custodian'],
} as const;

interface Told {
  readonly action: string;
  readonly outcome: string;
  readonly meta: { readonly profile?: readonly string[] };
  readonly subtype: readonly { readonly system?: string; readonly code?: string }[];
  readonly agent: readonly {
    readonly type?: { readonly coding: readonly { readonly code: string }[] };
    readonly who?: unknown;
    readonly network?: unknown;
  }[];
  readonly entity: readonly {
    readonly type: { readonly system: string; readonly code: string };
    readonly role?: { readonly code: string };
    readonly what?: { readonly type?: string; readonly identifier?: { readonly value: string } };
    readonly detail?: unknown;
  }[];
}

function expectBalp(event: Told, profile: keyof typeof CODES, aboutPatient: boolean): void {
  const [action, client, server] = CODES[profile];
  const name = `IHE.BasicAudit.${aboutPatient ? 'Patient' : ''}${profile}`;
  expect(event.meta.profile).toEqual([
    `https://profiles.ihe.net/ITI/BALP/StructureDefinition/${name}`,
  ]);
  expect([event.action, event.outcome]).toEqual([action, '0']);
  expect(event.subtype[0]?.system).toBe('http://hl7.org/fhir/restful-interaction');
  for (const code of [client, server]) {
    const agents = event.agent.filter(({ type }) => type?.coding[0]?.code === code);
    expect(agents).toHaveLength(1);
    expect(agents[0]).toMatchObject({ who: expect.anything(), network: expect.anything() });
  }
  const ofType = (code: string) => event.entity.filter(({ type }) => type.code === code);
  expect(ofType('2')).toMatchObject([{ role: { code: '4' }, what: expect.anything() }]);
  expect(ofType('2')[0]).not.toHaveProperty('detail');
  expect(ofType('XrequestId')).toMatchObject([{ what: { identifier: { value: 'req_1' } } }]);
  expect(ofType('XrequestId')[0]).not.toHaveProperty('detail');
  const patients = ofType('1');
  expect(patients).toHaveLength(aboutPatient ? 1 : 0);
  if (aboutPatient) {
    expect(patients[0]).toMatchObject({ role: { code: '1' }, what: { type: 'Patient' } });
  }
}

describe('a record of an interaction that went well', () => {
  it('follows its profile of Basic Audit Log Patterns', async () => {
    const { ask } = openFhir();
    const observation = (id: string) => ({
      resourceType: 'Observation',
      id,
      status: 'final',
      code: { text: 'x' },
      subject: { reference: 'Patient/a' },
    });
    await ask('PUT', 'Patient/a', { body: patient('a') });
    await ask('POST', 'Patient', { body: { resourceType: 'Patient' } });
    await ask('GET', 'Patient/a');
    await ask('GET', 'Patient/a/_history/1');
    await ask('PUT', 'Observation/o', { body: observation('o') });
    await ask('PUT', 'Observation/o', { body: { ...observation('o'), status: 'amended' } });
    await ask('GET', 'Observation/o');
    await ask('DELETE', 'Observation/o');
    await ask('DELETE', 'Patient/a');
    const { body } = await ask('GET', 'AuditEvent?_count=50');
    const events = (body.entry ?? []).map(({ resource }) => resource as unknown as Told).reverse();
    const profiles = [
      ...(['Update', 'Create', 'Read', 'Read'] as const).map((name) => [name, true] as const),
      ...(['Update', 'Update', 'Read', 'Delete'] as const).map((name) => [name, false] as const),
      ['Delete', true] as const,
    ];
    expect(events).toHaveLength(profiles.length);
    profiles.forEach(([profile, aboutPatient], index) => {
      expectBalp(events[index]!, profile, aboutPatient);
    });
  });

  it('claims none for searches, for what failed and for other work', async () => {
    const { ask } = await used();
    const { body } = await ask('GET', 'AuditEvent');
    const claims = (body.entry ?? []).map(({ resource }) => {
      const { id, meta } = resource as unknown as { id: string } & Told;
      return [id, meta.profile?.length ?? 0];
    });
    expect(claims).toEqual([
      ['audit-6', 0],
      ['audit-4', 0],
      ['audit-3', 1],
      ['audit-2', 1],
      ['audit-1', 1],
    ]);
  });

  it('names the resource to a client that searched for it, and hides it from all others', async () => {
    const { ask } = await used();
    const whats = (body: Answered) =>
      (body.entry ?? []).map(
        ({ resource }) => (resource as unknown as Told).entity[0]?.what as { reference?: string },
      );
    const asked = whats((await ask('GET', 'AuditEvent?patient=a')).body);
    expect(asked.map(({ reference }) => reference)).toEqual([
      'Patient/a',
      'Patient/a/_history/1',
      'Patient/a',
      'Patient/a/_history/1',
    ]);
    const all = (await ask('GET', 'AuditEvent?date=lt2026-03-15')).text;
    expect(all).not.toMatch(/Patient\/a\b/);
  });
});
