import { describe, expect, it } from 'vitest';
import { contradictions } from '../../../src/patient-record/chart/contradictions.js';
import { withDerived } from '../../../src/patient-record/chart/derive.js';
import { latest } from '../../../src/patient-record/chart/fact.js';
import { patientData } from '../../../src/patient-record/chart/schema.js';
import { readPatientRecord } from '../../../src/patient-record/read-record.js';
import { language } from './language/language.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const LOINC = 'http://loinc.org';

function read(data: unknown) {
  const record = readPatientRecord(patientData.parse(data), { language, now: NOW });
  const chart = withDerived(record.chart);
  const known = (name: string) => latest(chart, name)?.value;
  return { ...record, chart, known, clashes: contradictions(record.chart) };
}

const observation = (code: string, value: number, unit: string, more: object = {}) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: LOINC, code }] },
  valueQuantity: { value, unit, system: 'http://unitsofmeasure.org', code: unit },
  ...more,
});

describe('data in the shape of the interface', () => {
  const { known, notAssessed, chart } = read({
    demographics: { age: 67, gender: 'male', medical_history: ['CHF', 'appendectomy'] },
    vitals: { blood_pressure: '120/60', temperature: 98.6, SpO2: 95, weight: 80, height: 200 },
    lab_results: { Creatinine: 106, Hgb: { value: 120, unit: 'g/L' }, unobtainium: 3 },
    lab_units: { Creatinine: 'umol/L' },
    symptoms: ['cough'],
  });

  it('becomes values in the units of the catalogue', () => {
    expect(known('age')).toBe(67);
    expect(known('sex')).toBe('M');
    expect(known('systolic_bp')).toBe(120);
    expect(known('temperature')).toBe(37);
    expect(known('oxygen_saturation')).toBe(95);
    expect(known('creatinine')).toBeCloseTo(1.199, 3);
    expect(known('hemoglobin')).toBe(12);
    expect(known('congestive_heart_failure')).toBe(true);
  });

  it('keeps what was sent and where', () => {
    expect(latest(chart, 'creatinine')).toMatchObject({
      given: { value: 106, unit: 'umol/L' },
      from: 'patient_data.lab_results.Creatinine',
    });
  });

  it('is completed by what follows from it', () => {
    expect(known('bmi')).toBe(20);
    expect(known('mean_arterial_pressure')).toBe(80);
    expect(latest(chart, 'bmi')?.from).toBe(
      'derived from patient_data.vitals.weight, patient_data.vitals.height',
    );
  });

  it('names unread fields by their path, never by their text', () => {
    expect(notAssessed.map(({ what }) => what).sort()).toEqual([
      'patient_data.demographics.medical_history.1',
      'patient_data.lab_results.unobtainium',
      'patient_data.symptoms',
    ]);
    expect(JSON.stringify(notAssessed)).not.toMatch(/appendectomy|cough/);
  });

  it('is refused field by field when it cannot be', () => {
    const { issues } = read({
      vitals: { heart_rate: 900, oxygen_saturation: 'low' },
      lab_results: { creatinine: 88 },
    });
    expect(issues.map(({ field }) => field)).toEqual([
      'patient_data.vitals.heart_rate',
      'patient_data.vitals.oxygen_saturation',
      'patient_data.lab_results.creatinine',
    ]);
  });
});

describe('FHIR observations', () => {
  it('are read by LOINC code and UCUM unit, the newest last', () => {
    const { chart, notAssessed } = read({
      observations: [
        observation('8867-4', 120, '/min', { effectiveDateTime: '2026-02-28T10:00:00Z' }),
        observation('8867-4', 80, '/min', { effectiveDateTime: '2026-02-28T08:00:00Z' }),
        observation('2160-0', 88.4, 'umol/L', { effectiveInstant: '2026-02-28T08:00:00Z' }),
      ],
    });
    expect(chart.get('heart_rate')?.map(({ value }) => value)).toEqual([80, 120]);
    expect(latest(chart, 'creatinine')?.value).toBeCloseTo(1, 3);
    expect(notAssessed).toEqual([]);
  });

  it('of a panel are read from its components', () => {
    const component = (code: string, value: number) => ({
      code: { coding: [{ system: LOINC, code }] },
      valueQuantity: { value, unit: 'mmHg', code: 'mm[Hg]' },
    });
    const { known } = read({
      observations: [
        {
          resourceType: 'Observation',
          status: 'final',
          code: { coding: [{ system: LOINC, code: '85354-9' }] },
          component: [component('8480-6', 131), component('8462-4', 77)],
        },
      ],
    });
    expect([known('systolic_bp'), known('diastolic_bp')]).toEqual([131, 77]);
  });

  it('with coded answers are read by code or by what the code is called', () => {
    const { known } = read({
      observations: [
        {
          resourceType: 'Observation',
          status: 'final',
          code: { coding: [{ system: LOINC, code: '67775-7' }] },
          valueCodeableConcept: { coding: [{ system: LOINC, code: 'LA9340-6', display: 'Alert' }] },
        },
        {
          resourceType: 'Observation',
          status: 'final',
          code: { coding: [{ system: LOINC, code: '72166-2' }] },
          valueCodeableConcept: {
            coding: [{ system: 'http://snomed.info/sct', code: '266919005' }],
          },
        },
      ],
    });
    expect(known('consciousness')).toBe('A');
    expect(known('current_smoker')).toBe(false);
  });

  it('without a unit, with an impossible value or an unknown code are named and left out', () => {
    const { chart, notAssessed, issues } = read({
      observations: [
        { ...observation('2160-0', 1, ''), valueQuantity: { value: 1 } },
        observation('8867-4', 900, '/min'),
        observation('99999-9', 1, 'mg'),
        observation('2160-0', 5, 'mm[Hg]'),
      ],
    });
    expect(chart.size).toBe(0);
    expect(issues).toEqual([]);
    expect(notAssessed.map(({ what }) => what)).toEqual([
      'patient_data.observations.0',
      'patient_data.observations.1',
      'patient_data.observations.2',
      'patient_data.observations.3',
    ]);
  });

  it.each([
    ['cancelled', { status: 'cancelled' }],
    ['entered in error', { status: 'entered-in-error' }],
    ['data absent', { dataAbsentReason: { text: 'unknown' } }],
  ])('that were %s say nothing', (_, more) => {
    expect(read({ observations: [observation('8867-4', 80, '/min', more)] }).chart.size).toBe(0);
  });

  it.each([null, [], 'text', { coding: 'x' }, { coding: [null, 3, { code: 5 }] }])(
    'of any damaged shape (%j) do no harm',
    (code) => {
      const damaged = {
        resourceType: 'Observation',
        code,
        component: [null, 4],
        valueQuantity: [],
      };
      expect(read({ observations: [damaged] }).chart.size).toBe(0);
    },
  );
});

