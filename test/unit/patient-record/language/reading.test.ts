import { describe, expect, it } from 'vitest';
import type { Entity, TextSource } from '../../../../src/patient-record/language/entity.js';
import { language } from './language.js';

const read = (text: string, source: TextSource = 'note') =>
  language.read(text, { source }).entities;
const only = (text: string): Entity => {
  const [entity] = read(text);
  if (entity === undefined) throw new Error('nothing was found');
  return entity;
};

describe('sections', () => {
  const note = [
    'CHIEF COMPLAINT:',
    'Cough.',
    'PAST MEDICAL HISTORY',
    '',
    'Asthma.',
    'Family History: breast cancer.',
    'Plan - chest CT',
  ].join('\n');

  it('have the titles of the text and the entities below them', () => {
    const { sections, entities } = language.read(note);
    expect(sections.map(({ title, kind }) => [title, kind])).toEqual([
      ['CHIEF COMPLAINT', 'complaint'],
      ['PAST MEDICAL HISTORY', 'past'],
      ['Family History', 'family'],
      ['Plan', 'plan'],
    ]);
    expect(entities.map(({ text, section, assertion }) => [text, section, assertion])).toEqual([
      ['Cough', 'CHIEF COMPLAINT', 'present'],
      ['Asthma', 'PAST MEDICAL HISTORY', 'historical'],
      ['breast cancer', 'Family History', 'family'],
      ['chest CT', 'Plan', 'hypothetical'],
    ]);
    expect(sections.at(-1)?.end).toBe(note.length);
  });

  it('are read inside a line, and where a heading is said', () => {
    const { sections } = language.read('PMH: HTN. Meds: aspirin. SH: retired.');
    expect(sections.map(({ kind }) => kind)).toEqual(['past', 'medications', 'social']);
    const said = language.read('past medical history colon asthma', { source: 'dictation' });
    expect(said.sections.map(({ kind }) => kind)).toEqual(['past']);
    expect(said.entities.map(({ assertion }) => assertion)).toEqual(['historical']);
  });

  it('leave a word in a sentence alone', () => {
    expect(language.read('He discussed his plan and assessment of pain.').sections).toEqual([]);
  });
});

describe('what is known of an entity', () => {
  it('has the usual name and its codes', () => {
    expect(only('HTN').normalized).toEqual({
      name: 'hypertension',
      coding: [{ system: 'ICD-10', code: 'I10' }],
    });
    expect(only('breathlessness').normalized?.name).toBe('shortness of breath');
    const fever = only('pyrexia').normalized?.coding ?? [];
    expect(fever.map(({ system }) => system)).toEqual(['ICD-10', 'SYMP']);
  });

  it('has value and unit of tests and signs', () => {
    expect(only('BP 140/90').normalized).toMatchObject({ value: '140/90', unit: 'mm[Hg]' });
    expect(only('blood pressure of 140 over 90 mmHg').normalized?.value).toBe('140/90');
    expect(only('temp 38.2').normalized).toMatchObject({ value: 38.2, unit: 'Cel' });
    expect(only('temperature 101.3').normalized?.unit).toBe('[degF]');
    expect(only('creatinine of 1.8 mg/dL').normalized).toMatchObject({ value: 1.8, unit: 'mg/dL' });
    expect(only('troponin < 5 ng/L').normalized).toMatchObject({ comparator: '<', value: 5 });
    expect(only('platelets 150,000').normalized?.value).toBe(150000);
    expect(only('sats 94%').text).toBe('sats 94%');
  });

  it('has no value where the number counts something else', () => {
    expect(read('HR 900').map(({ type }) => type)).not.toContain('measurement');
    expect(read('weight loss of 3 kg').some(({ type }) => type === 'measurement')).toBe(false);
    expect(read('P. 14 of the notes')).toEqual([]);
  });

  it('has dose, route and frequency of a medicine', () => {
    expect(only('metformin 500 mg PO twice daily').normalized).toMatchObject({
      name: 'metformin',
      dose: '500 mg',
      route: 'oral',
      frequency: '2/d',
    });
    const [first, second] = read('aspirin 81 mg daily, atorvastatin 40 mg at bedtime');
    expect(first?.normalized).toMatchObject({ dose: '81 mg', frequency: '1/d' });
    expect(second?.normalized).toMatchObject({ dose: '40 mg', frequency: '1/d' });
  });

  it('has side, severity, time, score and radiation of a symptom', () => {
    expect(only('severe pain in the left knee for 3 days').normalized).toMatchObject({
      laterality: 'left',
      severity: 'severe',
      site: 'knee',
      duration: '3 days',
    });
    expect(only('Headache since Tuesday').normalized?.onset).toBe('since Tuesday');
    expect(only('2-week history of cough').normalized?.duration).toBe('2-week');
    expect(only('Abdominal pain, 8/10').normalized?.score).toBe(8);
    expect(only('chest pain radiating to the left arm').normalized?.radiation).toBe('left arm');
    expect(only('sudden onset headache').normalized?.onset).toBe('sudden');
  });

  it('names the words of the cue', () => {
    expect(only('Patient denies fever.').cue).toBe('denies');
    expect(only('PE was ruled out.')).toMatchObject({ assertion: 'absent', cue: 'was ruled out' });
    expect(only('Fever.').cue).toBeUndefined();
  });
});

