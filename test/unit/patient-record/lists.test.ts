import { describe, expect, it } from 'vitest';
import { latest } from '../../../src/patient-record/chart/fact.js';
import { patientData } from '../../../src/patient-record/chart/schema.js';
import { readPatientRecord } from '../../../src/patient-record/read-record.js';
import { language } from './language/language.js';

const NOW = Date.UTC(2026, 0, 1);
const read = (data: unknown) => readPatientRecord(patientData.parse(data), { language, now: NOW });

describe('the lines of a request', () => {
  it('have each its field and what it is about', () => {
    const { lines } = read({
      demographics: { age: 50, medical_history: ['COPD'] },
      symptoms: ['cough', 'fever'],
      symptom_onset: 'two days ago',
      medications: ['aspirin 75 mg', { name: 'metformin' }],
    });
    expect(lines.map(({ kind, text, field }) => [kind, text, field])).toEqual([
      ['complaint', 'cough', 'patient_data.symptoms.0'],
      ['complaint', 'fever', 'patient_data.symptoms.1'],
      ['onset', 'two days ago', 'patient_data.symptom_onset'],
      ['history', 'COPD', 'patient_data.demographics.medical_history.0'],
      ['medication', 'aspirin 75 mg', 'patient_data.medications.0'],
      ['medication', 'metformin', 'patient_data.medications.1'],
    ]);
  });

  it('give medicines and allergies with all that was sent of them', () => {
    const { medicines, allergies } = read({
      medications: [
        'aspirin 75 mg',
        { name: 'metformin', dose: 500, unit: 'mg', route: 'po', frequency: 'BID', timing: 'food' },
        { rxcui: 4603 },
      ],
      allergies: ['latex', { substance: 'penicillin', reaction: 'hives', severity: 'severe' }],
    });
    expect(medicines).toMatchObject([
      {
        name: 'aspirin 75 mg',
        assertion: 'present',
        field: 'patient_data.medications.0',
      },
      { name: 'metformin', dose: 500, unit: 'mg', route: 'po', frequency: 'BID', timing: 'food' },
      { name: '', rxcui: '4603' },
    ]);
    expect(allergies).toMatchObject([
      { substance: 'latex' },
      { substance: 'penicillin', reaction: 'hives', severity: 'severe' },
    ]);
  });
});

const bundle = (...resources: object[]) =>
  read({ resourceType: 'Bundle', entry: resources.map((resource) => ({ resource })) });

describe('the words of a bundle', () => {
  it('are read by the type of resource', () => {
    const { lines, medicines, allergies } = bundle(
      { resourceType: 'Condition', code: { text: 'Asthma' } },
      { resourceType: 'Condition', code: { coding: [{ code: 'x' }, { display: 'Gout' }] } },
      { resourceType: 'MedicationStatement', medicationCodeableConcept: { text: 'aspirin' } },
      {
        resourceType: 'AllergyIntolerance',
        code: { text: 'penicillin' },
        reaction: [{ manifestation: [{ text: 'hives' }] }],
      },
      { resourceType: 'Condition', code: {} },
    );
    expect(lines.map(({ kind, text, field }) => [kind, text, field])).toEqual([
      ['history', 'Asthma', 'patient_data.entry.0.resource'],
      ['history', 'Gout', 'patient_data.entry.1.resource'],
      ['medication', 'aspirin', 'patient_data.entry.2.resource'],
    ]);
    expect(medicines.map(({ name }) => name)).toEqual(['aspirin']);
    expect(allergies).toMatchObject([{ substance: 'penicillin', reaction: 'hives' }]);
  });

  it.each([
    ['active', 'confirmed', 1],
    [undefined, undefined, 1],
    ['resolved', 'confirmed', 1],
    ['active', 'refuted', 0],
    [undefined, 'entered-in-error', 0],
    ['active', 'provisional', 0],
    ['active', 'differential', 0],
    ['active', 'unconfirmed', 0],
  ])('have a history of what is or was so: %s and %s', (clinical, verification, count) => {
    const { lines } = bundle({
      resourceType: 'Condition',
      code: { text: 'Asthma' },
      ...(clinical && { clinicalStatus: { coding: [{ code: clinical }] } }),
      ...(verification && { verificationStatus: { coding: [{ code: verification }] } }),
    });
    expect(lines).toHaveLength(count);
  });

  it.each([
    ['MedicationStatement', { status: 'active' }, 'present'],
    ['MedicationStatement', {}, 'present'],
    ['MedicationStatement', { status: 'stopped' }, 'historical'],
    ['MedicationStatement', { status: 'not-taken' }, 'absent'],
    ['MedicationRequest', { status: 'active', intent: 'order' }, 'present'],
    ['MedicationRequest', { status: 'active', intent: 'plan' }, 'hypothetical'],
    ['MedicationRequest', { status: 'active', intent: 'order', doNotPerform: true }, 'absent'],
  ])('take a %s of %j as %s', (resourceType, more, assertion) => {
    const medicationCodeableConcept = { text: 'aspirin' };
    const { medicines, lines } = bundle({ resourceType, medicationCodeableConcept, ...more });
    expect(medicines.map((one) => one.assertion)).toEqual([assertion]);
    expect(lines).toHaveLength(assertion === 'present' ? 1 : 0);
  });

  it('do not count an allergy that was refuted', () => {
    const verificationStatus = { coding: [{ code: 'refuted' }] };
    const code = { text: 'penicillin' };
    const { allergies } = bundle({ resourceType: 'AllergyIntolerance', code, verificationStatus });
    expect(allergies.map(({ assertion }) => assertion)).toEqual(['absent']);
  });
});

describe('the chart with what is written', () => {
  const written = (data: object) => read(data).written();

  it('has values and the person that only the words give', () => {
    const { chart, person } = written({
      symptoms: ['A 72-year-old woman', 'BP 90/60, creatinine 2.1 mg/dL'],
      vitals: { heart_rate: 80 },
    });
    const known = (name: string) => latest(chart, name);
    expect(person).toEqual({ age: 72, sex: 'F' });
    expect(known('age')?.value).toBe(72);
    expect(known('systolic_bp')).toMatchObject({ value: 90, from: 'patient_data.symptoms.1' });
    expect(known('heart_rate')?.value).toBe(80);
    expect(known('egfr')?.value).toBeGreaterThan(0);
  });

  it('keeps what was sent where the words say otherwise', () => {
    const { chart, person } = written({
      demographics: { age: 40, gender: 'M' },
      vitals: { heart_rate: 80 },
      symptoms: ['HR 120', 'her 6 month old son'],
    });
    expect(latest(chart, 'heart_rate')?.value).toBe(80);
    expect(latest(chart, 'sex')?.value).toBe('M');
    expect(person.age).toBe(40);
  });

  it('passes over words that cannot be right together with what was sent', () => {
    const { chart } = written({ vitals: { systolic_bp: 70 }, symptoms: ['BP 120/80'] });
    expect(latest(chart, 'systolic_bp')?.value).toBe(70);
    expect(chart.has('diastolic_bp')).toBe(false);
  });
});
