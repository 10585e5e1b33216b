import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/console/api/errors.js';
import { areAllAt, issueAt, issuesOf } from '../../../src/console/components/form/issues.js';
import { LABS, readLabs } from '../../../src/console/components/form/labs.js';
import {
  listLines,
  readNumber,
  storyLines,
  withEntry,
  withWords,
} from '../../../src/console/components/form/lines.js';
import {
  chipsOf,
  EMPTY_FORM,
  MEASURED_VITALS,
  nameOfField as nameOfAnalysisField,
  readForm,
  withCorrection,
} from '../../../src/console/pages/analyze/patient-form.js';
import {
  compareAlerts,
  EMPTY_LIST,
  nameOfField,
  PATIENT_NUMBERS,
  readList,
  withSuggestion,
} from '../../../src/console/pages/medications/list-form.js';
import { analyzeBody } from '../../../src/differential/schema.js';
import { medicationsRequest } from '../../../src/medications/schema.js';
import { inUnitOf } from '../../../src/patient-record/chart/units.js';
import { findVariable } from '../../../src/patient-record/chart/variables/catalogue.js';

describe('lines as people write them', () => {
  it('become entries without signs of enumeration', () => {
    expect(listLines('1. warfarin 3 mg\n\n- metoprolol\n 2) aspirin \n• insulin')).toEqual([
      'warfarin 3 mg',
      'metoprolol',
      'aspirin',
      'insulin',
    ]);
    expect(listLines('5-fluorouracil\n10 mg morphine\n0.9 % saline')).toEqual([
      '5-fluorouracil',
      '10 mg morphine',
      '0.9 % saline',
    ]);
  });

  it('are cut between sentences where they are too long, and lose nothing', () => {
    const story = `${'It hurts here. '.repeat(400)}\nshort`;
    const lines = storyLines(story);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(2_000);
    expect(lines.join(' ')).toBe(story.trim().replace(/\s+/g, ' '));
    expect(storyLines('x'.repeat(4_500)).join('')).toBe('x'.repeat(4_500));
  });

  it('change one entry and leave the rest as it was written', () => {
    const list = '1. warfarin\n\n- hydralzine 25 mg\n3. aspirin';
    const change = (line: string) => withWords(line, 'HYDRALZINE', 'hydralazine');
    expect(withEntry(list, 1, change)).toBe('1. warfarin\n\n- hydralazine 25 mg\n3. aspirin');
    expect(withWords('a b', undefined, 'c')).toBe('c');
    expect(withWords('a b', 'zz', 'c')).toBe('c');
  });

  it.each([
    ['', undefined],
    ['7', 7],
    ['7,2', 7.2],
    ['.5', 0.5],
    ['-3', -3],
    ['1,234,567', Number.NaN],
    ['12 mg', Number.NaN],
    ['0x10', Number.NaN],
    ['Infinity', Number.NaN],
  ])('%j is the number %s', (written, value) => expect(readNumber(written)).toEqual(value));
});

describe('refusals', () => {
  const error = new ApiError('Invalid.', {
    status: 422,
    code: 'validation_error',
    issues: [
      { field: 'patient_data.symptoms.0', issue: 'is too long' },
      { field: 'patient_data.vitals.gcs', issue: 'must be 3 to 15' },
    ],
  });

  it('are shown at their fields', () => {
    const issues = issuesOf(error);
    expect(issueAt(issues, 'patient_data.symptoms')).toBe('is too long');
    expect(issueAt(issues, 'patient_data.vitals.gcs')).toBe('must be 3 to 15');
    expect(issueAt(issues, 'patient_data.vitals.gc')).toBeUndefined();
    expect(areAllAt(issues, ['patient_data.symptoms'])).toBe(false);
    expect(areAllAt(issues, ['patient_data.symptoms', 'patient_data.vitals.gcs'])).toBe(true);
    expect(areAllAt(issuesOf(new Error('other')), [])).toBe(false);
  });
});

