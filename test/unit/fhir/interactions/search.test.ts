import { describe, expect, it } from 'vitest';
import { type Answered, BASE, openFhir } from '../../../support/fhir/ask.js';
import { revealNames } from '../../../support/reveal-names.js';
import { stoppedClock } from '../../../support/stopped-clock.js';

type Ask = ReturnType<typeof openFhir>['ask'];

const patient = (id: string, family: string, more: object = {}) => ({
  resourceType: 'Patient',
  id,
  name: [{ family }],
  ...more,
});

const observation = (id: string, subject: string, more: object = {}) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { text: 'Weight' },
  subject: { reference: subject },
  ...more,
});

async function put(ask: Ask, ...resources: { resourceType: string; id: string }[]) {
  for (const body of resources) {
    const { status, text } = await ask('PUT', `${body.resourceType}/${body.id}`, { body });
    expect([status, status < 300 ? '' : text]).toEqual([expect.any(Number), '']);
  }
}

const idsOf = (body: Answered, mode = 'match') =>
  (body.entry ?? [])
    .filter(({ search }) => search?.mode === mode)
    .map(({ resource }) => resource?.id);

const linkOf = (body: Answered, relation: string) =>
  body.link?.find((link) => link.relation === relation)?.url;

/** Follows the links to the end. */
async function pages(ask: Ask, url: string): Promise<Answered[]> {
  const all: Answered[] = [];
  for (let next: string | undefined = url; next !== undefined && all.length < 50; ) {
    const { status, body } = await ask('GET', next);
    expect(status).toBe(200);
    all.push(body);
    next = linkOf(body, 'next');
  }
  return all;
}

