import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/core/errors.js';
import { notAssessedData, readPatient } from '../../../src/differential/read-patient.js';
import { analyzeRequest } from '../../../src/differential/schema.js';
import { language } from '../patient-record/language/language.js';

const read = (patient_data: unknown) =>
  readPatient(analyzeRequest.parse({ patient_data }).patient_data, language, Date.UTC(2026, 0, 1));

describe('the record of a patient who is analysed', () => {
  it('passes on what nobody reads, and not what the differential reads', () => {
    const record = read({
      symptoms: ['cough'],
      medications: ['aspirin'],
      lab_results: { unobtainium: 3 },
      demographics: { medical_history: ['appendectomy'] },
    });
    expect(notAssessedData(record).map(({ what }) => what)).toEqual([
      'patient_data.lab_results.unobtainium',
    ]);
  });

  it.each([{ vitals: { heart_rate: 4000 } }, { lab_results: { potassium: 400 } }])(
    'is refused by field where it cannot be: %j',
    (data) => {
      let error: unknown;
      try {
        read(data);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).code).toBe('validation_error');
    },
  );

  it('tells that what is merely suspected was passed over', () => {
    const resource = {
      resourceType: 'Condition',
      code: { text: 'Asthma' },
      verificationStatus: { coding: [{ code: 'provisional' }] },
    };
    const record = read({ resourceType: 'Bundle', entry: [{ resource }] });
    expect(record.lines).toEqual([]);
    expect(notAssessedData(record)).toEqual([
      { what: 'patient_data.entry.0.resource', reason: 'it is suspected and not confirmed' },
    ]);
  });
});
