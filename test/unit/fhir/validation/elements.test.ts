import { describe, expect, it } from 'vitest';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { createValidator } from '../../../../src/fhir/validation/create-validator.js';
import { LENIENCIES } from '../../../../src/fhir/validation/lenient.js';
import { refusalOf } from '../../../../src/fhir/validation/refusal.js';

const validator = createValidator(openDefinitions());

const told = (resource: unknown): readonly string[] =>
  validator
    .validate(resource, {})
    .filter(({ severity }) => severity === 'error')
    .map(({ code, expression }) => `${code} ${expression}`);

const patient = (more: object) => told({ resourceType: 'Patient', ...more });
const ABSENT = { extension: [{ url: 'http://a.example', valueCode: 'unknown' }] };

describe('primitives and their other halves', () => {
  it('stand together or alone', () => {
    expect(patient({ birthDate: '2024', _birthDate: ABSENT })).toEqual([]);
    expect(patient({ _birthDate: ABSENT })).toEqual([]);
    expect(patient({ birthDate: '2024', _birthDate: { id: 'a' } })).toEqual([]);
  });

  it('satisfy what is required', () => {
    const observation = { resourceType: 'Observation', code: { text: 'x' } };
    expect(told({ ...observation, _status: ABSENT })).toEqual([]);
    expect(told(observation)).toEqual(['required Observation.status']);
  });

  it('must say something', () => {
    expect(patient({ _birthDate: { id: 'a' } })).toEqual(['invariant Patient.birthDate']);
    expect(patient({ _birthDate: {} })).toEqual(['structure Patient.birthDate']);
    expect(patient({ birthDate: null })).toEqual(['value Patient.birthDate']);
    expect(patient({ birthDate: null, _birthDate: ABSENT })).toEqual(['value Patient.birthDate']);
    expect(patient({ _birthDate: 'x' })).toEqual(['structure Patient.birthDate']);
    expect(patient({ _birthDate: { value: 'x' } })).toEqual([
      'structure Patient.birthDate',
      'invariant Patient.birthDate',
    ]);
  });

  it('fill the gaps of one another in lists', () => {
    const given = (more: object) => patient({ name: [{ family: 'x', ...more }] });
    expect(given({ given: ['a', null], _given: [null, ABSENT] })).toEqual([]);
    expect(given({ given: ['a', 'b'], _given: [ABSENT, null] })).toEqual([]);
    expect(given({ _given: [ABSENT] })).toEqual([]);
    expect(given({ given: ['a', null] })).toEqual(['value Patient.name[0].given[1]']);
    expect(given({ given: ['a', null], _given: [ABSENT, null] })).toEqual([
      'value Patient.name[0].given[1]',
      'structure Patient.name[0].given[1]',
    ]);
    expect(given({ given: ['a'], _given: ABSENT })).toEqual(['structure Patient.name[0].given']);
  });

  it('are for primitives alone', () => {
    expect(patient({ _name: [ABSENT] })).toEqual(['structure Patient']);
    expect(patient({ _resourceType: ABSENT })).toEqual(['structure Patient']);
  });

  it('of a choice are of the same type', () => {
    expect(patient({ deceasedBoolean: true, _deceasedBoolean: ABSENT })).toEqual([]);
    expect(patient({ deceasedBoolean: true, _deceasedDateTime: ABSENT })).toEqual([
      'structure Patient',
    ]);
    expect(patient({ deceased: true })).toEqual(['structure Patient']);
    expect(patient({ deceasedString: 'x' })).toEqual(['structure Patient']);
  });
});

