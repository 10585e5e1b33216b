import { describe, expect, it } from 'vitest';
import type { PatientAssessment } from '../../../src/differential/assessment/assess-patient.js';
import { notAssessedText, warningsOf } from '../../../src/differential/warnings.js';
import { disease, numbers } from './probability/toy.js';
import { differential, patient } from './toy-patient.js';

const judgement = (more: Partial<PatientAssessment>): PatientAssessment => ({
  read: patient({ person: { age: 40, sex: 'F' }, present: numbers('pain') }),
  differential: differential([[disease('one', {}), 0.9]], 0.1),
  primary: undefined,
  dangers: [],
  urgency: { level: 'low', fired: [] },
  advice: [],
  risk: { probability: 0, parts: [] },
  confidence: 0,
  contradictions: [],
  unexplained: [],
  together: undefined,
  ...more,
});

describe('remarks', () => {
  it('are none where all is known', () => {
    expect(warningsOf(judgement({}))).toEqual([]);
  });

  it('say what is not known', () => {
    expect(warningsOf(judgement({ read: patient() })).join(' ')).toMatch(
      /age is not known.*sex is not known.*No finding that supports/,
    );
    expect(warningsOf(judgement({ differential: differential([], 0.5) })).join()).toMatch(
      /outside/,
    );
  });

  it('name contradictions', () => {
    expect(warningsOf(judgement({ contradictions: ['a contradicts b'] }))).toEqual([
      'Contradiction: a contradicts b.',
    ]);
  });

  it('go with what of the words was not understood', () => {
    const read = patient({ unread: [{ text: 'odd', field: 'patient_data.symptoms.0' }] });
    expect(notAssessedText(judgement({ read }))).toEqual([
      { what: 'patient_data.symptoms.0', reason: 'not understood: odd' },
    ]);
    const named = patient({ unread: [{ text: 'mumps', field: 'line', names: ['mumps'] }] });
    expect(notAssessedText(judgement({ read: named }))).toEqual([
      { what: 'line', reason: 'not weighed, read as mumps: mumps' },
    ]);
  });
});
