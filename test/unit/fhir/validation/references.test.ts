import { describe, expect, it } from 'vitest';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { createValidator } from '../../../../src/fhir/validation/create-validator.js';

const validator = createValidator(openDefinitions());

const told = (resource: unknown): readonly string[] =>
  validator
    .validate(resource, {})
    .filter(({ severity }) => severity === 'error')
    .map(({ code, expression }) => `${code} ${expression}`);

const about = (subject: unknown, more: object = {}) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'x' },
  subject,
  ...more,
});

describe('references', () => {
  it.each([
    'Patient/1',
    'Patient/a.B-9/_history/2',
    'http://elsewhere.example/fhir/Patient/1',
    'https://elsewhere.example/fhir/Patient/1/_history/4',
    'https://elsewhere.example/anything?at=all',
    'https://elsewhere.example/fhir/Unheard/1',
    'urn:uuid:c757873d-ec9a-4326-a141-556f43239520',
    'urn:oid:1.2.3',
  ])('may be %s', (reference) => {
    expect(told(about({ reference }))).toEqual([]);
  });

  it.each([
    'Patient',
    'Patient/',
    'Patient/1/2',
    'Patient/under_score',
    '/Patient/1',
    'Unheard/1',
    'patient/1',
    'constructor/1',
    'Patient/1/_history/',
    'Patient/1 ',
    'not a reference',
  ])('must not be %s', (reference) => {
    expect(told(about({ reference }))).toEqual(['value Observation.subject.reference']);
  });

  it('may say nothing but an identifier or a name', () => {
    expect(told(about({ identifier: { value: '1' } }))).toEqual([]);
    expect(told(about({ display: 'x', type: 'Patient' }))).toEqual([]);
  });

  it('point at the types that are allowed, wherever they point', () => {
    for (const reference of ['Organization/1', 'https://a.example/fhir/Organization/1']) {
      expect(told(about({ reference }))).toEqual(['processing Observation.subject']);
    }
    expect(told(about({ display: 'x', type: 'Organization' }))).toEqual([
      'processing Observation.subject',
    ]);
    const focus = [{ reference: 'Organization/1' }, { reference: 'TestScript/1' }];
    expect(told({ ...about({ display: 'x' }), focus })).toEqual([]);
  });

  it('agree with the type that they say', () => {
    expect(told(about({ reference: 'Patient/1', type: 'Patient' }))).toEqual([]);
    expect(told(about({ reference: 'Patient/1', type: 'Group' }))).toEqual([
      'processing Observation.subject.type',
    ]);
  });

  it('are conditional in the entries of a bundle alone', () => {
    const observation = about({ reference: 'Patient?identifier=a|b' });
    expect(told(observation)).toEqual(['processing Observation.subject.reference']);
    const entry = [{ resource: observation, request: { method: 'POST', url: 'Observation' } }];
    expect(told({ resourceType: 'Bundle', type: 'transaction', entry })).toEqual([]);
  });
});

describe('contained resources', () => {
  const contained = [{ resourceType: 'Patient', id: 'a' }];

  it('are referred to by their id and type', () => {
    expect(told(about({ reference: '#a' }, { contained }))).toEqual([]);
    expect(told(about({ reference: '#b' }, { contained }))).toEqual([
      'invariant Observation.subject.reference',
      'invariant Observation.contained[0]',
    ]);
    const organization = [{ resourceType: 'Organization', id: 'a', name: 'x' }];
    expect(told(about({ reference: '#a' }, { contained: organization }))).toEqual([
      'processing Observation.subject',
    ]);
  });

  it('refer to one another and to what contains them', () => {
    const inside = [
      { resourceType: 'Patient', id: 'a', managingOrganization: { reference: '#b' } },
      { resourceType: 'Organization', id: 'b', name: 'x' },
    ];
    expect(told(about({ reference: '#a' }, { contained: inside }))).toEqual([]);
    const back = {
      resourceType: 'Basic',
      id: 'a',
      code: { text: 'x' },
      subject: { reference: '#' },
    };
    expect(told(about({ display: 'x' }, { contained: [back] }))).toEqual([]);
  });

  it('are referred to by canonical addresses too', () => {
    const questionnaire = { resourceType: 'Questionnaire', id: 'q', status: 'draft' };
    const response = {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      questionnaire: '#q',
      contained: [questionnaire],
    };
    expect(told(response)).toEqual([]);
  });

  it('are not known outside', () => {
    const inner = { resourceType: 'Patient', managingOrganization: { reference: '#a' } };
    const outer = {
      resourceType: 'Bundle',
      type: 'collection',
      entry: [{ resource: inner }, { resource: about({ reference: '#a' }, { contained }) }],
    };
    expect(told(outer)).toEqual([
      'invariant Bundle.entry[0].resource.managingOrganization.reference',
    ]);
  });

  it('are read like any other', () => {
    const broken = [{ resourceType: 'Patient', id: 'a', unheardOf: 1 }];
    expect(told(about({ reference: '#a' }, { contained: broken }))).toEqual([
      'structure Observation.contained[0]',
    ]);
  });

  it('have an id and a type', () => {
    expect(told(about({ display: 'x' }, { contained: [{ resourceType: 'Patient' }] }))).toEqual([
      'required Observation.contained[0].id',
    ]);
    expect(told(about({ display: 'x' }, { contained: [{ id: 'a' }, 5] }))).toEqual([
      'structure Observation.contained[0]',
      'structure Observation.contained[1]',
    ]);
  });

  it('need no narrative of their own', () => {
    const issues = validator.validate(about({ reference: '#a' }, { contained }), {});
    expect(issues.map(({ expression }) => expression)).toEqual(['Observation']);
  });
});