describe('abbreviations', () => {
  it('count in capitals alone where they are words too', () => {
    expect(read('as he had it all in an ed')).toEqual([]);
    expect(read('dx: ALL').map(({ normalized }) => normalized?.name)).toEqual([
      expect.stringMatching(/leukemia/),
    ]);
    expect(read('copd and htn').map(({ type }) => type)).toEqual(['condition', 'condition']);
  });

  it('mean what the words around them say', () => {
    const name = (text: string) =>
      read(text).find(({ text: found }) => found === 'MS')?.normalized?.name;
    expect(name('MS with optic neuritis and two relapses')).toBe('multiple sclerosis');
    expect(name('Diastolic murmur of MS, mitral valve calcified')).toBe('mitral stenosis');
    expect(read('SpO2 94% on RA').some(({ text }) => text === 'RA')).toBe(false);
    expect(read('RA of the hands on methotrexate')[0]).toMatchObject({ type: 'condition' });
  });

  it('are what the text defines them to be', () => {
    const found = read('Familial retinal ectasia (FRE) was seen. The FRE grew.');
    expect(found.filter(({ text }) => text === 'FRE').map(({ type }) => type)).toEqual([
      'finding',
      'finding',
    ]);
    expect(read('The FRE grew.')).toEqual([]);
  });
});

describe('names that no list has', () => {
  it('are read by how they are made', () => {
    expect(only('Zygapophysitis was seen.')).toMatchObject({ type: 'condition' });
    expect(only('congenital tracheal agenesis').text).toBe('congenital tracheal agenesis');
    expect(only('He has Ravensworth-Kirby syndrome.').text).toBe('Ravensworth-Kirby syndrome');
    expect(only('Underwent sialendoscopy.')).toMatchObject({ type: 'procedure' });
    expect(only('Started on zorvatinib.')).toMatchObject({ type: 'medication' });
  });

  it('do not make a disease of a common word', () => {
    expect(read('The diagnosis and prognosis were discussed in the program.')).toEqual([]);
  });
});

describe('talk', () => {
  const said = (text: string) =>
    read(text, 'dialogue').map(({ text: found, assertion }) => [found, assertion]);

  it('reads an answer with its question', () => {
    expect(said('Doctor: Any chest pain?\nPatient: No.')).toEqual([['chest pain', 'absent']]);
    expect(said('Doctor: Any chest pain?\nPatient: Yes, since Monday.')).toEqual([
      ['chest pain', 'present'],
    ]);
    expect(said('any fever no any cough yeah')).toEqual([
      ['fever', 'absent'],
      ['cough', 'present'],
    ]);
  });

  it('leaves open what is not answered', () => {
    expect(said('Doctor: Any vomiting?\nDoctor: Let me look at the chart first.')).toEqual([
      ['vomiting', 'possible'],
    ]);
  });

  it('takes no speaker for a relative', () => {
    expect(said('Mother: He has a fever.')).toEqual([['fever', 'present']]);
  });
});