describe('FHIR conditions', () => {
  const condition = (code: string, system: string, more: object = {}) => ({
    resourceType: 'Condition',
    code: { coding: [{ system, code }] },
    ...more,
  });
  const ICD = 'http://hl7.org/fhir/sid/icd-10-cm';
  const SNOMED = 'http://snomed.info/sct';
  const status = (code: string) => ({ coding: [{ code }] });

  it('are read by ICD-10 prefix and SNOMED CT code', () => {
    const { known } = read({
      conditions: [condition('E11.65', ICD), condition('22298006', SNOMED)],
    });
    expect(known('diabetes')).toBe(true);
    expect(known('myocardial_infarction')).toBe(true);
    expect(known('vascular_disease')).toBe(true);
  });

  it('that are refuted are absent; that are suspected or over say nothing', () => {
    const { known, notAssessed } = read({
      conditions: [
        condition('I10', ICD, { verificationStatus: status('refuted') }),
        condition('E11.9', ICD, { verificationStatus: status('provisional') }),
        condition('C34.1', ICD, { clinicalStatus: status('resolved') }),
        condition('I63.9', ICD, { clinicalStatus: status('resolved') }),
        condition('C44.9', ICD),
      ],
    });
    expect(known('hypertension')).toBe(false);
    expect(known('diabetes')).toBeUndefined();
    expect(known('active_cancer')).toBeUndefined();
    expect(known('stroke')).toBe(true);
    expect(notAssessed.map(({ what }) => what)).toEqual([
      'patient_data.conditions.1',
      'patient_data.conditions.4',
    ]);
  });
});

describe('a FHIR bundle', () => {
  const bundle = (...resources: object[]) => ({
    resourceType: 'Bundle',
    entry: resources.map((resource) => ({ resource })),
  });
  const patient = { resourceType: 'Patient', gender: 'female', birthDate: '1960-03-02' };

  it('gives the age that the patient had when the newest of it was true', () => {
    expect(read(bundle(patient)).known('age')).toBe(65);
    const old = observation('8867-4', 80, '/min', { effectiveDateTime: '2020-06-01' });
    const { known } = read(bundle(patient, old));
    expect(known('age')).toBe(60);
    expect(known('sex')).toBe('F');
  });

  it('takes no code for more than it is', () => {
    const smoking = {
      resourceType: 'Observation',
      status: 'final',
      code: { coding: [{ system: LOINC, code: '72166-2' }] },
      valueCodeableConcept: { coding: [{ code: 'constructor' }, { code: 'toString' }] },
    };
    const { known } = read(bundle({ ...patient, gender: 'constructor' }, smoking));
    expect(known('sex')).toBeUndefined();
    expect(known('current_smoker')).toBeUndefined();
  });

  it('of two people is refused, and of a dead one has no age', () => {
    expect(read(bundle(patient, patient)).issues).toEqual([
      { field: 'patient_data.entry', issue: 'holds more than one Patient' },
    ]);
    const dead = read(bundle({ ...patient, deceasedBoolean: true }));
    expect(dead.known('age')).toBeUndefined();
    expect(dead.notAssessed[0]?.what).toBe('patient_data.entry.0.resource.birthDate');
  });
});

describe('contradictions', () => {
  it.each([
    ['a pressure above itself', { vitals: { sbp: 80, dbp: 90 } }, 'patient_data.vitals.dbp'],
    [
      'a pregnant man',
      { demographics: { gender: 'M', pregnant: true } },
      'patient_data.demographics.pregnant',
    ],
    [
      'oxygen without oxygen',
      { vitals: { on_oxygen: false, fio2: 60 } },
      'patient_data.vitals.fio2',
    ],
    [
      'a coma scale that does not add up',
      { vitals: { gcs: 15, gcs_eye: 1, gcs_verbal: 1, gcs_motor: 1 } },
      'patient_data.vitals.gcs',
    ],
    [
      'two values of one thing',
      { lab_results: { hgb: 12, hemoglobin: 8 } },
      'patient_data.lab_results.hemoglobin',
    ],
    [
      'a disease that is there and not',
      { demographics: { medical_history: ['diabetes', 'no diabetes'] } },
      'patient_data.demographics.medical_history.1',
    ],
  ])('%s are named by their field', (_, data, field) => {
    expect(read(data).clashes.map((one) => one.field)).toEqual([field]);
  });

  it('are none where two writings agree', () => {
    expect(read({ lab_results: { hgb: 12, hemoglobin: 12 } }).clashes).toEqual([]);
  });
});
