import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openKnowledge } from '../../../src/medications/knowledge/open.js';
import { createMedicationsService } from '../../../src/medications/service.js';
import { listKnowledge } from '../../../src/model-packages/knowledge.js';
import { withDerived } from '../../../src/patient-record/chart/derive.js';
import { patientData } from '../../../src/patient-record/chart/schema.js';
import { readPatientRecord } from '../../../src/patient-record/read-record.js';
import { language } from '../patient-record/language/language.js';

const found = await listKnowledge(join(import.meta.dirname, '..', '..', '..', 'models'));
const opened = openKnowledge(found);
const parts = {
  language: () => ({ id: 'clinical-language', version: '1.0.0', made: language }),
  clock: () => 0,
};
const { checkMedicines } = createMedicationsService({ opened: () => opened, ...parts });

function check(proposed: readonly string[], data: object = {}, pregnant?: boolean) {
  const record = readPatientRecord(patientData.parse(data), { language, now: 0 });
  const { medicines, allergies, lines } = record;
  const chart = withDerived(record.chart);
  const patient = { chart, medicines, allergies, lines };
  return checkMedicines({ ...patient, ...(pregnant !== undefined && { pregnant }) }, proposed);
}

const graveOf = (result: ReturnType<typeof check>) =>
  (result?.objections ?? []).filter(({ severity }) => /contraindicated|major/.test(severity));

describe('medicines proposed for a patient', () => {
  it('are objected to where an allergy or a medicine of the list forbids them', () => {
    const result = check(['amoxicillin', 'ibuprofen', 'paracetamol'], {
      medications: ['warfarin'],
      allergies: [{ substance: 'penicillin', reaction: 'anaphylaxis' }],
    });
    const grave = graveOf(result);
    expect([...new Set(grave.map(({ proposed }) => proposed))].sort()).toEqual([0, 1]);
    expect(grave.every(({ besides }) => besides.length === 0)).toBe(true);
    expect(result?.models.map(({ id }) => id)).toContain('medication-knowledge');
  });

  it('are objected to for what a history says is there, and for nothing else', () => {
    const forHistory = (line: string) =>
      graveOf(check(['propranolol'], { demographics: { medical_history: [line] } })).length;
    expect(forHistory('asthma')).toBeGreaterThan(0);
    for (const line of ['no asthma', 'mother has asthma', 'possible asthma', 'asthma ruled out']) {
      expect([line, forHistory(line)]).toEqual([line, 0]);
    }
  });

  it('are objected to for values and for a pregnancy', () => {
    const potassium = { lab_results: { potassium: 6.4 } };
    expect(graveOf(check(['spironolactone'], potassium)).length).toBeGreaterThan(0);
    expect(graveOf(check(['isotretinoin'], {}, true)).length).toBeGreaterThan(0);
  });

  it('are reported separately where only two of them interact', () => {
    const result = check(['apixaban', 'rivaroxaban']);
    expect(result?.objections.length).toBeGreaterThan(0);
    for (const { proposed, besides } of result?.objections ?? []) {
      expect(besides).toEqual([1 - proposed]);
    }
  });

  it('are unchecked by number where they are not known, lines of the list by their words', () => {
    const result = check(['aspirin', 'qwertyol'], { medications: ['asdfgol'] });
    expect(result?.unchecked).toEqual([1]);
    expect(result?.unresolved).toEqual(['asdfgol']);
  });

  it('are checked against the rest where an entry of the list holds no name', () => {
    const result = check(['ibuprofen'], { medications: [{ name: '' }, { dose: 5 }, 'warfarin'] });
    expect(graveOf(result).length).toBeGreaterThan(0);
    expect(result?.unresolved.join()).toContain('patient_data.medications.0');
    expect(result?.unresolved.join()).toContain('patient_data.medications.1');
  });

  it('are unchecked where the list is longer than a check looks at', () => {
    const medications = Array.from({ length: 201 }, () => 'aspirin');
    const result = check(['ibuprofen'], { medications });
    expect(result).toMatchObject({ unchecked: [0], objections: [] });
  });

  it('are not checked at all where no knowledge of medicines can be used', () => {
    const none = createMedicationsService({ opened: () => undefined, ...parts });
    const nobody = { chart: new Map(), medicines: [], allergies: [], lines: [] };
    expect(none.checkMedicines(nobody, ['aspirin'])).toBeUndefined();
  });
});