describe('the answer to a search', () => {
  it('is a bundle of what was found, with its URL and links', async () => {
    const { ask, validator } = openFhir();
    await put(ask, patient('a', 'Ähre'), patient('b', 'Berg'));
    const { body, text } = await ask('GET', 'Patient?family=ahre&_count=5');
    expect(body).toMatchObject({ resourceType: 'Bundle', type: 'searchset', total: 1 });
    expect(body.entry?.[0]?.fullUrl).toBe(`${BASE}/Patient/a`);
    expect(linkOf(body, 'self')).toBe(`${BASE}/Patient?family=ahre&_count=5`);
    expect(linkOf(body, 'next')).toBeUndefined();
    expect(text).toContain((await ask('GET', 'Patient/a')).text);
    const errors = validator
      .validate(body, { type: 'Bundle' })
      .filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([]);
  });

  it('is empty where nothing is found', async () => {
    const { ask } = openFhir();
    const { body } = await ask('GET', 'Patient?family=none');
    expect([body.total, body.entry]).toEqual([0, undefined]);
  });

  it.each(['', '&_sort=family', '&_sort=-family,_id', '&_sort=-_lastUpdated', '&_sort=-birthdate'])(
    'comes page by page, each resource once, also while others are written (%s)',
    async (sort) => {
      const clock = stoppedClock();
      const { ask } = openFhir(clock);
      const ids = Array.from({ length: 11 }, (_, at) => `p${at}`);
      for (const [at, id] of ids.entries()) {
        if (at % 3 === 0) clock.pass(1);
        const birth = at % 4 === 0 ? {} : { birthDate: `19${50 + (at % 3)}-01-01` };
        await put(ask, patient(id, `Name ${at % 5}`, birth));
      }
      const whole = idsOf((await ask('GET', `Patient?_count=100${sort}`)).body);
      expect([...whole].sort()).toEqual([...ids].sort());
      const first = await ask('GET', `Patient?_count=4${sort}`);
      const rest = await pages(ask, linkOf(first.body, 'next') ?? '');
      expect([first.body, ...rest].flatMap((body) => idsOf(body))).toEqual(whole);
      expect(rest.map(({ total }) => total)).toEqual([undefined, undefined]);
      expect(linkOf(rest[0] as Answered, 'first')).toBe(linkOf(first.body, 'self'));
    },
  );

  it.each(['', '&_sort=family'])(
    'gives nothing twice while others write between the pages (%s)',
    async (sort) => {
      const { ask } = openFhir();
      const ids = Array.from({ length: 12 }, (_, at) => `p${at}`);
      await put(ask, ...ids.map((id, at) => patient(id, `Name ${at % 5}`)));
      const found: unknown[] = [];
      let url: string | undefined = `Patient?_count=3${sort}`;
      for (let page = 0; url !== undefined && page < 20; page += 1) {
        const { body } = await ask('GET', url);
        found.push(...idsOf(body));
        url = linkOf(body, 'next');
        await put(ask, patient(`new${page}`, `Name ${page % 5}`), patient('p1', 'Name 1'));
        await ask('DELETE', `Patient/p${11 - page}`);
      }
      expect(new Set(found).size).toBe(found.length);
      const untouched = ids.filter((id) => Number(id.slice(1)) < 6);
      expect(found).toEqual(expect.arrayContaining(untouched));
    },
  );

  it('has the total where it is requested, or known anyway', async () => {
    const { ask } = openFhir();
    await put(ask, ...['a', 'b', 'c'].map((id) => patient(id, 'X')));
    const total = async (query: string) => (await ask('GET', `Patient?${query}`)).body.total;
    expect(await total('_count=2')).toBeUndefined();
    expect(await total('_count=2&_total=accurate')).toBe(3);
    expect(await total('_count=3')).toBe(3);
    const count = await ask('GET', 'Patient?_summary=count&family=x');
    expect([count.body.total, count.body.entry, linkOf(count.body, 'next')]).toEqual([
      3,
      undefined,
      undefined,
    ]);
    expect(await total('_count=0')).toBe(3);
  });

  it('reports what was left out, and is refused under strict handling', async () => {
    const { ask } = openFhir();
    await put(ask, patient('a', 'A'));
    const { body } = await ask('GET', 'Patient?nonsense=1&family=a');
    expect(idsOf(body)).toEqual(['a']);
    const told = body.entry?.find(({ search }) => search?.mode === 'outcome');
    expect(told?.resource?.issue?.[0]).toMatchObject({
      severity: 'warning',
      code: 'not-supported',
    });
    expect(linkOf(body, 'self')).toBe(`${BASE}/Patient?family=a`);
    const strict = { headers: { prefer: 'handling=strict' } };
    expect((await ask('GET', 'Patient?nonsense=1', strict)).status).toBe(400);
  });

  it('gives parts of resources', async () => {
    const { ask } = openFhir();
    await put(ask, patient('a', 'A', { birthDate: '1950-01-01', photo: [{ title: 'x' }] }));
    const one = async (query: string) =>
      Object.keys((await ask('GET', `Patient?${query}`)).body.entry?.[0]?.resource ?? {});
    expect(await one('_elements=birthDate')).toEqual(['resourceType', 'id', 'meta', 'birthDate']);
    expect(await one('_summary=true')).not.toContain('photo');
    expect(await one('_summary=data')).toContain('photo');
  });

  it.each([
    'Patient?_page=nonsense',
    `Patient?_sort=family&_page=${Buffer.from('[1]').toString('base64url')}`,
    `Patient?_page=${Buffer.from('["a"]').toString('base64url')}`,
    'Patient?birthdate=nonsense',
    'Patient?family:nonsense=a',
  ])('refuses %s', async (url) => {
    const { ask } = openFhir();
    const { status, body } = await ask('GET', url);
    expect([status, body.resourceType]).toEqual([400, 'OperationOutcome']);
  });

  it('leaves a record of names, never of values', async () => {
    const { ask, database } = openFhir();
    await put(ask, patient('a', 'Secret'));
    await ask('GET', 'Patient?family=secret&nonsense=secret');
    await ask('GET', 'Observation?patient=a&code=secret');
    const events = database
      .prepare<[], string>("SELECT event FROM audit WHERE event LIKE '%fhir.search%' ORDER BY seq")
      .pluck()
      .all();
    expect(events.join()).not.toMatch(/secret|Patient\/a/i);
    expect(JSON.parse(events[0] ?? '')).toMatchObject({ query: 'Patient?family', count: 1 });
    expect(JSON.parse(revealNames(database)(events[1] ?? ''))).toMatchObject({
      target: 'Patient/a',
      count: 0,
    });
  });
});

