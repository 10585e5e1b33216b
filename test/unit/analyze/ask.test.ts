import { describe, expect, it } from 'vitest';
import { askMedicines, dataForScores } from '../../../src/analyze/ask.js';
import type { Colleagues, MedicineQuestion } from '../../../src/analyze/colleagues.js';
import type { Gathered } from '../../../src/analyze/gather.js';
import type { Advice } from '../../../src/analyze/recommend/recommend.js';
import { analyzeRequest } from '../../../src/analyze/schema.js';
import { numbers, tree } from './differential/toy.js';
import { chart, patient } from './toy-patient.js';

describe('the data for the scores', () => {
  const request = (patient_data: unknown) => analyzeRequest.parse({ patient_data });

  it('have what the text tells beside what was sent', () => {
    const told = dataForScores(
      request({ symptoms: ['x'], vitals: { heart_rate: 80 } }),
      patient({
        person: { age: 72.6, sex: 'F' },
        chart: new Map([
          ...chart({ systolic_bp: 90 }, 'patient_data.symptoms.0'),
          ...chart({ heart_rate: 80, potassium: 5 }, 'patient_data.vitals'),
        ]),
      }),
    );
    expect(told).toMatchObject({
      demographics: { age: 72, gender: 'F' },
      vitals: { systolic_bp: 90, heart_rate: 80 },
    });
    expect(told).not.toHaveProperty('vitals.potassium');
  });

  it('keep what was sent where the text says otherwise', () => {
    const data = { demographics: { age: 40, gender: 'M' }, vitals: { heart_rate: 80 } };
    const told = dataForScores(
      request(data),
      patient({
        person: { age: 40, sex: 'M' },
        chart: chart({ heart_rate: 120 }, 'patient_data.symptoms.0'),
      }),
    );
    expect(told).toMatchObject({
      demographics: { age: 40, gender: 'M' },
      vitals: { heart_rate: 80 },
    });
  });

  it('are a bundle as it was sent', () => {
    const bundle = { resourceType: 'Bundle', entry: [{ resource: { resourceType: 'Patient' } }] };
    expect(dataForScores(request(bundle), patient())).toEqual(bundle);
  });
});

describe('the question for the medication room', () => {
  const gathered: Gathered = {
    chart: new Map(),
    lines: [],
    history: ['asthma'],
    medications: ['warfarin'],
    allergies: ['penicillin'],
    notAssessed: [],
  };
  const advice = (text: string): Advice => ({
    ...{ text, within: 'now', minutes: 0, because: 'x', medicine: true },
  });
  const answer = { objections: [], unchecked: [], unresolved: [], models: [] };

  function asked(all: readonly Advice[], read = patient()) {
    const questions: MedicineQuestion[] = [];
    const colleagues: Colleagues = {
      assessRisk: async () => ({ scores: [], predictions: [] }),
      findReading: () => undefined,
      checkMedicines: (question) => {
        questions.push(question);
        return answer;
      },
    };
    expect(askMedicines(colleagues, all, gathered, read, tree)).toEqual(answer);
    return questions;
  }

  it('is not asked where no medicine is advised', () => {
    expect(asked([{ ...advice('rest'), medicine: undefined } as unknown as Advice])).toEqual([]);
  });

  it('has the medicines, and all of the patient that matters for them', () => {
    const read = patient({
      person: { age: 0.5, sex: 'F' },
      present: numbers('pregnant'),
      chart: chart({ weight: 61, egfr: 40 }),
    });
    expect(asked([advice('aspirin or paracetamol')], read)).toEqual([
      {
        proposed: ['aspirin', 'paracetamol'],
        medications: ['warfarin'],
        allergies: ['penicillin'],
        conditions: ['asthma'],
        patient: { age: 0.5, gender: 'F', pregnant: true, weight_kg: 61, egfr: 40 },
      },
    ]);
  });
});
