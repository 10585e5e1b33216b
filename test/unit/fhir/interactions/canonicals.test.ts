import { describe, expect, it } from 'vitest';
import { type Answered, openFhir } from '../../../support/fhir/ask.js';

type Ask = ReturnType<typeof openFhir>['ask'];

const PAIN = 'http://hospital.test/Questionnaire/pain';

const questionnaire = (id: string, url: string, version?: string) => ({
  resourceType: 'Questionnaire',
  id,
  url,
  status: 'active',
  ...(version !== undefined && { version }),
});

const answers = (id: string, named: string) => ({
  resourceType: 'QuestionnaireResponse',
  id,
  status: 'completed',
  questionnaire: named,
});

async function ward(): Promise<Ask> {
  const { ask } = openFhir();
  const resources = [
    questionnaire('one', PAIN, '1'),
    questionnaire('two', PAIN, '2'),
    questionnaire('fall', 'http://hospital.test/Questionnaire/fall'),
    answers('any', PAIN),
    answers('second', `${PAIN}|2`),
    answers('third', `${PAIN}|3`),
    answers('by-place', 'Questionnaire/fall'),
    { resourceType: 'QuestionnaireResponse', id: 'none', status: 'completed' },
    { resourceType: 'Patient', id: 'one' },
  ];
  for (const body of resources) {
    const { status } = await ask('PUT', `${body.resourceType}/${body.id}`, { body });
    expect(status).toBe(201);
  }
  return ask;
}

async function included(ask: Ask, url: string): Promise<unknown[]> {
  const { status, body }: { status: number; body: Answered } = await ask('GET', url);
  expect(status).toBe(200);
  return (body.entry ?? [])
    .filter(({ search }) => search?.mode === 'include')
    .map(({ resource }) => resource?.id)
    .sort();
}

describe('what is referred to by a canonical URL', () => {
  it.each([
    ['any', ['one', 'two']],
    ['second', ['two']],
    ['third', []],
    ['by-place', ['fall']],
    ['none', []],
    ['any,second,by-place', ['fall', 'one', 'two']],
  ])('comes with %s, in the version that is named', async (ids, expected) => {
    const ask = await ward();
    const include = '_include=QuestionnaireResponse:questionnaire';
    expect(await included(ask, `QuestionnaireResponse?_id=${ids}&${include}`)).toEqual(expected);
    expect(await included(ask, `QuestionnaireResponse?_id=${ids}&${include}:Library`)).toEqual([]);
  });

  it.each([
    ['one', ['any']],
    ['two', ['any', 'second']],
    ['fall', ['by-place']],
  ])('brings what names it (%s)', async (id, expected) => {
    const ask = await ward();
    const include = '_revinclude=QuestionnaireResponse:questionnaire';
    expect(await included(ask, `Questionnaire?_id=${id}&${include}`)).toEqual(expected);
  });

  it.each([
    'QuestionnaireResponse?questionnaire.status=active',
    'Questionnaire?_has:QuestionnaireResponse:questionnaire:status=completed',
  ])('is not followed by %s, which says so', async (url) => {
    const { ask } = openFhir();
    const { status, body } = await ask('GET', url);
    expect([status, body.issue?.[0]?.code]).toEqual([400, 'not-supported']);
  });
});