describe('what a search brings along', () => {
  async function ward() {
    const { ask } = openFhir();
    await put(
      ask,
      {
        resourceType: 'Organization',
        id: 'h',
        name: 'Hospital',
        partOf: { reference: 'Organization/group' },
      } as never,
      { resourceType: 'Organization', id: 'group', name: 'Group' } as never,
      {
        resourceType: 'Organization',
        id: 'w',
        name: 'W',
        partOf: { reference: 'Organization/h' },
      } as never,
      patient('a', 'A', { managingOrganization: { reference: 'Organization/w' } }),
      patient('b', 'B', { managingOrganization: { reference: 'Organization/none' } }),
      observation('o1', 'Patient/a', { hasMember: [{ reference: 'Observation/o2' }] }),
      observation('o2', 'Patient/a', { hasMember: [{ reference: 'Observation/o1' }] }),
      observation('o3', 'Patient/b'),
    );
    return ask;
  }

  it('is what it refers to, once', async () => {
    const ask = await ward();
    const { body } = await ask('GET', 'Observation?_include=Observation:subject');
    expect(idsOf(body)).toEqual(['o1', 'o2', 'o3']);
    expect(idsOf(body, 'include')).toEqual(['a', 'b']);
    expect(body.total).toBe(3);
  });

  it('is what refers to it', async () => {
    const ask = await ward();
    const { body } = await ask('GET', 'Patient?_id=a&_revinclude=Observation:subject');
    expect(idsOf(body)).toEqual(['a']);
    expect(idsOf(body, 'include').sort()).toEqual(['o1', 'o2']);
    const twice = '_revinclude=Observation:subject&_revinclude=Observation:patient';
    const once = await ask('GET', `Patient?_id=a&${twice}`);
    expect(idsOf(once.body, 'include').sort()).toEqual(['o1', 'o2']);
    const own = await ask('GET', 'Observation?patient=a&_revinclude=Observation:has-member');
    expect(idsOf(own.body, 'include')).toEqual([]);
  });

  it('includes references of included resources on request', async () => {
    const ask = await ward();
    const included = async (query: string) =>
      idsOf(
        (await ask('GET', `Observation?_id=o1&_include=Observation:subject&${query}`)).body,
        'include',
      );
    expect(await included('_include=Patient:organization')).toEqual(['a']);
    expect(await included('_include:iterate=Patient:organization')).toEqual(['a', 'w']);
    const far = '_include:iterate=Patient:organization&_include:iterate=Organization:partof';
    expect(await included(far)).toEqual(['a', 'w', 'h']);
    const parents = async (include: string) =>
      idsOf((await ask('GET', `Organization?_id=w&${include}`)).body, 'include');
    expect(await parents('_include=Organization:partof')).toEqual(['h']);
    expect(await parents('_include:iterate=Organization:partof')).toEqual(['h', 'group']);
  });

  it('never is what was found itself, nor what is not there', async () => {
    const ask = await ward();
    const { body } = await ask('GET', 'Observation?patient=a&_include=Observation:has-member');
    expect(idsOf(body)).toEqual(['o1', 'o2']);
    expect(idsOf(body, 'include')).toEqual([]);
    const gone = await ask('GET', 'Patient?_id=b&_include=Patient:organization');
    expect(idsOf(gone.body, 'include')).toEqual([]);
  });

  it('is of the type that is named', async () => {
    const ask = await ward();
    const { body } = await ask('GET', 'Observation?_id=o1&_include=Observation:subject:Group');
    expect(idsOf(body, 'include')).toEqual([]);
    const all = await ask('GET', 'Observation?_id=o1&_include=*');
    expect(idsOf(all.body, 'include').sort()).toEqual(['a', 'o2']);
  });

  it('comes from the own partition', async () => {
    const ask = await ward();
    const live = { mode: 'live' as const };
    const body = observation('o1', 'Patient/a');
    await ask('PUT', 'Observation/o1', { body, ...live });
    const found = await ask('GET', 'Observation?_include=Observation:subject', live);
    expect([idsOf(found.body), idsOf(found.body, 'include')]).toEqual([['o1'], []]);
  });
});