describe('laboratory values', () => {
  it.each(LABS.map((lab) => [lab.title, lab] as const))('%s is known in its units', (_, lab) => {
    const variable = findVariable(lab.name);
    if (variable?.kind !== 'quantity') throw new Error('is no quantity of the chart');
    for (const unit of lab.units) expect(inUnitOf(variable, 1, unit), unit).toBeDefined();
  });

  it('are sent with their unit, once each', () => {
    const { values, faults } = readLabs([
      { name: 'Creatinine', value: '106', unit: 'umol/L' },
      { name: 'creatinine', value: '1.2', unit: '' },
      { name: 'INR', value: '2,6', unit: '' },
      { name: 'Odd one', value: '3', unit: '' },
      { name: 'Sodium', value: 'low', unit: '' },
      { name: 'Potassium', value: '', unit: '' },
    ]);
    expect(values).toEqual({
      creatinine: { value: 106, unit: 'umol/L' },
      inr: { value: 2.6, unit: '1' },
      odd_one: 3,
    });
    expect([...faults]).toEqual([
      [1, 'twice'],
      [4, 'not_a_number'],
    ]);
  });
});

describe('the form of the analysis', () => {
  it('sends nothing while nothing is written from which an analysis can begin', () => {
    expect(readForm(EMPTY_FORM).body).toBeUndefined();
    expect(readForm({ ...EMPTY_FORM, age: '67', medications: 'warfarin' }).body).toBeUndefined();
  });

  it('sends what is written, as the API reads it', () => {
    const vitals = Object.fromEntries(MEASURED_VITALS.map(([name]) => [name, '15']));
    const { body, faults } = readForm({
      ...EMPTY_FORM,
      story: 'Fever.\nNo cough.',
      onset: 'yesterday',
      age: '67',
      sex: 'F',
      bloodPressure: '104/62',
      vitals: { ...EMPTY_FORM.vitals, ...vitals, temperature: '39,1' },
      onOxygen: 'no',
      consciousness: 'A',
      labs: [{ name: 'Creatinine', value: '106', unit: 'umol/L' }],
      medications: '- warfarin 3 mg',
      allergies: 'penicillin, rash',
      history: 'COPD\nno history of stroke',
      corrections: { Fever: 'absent' },
    });
    expect(faults.size).toBe(0);
    const sent = analyzeBody.parse(body);
    expect(sent.corrections).toEqual([{ finding: 'Fever', assertion: 'absent' }]);
    expect(sent.patient_data).toMatchObject({
      symptoms: ['Fever.', 'No cough.'],
      demographics: { age: 67, gender: 'F', medical_history: ['COPD', 'no history of stroke'] },
      vitals: { blood_pressure: '104/62', on_oxygen: false, consciousness: 'A' },
    });
  });

  it('names the field that is no number', () => {
    const { faults } = readForm({ ...EMPTY_FORM, story: 'ill', age: 'old' });
    expect([...faults.keys()]).toEqual(['patient_data.demographics.age']);
  });

  it('names what an answer speaks of in the words of the form', () => {
    const form = { ...EMPTY_FORM, story: 'a', medications: 'x\n\ny', history: 'COPD' };
    expect(nameOfAnalysisField(form, 'patient_data.medications.1')).toBe('y');
    expect(nameOfAnalysisField(form, 'patient_data.demographics.medical_history.0')).toBe('COPD');
    expect(nameOfAnalysisField(form, 'patient_data.lab_results.odd_one')).toMatch(/odd one/);
    expect(nameOfAnalysisField(form, 'urgency_level')).toBeUndefined();
  });

  it('shows each finding once, with the words that it was read from', () => {
    const finding = (concept: string, words: string, field: string) => ({
      concept,
      text: words,
      field,
      assertion: 'present' as const,
    });
    const chips = chipsOf([
      finding('Cough', 'coughing', 'patient_data.symptoms.0'),
      finding('Cough', 'Coughing', 'patient_data.symptoms.1'),
      finding('Cough', 'green phlegm', 'patient_data.symptoms.0'),
      finding('Fever', '39', 'patient_data.vitals.temperature'),
      finding('Rash', 'Rash', 'corrections.0'),
    ]);
    expect(chips.map(({ concept, origin, words }) => [concept, origin, words])).toEqual([
      ['Cough', 'words', ['coughing', 'green phlegm']],
      ['Fever', 'value', ['39']],
      ['Rash', 'correction', ['Rash']],
    ]);
  });

  it('takes a correction back', () => {
    const corrected = withCorrection({ Cough: 'absent' }, 'Fever', 'unknown');
    expect(corrected).toEqual({ Cough: 'absent', Fever: 'unknown' });
    expect(withCorrection(corrected, 'Cough', undefined)).toEqual({ Fever: 'unknown' });
  });
});