describe('required value sets', () => {
  const allergy = (clinicalStatus: unknown) =>
    told({ resourceType: 'AllergyIntolerance', patient: { display: 'x' }, clinicalStatus });
  const system = 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical';
  const REFUSED = ['code-invalid AllergyIntolerance.clinicalStatus'];

  it('hold one coding of a concept at least', () => {
    expect(allergy({ coding: [{ system, code: 'active' }] })).toEqual([]);
    expect(allergy({ coding: [{ code: 'local' }, { system, code: 'active' }] })).toEqual([]);
    expect(allergy({ coding: [{ system, code: 'no-such-code' }] })).toEqual(REFUSED);
    expect(allergy({ coding: [{ system: 'http://a.example', code: 'active' }] })).toEqual(REFUSED);
    expect(allergy({ coding: [{ code: 'active' }] })).toEqual(REFUSED);
  });

  it('are not met by text, but may be passed over with a reason', () => {
    expect(allergy({ text: 'active' })).toEqual(REFUSED);
    expect(allergy({ coding: [{ display: 'active' }] })).toEqual(REFUSED);
    expect(allergy(ABSENT)).toEqual([]);
  });

  it('of media types and currencies go by their form', () => {
    const photo = (contentType: string) => patient({ photo: [{ contentType }] });
    for (const type of [
      'image/png',
      'text/plain;charset=UTF-8',
      'application/fhir+json',
      'application/fhir+json; fhirVersion=4.0; x=y',
      'application/dicom; variant=1.2.840.10008.1.2.1',
      'application/dicom;transfer-syntax=*',
      'multipart/related; type="application/dicom"; boundary=a:b',
    ]) {
      expect(photo(type)).toEqual([]);
    }
    for (const type of ['png', 'image/', 'image/png; x', 'a b/c']) {
      expect(photo(type)).toEqual(['code-invalid Patient.photo[0].contentType']);
    }
    const money = (currency: string) =>
      patient({ extension: [{ url: 'http://a.example', valueMoney: { value: 1, currency } }] });
    expect(money('EUR')).toEqual([]);
    expect(money('euro')).toEqual(['code-invalid Patient.extension[0].value.currency']);
  });
});

describe('names that JSON allows and R4 does not', () => {
  it.each(['__proto__', 'constructor', 'toString', 'resourcetype', 'Name', '', 'name[x]'])(
    '"%s" is no element',
    (name) => {
      const resource: unknown = JSON.parse(`{"resourceType":"Patient","${name}":"x"}`);
      expect(told(resource)).toEqual(['structure Patient']);
    },
  );

  it('resourceType belongs to resources', () => {
    expect(patient({ name: [{ resourceType: 'HumanName', family: 'x' }] })).toEqual([
      'structure Patient.name[0]',
    ]);
  });

  it('a name that is none is not repeated', () => {
    const [issue] = validator.validate({ resourceType: 'Patient', 'Anna Muster': 'x' }, {});
    expect(issue?.diagnostics).toBe('There is no element of this name here.');
  });
});

describe('what is let pass', () => {
  it('is reported as a warning', () => {
    expect(LENIENCIES.map(({ element }) => element)).toEqual(['Narrative.div']);
    const issues = validator.validate({ resourceType: 'Patient', text: { status: 'empty' } }, {});
    expect(issues).toEqual([
      {
        severity: 'warning',
        code: 'required',
        diagnostics: 'div is required.',
        expression: 'Patient.text.div',
      },
    ]);
  });
});

describe('how a resource is refused', () => {
  const refusal = (resource: unknown) => refusalOf(validator.validate(resource, {}));

  it('goes by what is wrong with it', () => {
    expect(refusal({ resourceType: 'Patient' })).toBeUndefined();
    expect(refusal({ resourceType: 'Patient', unheardOf: 1 })).toBe('validation_error');
    expect(refusal({ resourceType: 'Patient', birthDate: 'x' })).toBe('validation_error');
    expect(refusal({ resourceType: 'Patient', gender: 'x' })).toBe('unprocessable');
    expect(refusal({ resourceType: 'Organization' })).toBe('unprocessable');
    expect(refusal({ resourceType: 'Patient', gender: 'x', birthDate: 'x' })).toBe(
      'validation_error',
    );
  });
});
