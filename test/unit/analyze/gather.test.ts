import { describe, expect, it } from 'vitest';
import { gather } from '../../../src/analyze/gather.js';
import { analyzeRequest } from '../../../src/analyze/schema.js';
import { latest } from '../../../src/chart/fact.js';
import { AppError } from '../../../src/core/errors.js';

const gathered = (patient_data: unknown) =>
  gather(analyzeRequest.parse({ patient_data }).patient_data, Date.UTC(2026, 0, 1));

describe('what a request says', () => {
  it('is its lines, each with its field and what it is about', () => {
    const { lines, history } = gathered({
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
    expect(history).toEqual(['COPD']);
  });

  it('is its values, with what follows from them', () => {
    const { chart } = gathered({
      demographics: { age: 50, gender: 'F', weight: 70, height: 170 },
      vitals: { blood_pressure: '120/80', temperature: 98.6 },
    });
    expect(latest(chart, 'systolic_bp')?.value).toBe(120);
    expect(latest(chart, 'temperature')?.value).toBeCloseTo(37, 1);
    expect(latest(chart, 'bmi')?.value).toBeCloseTo(70 / 1.7 ** 2, 1);
  });

  it('passes on what nobody reads, and not what the differential reads', () => {
    const { notAssessed } = gathered({
      symptoms: ['cough'],
      medications: ['aspirin'],
      lab_results: { unobtainium: 3 },
    });
    expect(notAssessed.map(({ what }) => what)).toEqual(['patient_data.lab_results.unobtainium']);
  });

  it('is refused by field where it cannot be, or contradicts itself', () => {
    const fields = (data: unknown): unknown => {
      try {
        return gathered(data);
      } catch (error) {
        return error instanceof AppError ? [error.code, JSON.stringify(error)] : error;
      }
    };
    expect(fields({ vitals: { heart_rate: 4000 } })).toEqual([
      'validation_error',
      expect.anything(),
    ]);
    expect(fields({ lab_results: { potassium: 400 } })).toEqual([
      'validation_error',
      expect.anything(),
    ]);
  });
});

describe('a bundle', () => {
  it('has its words read by the type of resource', () => {
    const { lines, history, medications, allergies } = gathered({
      resourceType: 'Bundle',
      entry: [
        { resource: { resourceType: 'Condition', code: { text: 'Asthma' } } },
        {
          resource: {
            resourceType: 'Condition',
            code: { coding: [{ code: 'x' }, { display: 'Gout' }] },
          },
        },
        {
          resource: {
            resourceType: 'MedicationStatement',
            medicationCodeableConcept: { text: 'aspirin' },
          },
        },
        { resource: { resourceType: 'AllergyIntolerance', code: { text: 'penicillin' } } },
        { resource: { resourceType: 'Condition', code: {} } },
        {},
      ],
    });
    expect(lines.map(({ kind, text, field }) => [kind, text, field])).toEqual([
      ['history', 'Asthma', 'patient_data.entry.0.resource'],
      ['history', 'Gout', 'patient_data.entry.1.resource'],
      ['medication', 'aspirin', 'patient_data.entry.2.resource'],
    ]);
    expect({ history, medications, allergies }).toEqual({
      history: ['Asthma', 'Gout'],
      medications: ['aspirin'],
      allergies: ['penicillin'],
    });
  });

  const asthma = (clinical: string | undefined, verification: string | undefined) => ({
    resource: {
      resourceType: 'Condition',
      code: { text: 'Asthma' },
      ...(clinical && { clinicalStatus: { coding: [{ code: clinical }] } }),
      ...(verification && { verificationStatus: { coding: [{ code: verification }] } }),
    },
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
  ])('has a history of what is or was so: %s and %s', (clinical, verification, count) => {
    const entry = [asthma(clinical, verification)];
    const { lines, history } = gathered({ resourceType: 'Bundle', entry });
    expect(history).toHaveLength(count);
    expect(lines).toHaveLength(count);
  });

  it('tells that what is merely suspected was passed over', () => {
    const entry = [asthma('active', 'provisional')];
    const { notAssessed } = gathered({ resourceType: 'Bundle', entry });
    expect(notAssessed).toEqual([
      { what: 'patient_data.entry.0.resource', reason: 'it is suspected and not confirmed' },
    ]);
  });
});