describe('the form of the medication check', () => {
  const form = {
    ...EMPTY_LIST,
    medications: '1. warfarin 3 mg daily\nhydralzine 25 mg',
    proposed: 'TMP-SMX',
    allergies: 'amoxicillin, rash',
    conditions: 'CHF',
    sex: 'F',
    pregnant: 'no' as const,
    hepatic: 'mild',
    numbers: {
      ...EMPTY_LIST.numbers,
      ...Object.fromEntries(PATIENT_NUMBERS.slice(0, 5).map(([name]) => [name, '60'])),
    },
    labs: [{ name: 'Potassium', value: '5.3', unit: '' }],
  };

  it('sends what is written, as the API reads it, and the same without what is proposed', () => {
    const { body, without } = readList(form);
    expect(medicationsRequest.parse(body)).toMatchObject({
      medications: [{ name: 'warfarin 3 mg daily' }, { name: 'hydralzine 25 mg' }],
      proposed: [{ name: 'TMP-SMX' }],
      patient: { gender: 'F', pregnant: false, hepatic_impairment: 'A', unknownFields: [] },
    });
    const { proposed, ...rest } = body ?? {};
    expect(proposed).toEqual(['TMP-SMX']);
    expect(without).toEqual(rest);
    expect(readList(EMPTY_LIST).body).toBeUndefined();
    expect(readList({ ...EMPTY_LIST, proposed: 'warfarin' }).without).toBeUndefined();
  });

  it('puts a suggestion in the place of the words that it stands for', () => {
    const line = { item: 'medications.1', words: 'hydralzine' };
    expect(withSuggestion(form, line, 'hydralazine').medications).toBe(
      '1. warfarin 3 mg daily\nhydralazine 25 mg',
    );
    expect(withSuggestion(form, { item: 'elsewhere.1' }, 'x')).toEqual(form);
    expect(nameOfField(form, 'allergies.0.substance')).toBe('amoxicillin, rash');
    expect(nameOfField(form, 'package')).toBeUndefined();
    expect(nameOfField(form, 'patient.age')).toBe('Age');
    expect(nameOfField(form, 'patient.toString')).toBeUndefined();
  });

  it('compares alerts without and with what is proposed', () => {
    const alert = (rule_id: string, severity: 'major' | 'minor', drugs: string[]) => ({
      rule_id,
      severity,
      drugs,
      kind: 'interaction' as const,
      items: [],
      involves_proposed: false,
      title: rule_id,
      mechanism: '',
      evidence: 'established' as const,
      effect: '',
      management: '',
      sources: [],
    });
    const comparison = compareAlerts(
      [alert('a', 'minor', ['x', 'y']), alert('b', 'minor', ['x']), alert('c', 'major', ['z'])],
      [alert('a', 'major', ['y', 'x']), alert('c', 'major', ['z']), alert('d', 'minor', ['x'])],
    );
    expect(comparison.added.map(({ rule_id }) => rule_id)).toEqual(['d']);
    expect(comparison.removed.map(({ rule_id }) => rule_id)).toEqual(['b']);
    expect(comparison.changed.map(({ after }) => after.rule_id)).toEqual(['a']);
    expect(comparison.unchanged).toBe(1);
  });
});
