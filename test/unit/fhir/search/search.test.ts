import { describe, expect, it } from 'vitest';
import { memorySearch } from '../../../support/fhir/memory-search.js';

const UCUM = 'http://unitsofmeasure.org';
const LOINC = 'http://loinc.org';

const observation = (id: string, patient: string, rest: Readonly<Record<string, unknown>>) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  subject: { reference: `Patient/${patient}` },
  ...rest,
});

const coded = (code: string, display?: string) => ({
  coding: [{ system: LOINC, code, ...(display && { display }) }],
});

const part = (code: string, value: number) => ({
  code: coded(code),
  valueQuantity: { value, unit: 'mmHg', system: UCUM, code: 'mm[Hg]' },
});

const find = memorySearch([
  {
    resourceType: 'Patient',
    id: 'eve',
    gender: 'female',
    name: [{ family: 'Carreño Quinones', given: ['Evelyn'] }],
    telecom: [{ system: 'phone', value: '(555) 010-99' }],
    birthDate: '1970-03',
    generalPractitioner: [{ reference: 'Practitioner/joe' }],
    identifier: [
      {
        type: { coding: [{ system: 'urn:types', code: 'MR' }], text: 'Chart' },
        system: 'urn:mrn',
        value: 'A|1',
      },
    ],
  },
  { resourceType: 'Patient', id: 'bob', gender: 'male', deceasedBoolean: true },
  { resourceType: 'Patient', id: 'nobody' },
  { resourceType: 'Practitioner', id: 'joe', name: [{ family: 'Joe' }] },
  observation('pressure', 'eve', {
    code: coded('85354-9', 'Blood pressure panel'),
    effectiveDateTime: '2024-02-29T10:00:00Z',
    component: [part('8480-6', 150), part('8462-4', 60)],
  }),
  observation('low', 'bob', {
    code: coded('85354-9'),
    effectivePeriod: { start: '2024-03-01' },
    component: [part('8480-6', 100), part('8462-4', 150)],
  }),
  observation('sugar', 'eve', {
    code: coded('2339-0'),
    valueQuantity: { value: 90, unit: 'milligrams', system: UCUM, code: 'mg/dL' },
    identifier: [{ system: 'urn:x', value: '1' }],
  }),
  observation('said', 'bob', { code: { text: 'Feels well' }, valueString: 'much better' }),
  {
    resourceType: 'DocumentReference',
    id: 'doc',
    status: 'current',
    content: [{ attachment: { contentType: 'text/xml; charset=UTF-8' } }],
  },
  {
    resourceType: 'Questionnaire',
    id: 'q2',
    status: 'active',
    url: 'http://example.org/forms/q',
    version: '2.0',
  },
  {
    resourceType: 'QuestionnaireResponse',
    id: 'answers',
    status: 'completed',
    questionnaire: 'http://example.org/forms/q|2.0',
    subject: { identifier: { system: 'urn:mrn', value: 'A1' } },
  },
]);

