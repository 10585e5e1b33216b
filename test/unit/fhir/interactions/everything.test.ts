import { describe, expect, it } from 'vitest';
import { type Answered, openFhir } from '../../../support/fhir/ask.js';

type Ask = ReturnType<typeof openFhir>['ask'];

const subject = { reference: 'Patient/a' };

const ACTIVITY = 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical';

async function ward() {
  const { ask } = openFhir();
  const status = 'final';
  const code = { text: 'x' };
  const care = { resourceType: 'Observation', status, code, subject };
  const resources = [
    { resourceType: 'Patient', id: 'a', generalPractitioner: [{ reference: 'Practitioner/gp' }] },
    { resourceType: 'Patient', id: 'b' },
    { resourceType: 'RelatedPerson', id: 'rp', patient: subject },
    { resourceType: 'Practitioner', id: 'gp' },
    { resourceType: 'Practitioner', id: 'other' },
    { resourceType: 'Organization', id: 'h', name: 'H' },
    {
      ...care,
      id: 'o1',
      effectiveDateTime: '2020-01-10',
      performer: [{ reference: 'Organization/h' }],
    },
    { ...care, id: 'o2', effectiveDateTime: '2022-06-01' },
    { ...care, id: 'o3' },
    { ...care, id: 'ob', subject: { reference: 'Patient/b' } },
    {
      resourceType: 'Encounter',
      id: 'e',
      status: 'finished',
      class: { code: 'AMB' },
      subject,
      period: { start: '2020-01-01', end: '2020-01-31' },
    },
    {
      resourceType: 'AllergyIntolerance',
      id: 'al',
      clinicalStatus: { coding: [{ system: ACTIVITY, code: 'active' }] },
      patient: subject,
    },
    {
      resourceType: 'Observation',
      id: 'performed',
      status,
      code,
      subject: { reference: 'Patient/b' },
      performer: [subject],
    },
  ];
  for (const body of resources) {
    const told = await ask('PUT', `${body.resourceType}/${body.id}`, { body });
    expect([told.status, told.body.issue]).toEqual([201, undefined]);
  }
  return ask;
}

const namesOf = (body: Answered, mode?: string) =>
  (body.entry ?? [])
    .filter(({ search }) => mode === undefined || search?.mode === mode)
    .map(({ resource }) => `${resource?.resourceType}/${resource?.id}`);

const names = async (ask: Ask, query: string) =>
  namesOf((await ask('GET', `Patient/a/$everything${query}`)).body).sort();

const ALL = [
  'AllergyIntolerance/al',
  'Encounter/e',
  'Observation/o1',
  'Observation/o2',
  'Observation/o3',
  'Observation/performed',
  'Organization/h',
  'Patient/a',
  'Practitioner/gp',
  'RelatedPerson/rp',
];

describe('everything of a patient', () => {
  it('is the patient, the compartment, and the participants', async () => {
    const ask = await ward();
    const { status, body } = await ask('GET', 'Patient/a/$everything');
    expect([status, body.type, body.total]).toEqual([200, 'searchset', 8]);
    expect(namesOf(body)[0]).toBe('Patient/a');
    expect(namesOf(body).sort()).toEqual(ALL);
    expect(namesOf(body, 'include').sort()).toEqual(['Organization/h', 'Practitioner/gp']);
  });

  it.each([0, 1, 2, 3, 5, 7])('comes page by page (%i)', async (count) => {
    const ask = await ward();
    const found: string[] = [];
    let url: string | undefined = `Patient/a/$everything?_count=${count}`;
    for (let page = 0; url !== undefined && page < 20; page += 1) {
      const { body } = await ask('GET', url);
      expect(namesOf(body, 'match').length).toBeLessThanOrEqual(Math.max(1, count));
      found.push(...namesOf(body, 'match'));
      url = body.link?.find(({ relation }) => relation === 'next')?.url;
    }
    expect(url).toBeUndefined();
    expect(found.sort()).toEqual(ALL.filter((name) => !/^(Org|Prac)/.test(name)));
  });

  it('is what took place in a period, and what has no time', async () => {
    const ask = await ward();
    const timeless = [
      'AllergyIntolerance/al',
      'Observation/o3',
      'Observation/performed',
      'Patient/a',
      'Practitioner/gp',
      'RelatedPerson/rp',
    ];
    expect(await names(ask, '?start=2022-01-01')).toEqual([...timeless, 'Observation/o2'].sort());
    expect(await names(ask, '?start=2020-01-31&end=2020-12-31')).toEqual(
      [...timeless, 'Encounter/e'].sort(),
    );
    expect(await names(ask, '?end=2020-01-10')).toEqual(
      [...timeless, 'Encounter/e', 'Observation/o1', 'Organization/h'].sort(),
    );
  });

  it('is limited to the requested types and time', async () => {
    const ask = await ward();
    expect(await names(ask, '?_type=Encounter,AllergyIntolerance')).toEqual([
      'AllergyIntolerance/al',
      'Encounter/e',
    ]);
    expect(await names(ask, '?_type=Observation')).not.toContain('Organization/h');
    expect(await names(ask, '?_since=2026-03-14T12:00:01Z')).toEqual([]);
    expect(await names(ask, '?_since=2026-03-14T12:00:00Z')).toEqual(ALL);
  });

  it('takes its parameters posted, too', async () => {
    const ask = await ward();
    const body = {
      resourceType: 'Parameters',
      parameter: [{ name: '_type', valueString: 'Encounter' }],
    };
    const told = await ask('POST', 'Patient/a/$everything', { body });
    expect(namesOf(told.body)).toEqual(['Encounter/e']);
  });

  it.each([
    ['Patient/none/$everything', 404],
    ['Patient/a/$everything?start=nonsense', 400],
    ['Patient/a/$everything?_type=Nonsense', 400],
    ['Patient/a/$everything?_page=WzFd', 400],
    ['Observation/o1/$everything', 404],
  ])('answers %s with %i', async (url, status) => {
    const ask = await ward();
    expect((await ask('GET', url)).status).toBe(status);
  });

  it('is refused for a deleted patient, and for the other mode', async () => {
    const ask = await ward();
    expect((await ask('GET', 'Patient/a/$everything', { mode: 'live' })).status).toBe(404);
    await ask('DELETE', 'Patient/a');
    expect((await ask('GET', 'Patient/a/$everything')).status).toBe(410);
  });
});