describe('a search', () => {
  it.each([
    ['Patient?name=carr', ['eve']],
    ['Patient?name=quinones', ['eve']],
    ['Patient?family=CARRENO quinones', ['eve']],
    ['Patient?name=arr', []],
    ['Patient?name:contains=arr', ['eve']],
    ['Patient?family:exact=Carreño Quinones', ['eve']],
    ['Patient?family:exact=Carreno Quinones', []],
    ['Patient?family:exact=Quinones', []],
    ['Patient?phonetic=Kinones', []],
    ['Patient?phonetic=Quinonez', ['eve']],
    ['Patient?phonetic=Evelynn Karrenjo', []],
    ['Patient?phonetic=Evelin Carenno', ['eve']],
    ['Patient?phone=555-01099', ['eve']],
    ['Patient?gender=female,male', ['eve', 'bob']],
    ['Patient?gender=http://hl7.org/fhir/administrative-gender|male', ['bob']],
    ['Patient?gender=http://hl7.org/fhir/administrative-gender|', ['eve', 'bob']],
    ['Patient?gender=urn:other|male', []],
    ['Patient?gender:not=male', ['eve', 'nobody']],
    ['Patient?gender:not=male,female', ['nobody']],
    ['Patient?gender:missing=true', ['nobody']],
    ['Patient?gender:missing=false', ['eve', 'bob']],
    ['Patient?deceased=true', ['bob']],
    ['Patient?identifier=urn:mrn|A\\|1', ['eve']],
    ['Patient?identifier=A\\|1', ['eve']],
    ['Patient?identifier=|A\\|1', []],
    ['Patient?identifier=urn:mrn|', ['eve']],
    ['Patient?identifier:of-type=urn:types|MR|A\\|1', ['eve']],
    ['Patient?identifier:of-type=urn:types|SS|A\\|1', []],
    ['Patient?identifier:text=chart', ['eve']],
    ['Patient?_id=eve,bob', ['eve', 'bob']],
    ['Patient?_id:not=eve', ['bob', 'nobody']],
    ['Patient?birthdate=1970', ['eve']],
    ['Patient?birthdate=1970-03-05', []],
    ['Patient?birthdate=ge1970-03-31&birthdate=lt1970-03-02', ['eve']],
    ['Patient?_lastUpdated=1970-01-01', ['eve', 'bob', 'nobody']],
    ['Patient?_lastUpdated=gt1970-01-01', []],
  ])('%s', (search, ids) => expect(find(search)).toEqual(ids));

  it.each([
    ['Observation?subject=Patient/eve', ['pressure', 'sugar']],
    ['Observation?subject=eve', ['pressure', 'sugar']],
    ['Observation?subject:Patient=eve', ['pressure', 'sugar']],
    ['Observation?subject:Device=eve', []],
    ['Observation?patient=https://box.local/v1/fhir/Patient/eve', ['pressure', 'sugar']],
    ['Observation?patient=https://other.example/fhir/Patient/eve', []],
    ['Observation?patient=Patient/eve/_history/4', ['pressure', 'sugar']],
    ['Observation?patient.name=evelyn', ['pressure', 'sugar']],
    ['Observation?subject:Patient.gender=male', ['low', 'said']],
    ['Observation?subject.general-practitioner.name=joe', ['pressure', 'sugar']],
    ['Observation?patient._id=bob&code=85354-9', ['low']],
    ['Patient?_has:Observation:patient:code=2339-0', ['eve']],
    ['Patient?_has:Observation:subject:date=ge2024-03', ['bob']],
    [
      'Practitioner?_has:Patient:general-practitioner:_has:Observation:patient:code=2339-0',
      ['joe'],
    ],
    ['Observation?patient._has:Observation:patient:code=2339-0', ['pressure', 'sugar']],
    ['QuestionnaireResponse?subject:identifier=urn:mrn|A1', ['answers']],
    ['QuestionnaireResponse?questionnaire=http://example.org/forms/q', ['answers']],
    ['QuestionnaireResponse?questionnaire=http://example.org/forms/q|2.0', ['answers']],
    ['QuestionnaireResponse?questionnaire=http://example.org/forms/q|1.0', []],
    ['QuestionnaireResponse?subject:missing=false', ['answers']],
  ])('through references: %s', (search, ids) => expect(find(search)).toEqual(ids));

  it.each([
    ['Observation?code:text=feels', ['said']],
    ['Observation?code:text=blood pressure', ['pressure']],
    ['Observation?code:missing=true', []],
    ['Observation?value-string=much', ['said']],
    ['Observation?value-quantity=90', ['sugar']],
    [`Observation?value-quantity=0.9|${UCUM}|g/L`, ['sugar']],
    [`Observation?value-quantity=gt0.9|${UCUM}|g/L`, []],
    [`Observation?value-quantity=ap85|${UCUM}|mg/dL`, ['sugar']],
    ['Observation?value-quantity=90||milligrams', ['sugar']],
    ['Observation?value-quantity=90||mg/dL', ['sugar']],
    ['Observation?value-quantity=90||g', []],
    ['Observation?date=2024-02-29', ['pressure']],
    ['Observation?date=ge2024-03-01', ['low']],
    ['Observation?date=ge2024-02-29T10:00:00+00:00', ['pressure', 'low']],
    ['Observation?date:missing=true', ['sugar', 'said']],
    ['Observation?combo-value-quantity=gt120', ['pressure', 'low']],
    ['Observation?component-code-value-quantity=8480-6$gt120', ['pressure']],
    [`Observation?combo-code-value-quantity=${LOINC}|8462-4$lt100|${UCUM}|mm[Hg]`, ['pressure']],
    ['Observation?component-code-value-quantity=8480-6$gt120,8462-4$gt120', ['pressure', 'low']],
    [`Observation?code-value-quantity=${LOINC}|2339-0$lt100`, ['sugar']],
    ['Observation?identifier=1&patient=eve', ['sugar']],
    ['DocumentReference?contenttype=text/xml', []],
    ['DocumentReference?contenttype:below=text/xml', ['doc']],
    ['Questionnaire?url=http://example.org/forms/q', ['q2']],
    ['Questionnaire?url=http://example.org/forms/q|2.0', ['q2']],
    ['Questionnaire?url=http://example.org/forms/q|3.0', []],
    ['Questionnaire?url:below=http://example.org/', ['q2']],
    ['Questionnaire?url:above=http://example.org/forms/q/_history/5', ['q2']],
    ['Questionnaire?url:above=http://example.org/forms', []],
  ])('of values: %s', (search, ids) => expect(find(search)).toEqual(ids));
});
