import { describe, expect, it } from 'vitest';
import type { Block } from '../../../scripts/knowledge/build/diseases/blocks.js';
import {
  readDisease,
  readFinding,
  readPresentation,
  readPresentationNotes,
  readRange,
  readRule,
  readSource,
  readWords,
} from '../../../scripts/knowledge/build/diseases/read-facts.js';
import { DISEASE_TABLES } from '../../../src/differential/knowledge/schema.js';

function block(heading: string, lines: readonly string[] = []): Block {
  const [kind = '', ...rest] = heading.split(' ');
  return {
    kind,
    heading: rest
      .join(' ')
      .split('|')
      .map((part) => part.trim()),
    lines: lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trim()] as const;
    }),
    at: 'here:1',
  };
}

function reading<T>(read: (block: Block, complain: (at: string, fault: string) => void) => T) {
  return (heading: string, ...lines: string[]) => {
    const faults: string[] = [];
    return { facts: read(block(heading, lines), (_, fault) => faults.push(fault)), faults };
  };
}
const finding = reading(readFinding);
const disease = reading(readDisease);
const rule = reading(readRule);

describe('a finding', () => {
  it('is read with its tree, patterns and measures', () => {
    const { facts, faults } = finding(
      'finding fever | Fever | symptom | .1',
      'in: unwell general',
      'say: fever; {high} "a; b"',
      'unless: infection "yellow fever"',
      'measure: temperature >= 38; heart_rate high',
      'same: flu_like',
      'one_of: site',
    );
    expect(faults).toEqual([]);
    expect(facts).toEqual({
      id: 'fever',
      name: 'Fever',
      kind: 'symptom',
      leak: 0.1,
      in: ['unwell', 'general'],
      say: ['fever', '{high} "a; b"'],
      unless: ['infection', 'yellow fever'],
      measure: [
        { variable: 'temperature', is: '>=', value: 38 },
        { variable: 'heart_rate', is: 'high' },
      ],
      same: 'flu_like',
      one_of: 'site',
    });
    expect(DISEASE_TABLES.findings.element.safeParse(facts).success).toBe(true);
  });

  it.each([
    ['= true', true],
    ['= false', false],
    ['= V', 'V'],
    ['= 1', 1],
  ])('measures %s as %s', (text, value) => {
    const { facts } = finding('finding a | A | sign | .1', `measure: x ${text}`);
    expect(facts.measure).toEqual([{ variable: 'x', is: '=', value }]);
  });

  it('complains of lines that it does not know, and of a measure that says nothing', () => {
    const { faults } = finding('finding a | A | sign | .1', 'says: b', 'measure: whatever');
    expect(faults).toEqual([
      'says: is no line of a finding',
      'measure: whatever is not understood',
    ]);
  });

  it('has no share where none can be read', () => {
    expect(finding('finding a | A | sign').facts.leak).toBeNaN();
  });
});

describe('a disease', () => {
  const { facts, faults } = disease(
    'disease flu | Influenza | J11.1–J11.8',
    'also: the flu; grippe',
    'danger: moderate # most of the time',
    'care: soon',
    'rate: 600',
    'age: 65 2, 0 1',
    'sex: F 3',
    'course: hours .2, days .8',
    'setting: emergency 2',
    'find: fever .9, cough 1',
    'never: vaccinated_now',
    'needs: season|travel adult',
    'test: PCR swab | sens .9 spec 1',
    'excluded_by: a negative swab',
    'leads_to: pneumonia .05',
    'do: Fluids | today | NICE',
    'drug: oseltamivir 75 mg | within 48 h',
    'specialty: infectious diseases',
    'src: Book 2020; Paper 2019 doi:10.1000/x.1; A page https://x.org/a',
  );

  it('is read line by line, as the schema has it', () => {
    expect(faults).toEqual([]);
    expect(facts).toMatchObject({
      id: 'flu',
      name: 'Influenza',
      icd10: 'J11.1',
      also: ['the flu', 'grippe'],
      danger: 'moderate',
      care: 'soon',
      rate: 600,
      never: ['vaccinated_now'],
      needs: [['season', 'travel'], ['adult']],
      setting: { emergency: 2 },
      excluded_by: 'a negative swab',
      leads_to: { pneumonia: 0.05 },
    });
    expect(DISEASE_TABLES.diseases.element.safeParse(facts).success).toBe(true);
  });

  it('has its ages in order and every length of the course', () => {
    expect(facts.age).toEqual([
      [0, 1],
      [65, 2],
    ]);
    expect(facts.course).toEqual({ hours: 0.2, days: 0.8, weeks: 0, months: 0 });
  });

  it('keeps its rate whatever the sexes differ by', () => {
    const sex = facts.sex as { F: number; M: number };
    expect(sex.F / sex.M).toBeCloseTo(3, 9);
    expect((sex.F + sex.M) / 2).toBeCloseTo(1, 9);
    expect(disease('disease a | A | A00', 'sex: M only').facts.sex).toEqual({ F: 0, M: 1 });
  });

  it('never takes a finding as certain', () => {
    expect(facts.find).toEqual({ fever: 0.9, cough: 0.99 });
    expect(facts.tests).toEqual([{ name: 'PCR swab', sens: 0.9, spec: 0.99 }]);
  });

  it('reads what to do with its time, and marks medicines', () => {
    expect(facts.actions).toEqual([
      { text: 'Fluids', within: 'today', minutes: 720, source: 'NICE' },
      { text: 'oseltamivir 75 mg', within: 'within 48 h', minutes: 2880, medicine: true },
    ]);
  });

  it('reads sources with their identifiers', () => {
    expect(facts.sources).toEqual([
      { name: 'Book 2020' },
      { name: 'Paper 2019', doi: '10.1000/x.1' },
      { name: 'A page', url: 'https://x.org/a' },
    ]);
    expect(readSource('doi:10.1000/x')).toEqual({ name: '10.1000/x', doi: '10.1000/x' });
  });

  it('complains of what it cannot read', () => {
    const told = disease(
      'disease a | A | A00',
      'find: fever often, cough .5, cough .6',
      'sex: both',
      'age: x 1',
    );
    expect(told.faults).toEqual(
      expect.arrayContaining([
        'find: fever often is not understood',
        'find: cough is doubled',
        'sex: both',
        'age: x 1',
      ]),
    );
  });

  it.each([
    ['now', 0],
    ['within 10 min', 10],
    ['within 1 h', 60],
    ['same day', 720],
    ['2 weeks', 20_160],
    ['at some time', 4320],
  ])('takes "%s" as %d minutes', (within, minutes) => {
    expect(disease('disease a | A | A00', `do: Do | ${within}`).facts.actions).toEqual([
      { text: 'Do', within, minutes },
    ]);
  });
});

describe('a rule of urgency', () => {
  it('has rows of choices, limits, and what to do', () => {
    const { facts, faults } = rule(
      'rule shock | Shock | critical',
      'when: pain, low_pressure|collapse, !drunk',
      'age: -0.25',
      'sex: F',
      'course: hours days',
      'do: Call the team | now',
      'src: MTS 3rd ed',
    );
    expect(faults).toEqual([]);
    expect(facts).toMatchObject({
      id: 'shock',
      name: 'Shock',
      level: 'critical',
      to_age: 0.25,
      sex: 'F',
      when: [['pain'], ['low_pressure', 'collapse'], ['!drunk']],
      course: ['hours', 'days'],
      actions: [{ text: 'Call the team', minutes: 0 }],
    });
    expect(DISEASE_TABLES.rules.element.safeParse(facts).success).toBe(true);
    expect(rule('rule a | A | high', 'when: a', 'age: 65-').facts).toMatchObject({ from_age: 65 });
  });
});

describe('a presentation', () => {
  it('has causes with their limits', () => {
    const { facts } = reading(readPresentation)(
      'presentation chest_pain | Chest pain',
      'when: chest_pain tightness',
      'consider: stemi; ectopic | F | 12-50 | if belly_pain fainting; cancer | 40-',
      'src: A book',
    );
    expect(facts).toMatchObject({
      when: ['chest_pain', 'tightness'],
      consider: [
        { disease: 'stemi' },
        { disease: 'ectopic', sex: 'F', from_age: 12, to_age: 50, if: ['belly_pain', 'fainting'] },
        { disease: 'cancer', from_age: 40 },
      ],
    });
    expect(DISEASE_TABLES.presentations.element.safeParse(facts).success).toBe(true);
  });

  it('is of nobody outside its ages, whatever its causes state', () => {
    const { facts } = reading(readPresentation)(
      'presentation fever_child | Fever in a child',
      'when: fever',
      'age: -16',
      'consider: pneumonia | 3-; abscess | 5-60; jaundice | -.3; sepsis',
      'src: A book',
    );
    expect(facts.consider).toEqual([
      { disease: 'pneumonia', from_age: 3, to_age: 16 },
      { disease: 'abscess', from_age: 5, to_age: 16 },
      { disease: 'jaundice', to_age: 0.3 },
      { disease: 'sepsis', to_age: 16 },
    ]);
  });

  it('gives its sex and ages to causes without their own, and keeps what it leaves out to itself', () => {
    const heading = 'presentation crying | Crying baby';
    const lines = [
      'when: cry',
      'sex: M',
      'age: -5',
      'consider: sepsis; hernia | -1',
      'not: flu; cold | they come with a fever',
      'not: gout | never in children',
      'src: A book',
    ];
    const { facts, faults } = reading(readPresentation)(heading, ...lines);
    expect(faults).toEqual([]);
    expect(facts.consider).toEqual([
      { disease: 'sepsis', sex: 'M', to_age: 5 },
      { disease: 'hernia', sex: 'M', to_age: 1 },
    ]);
    expect(DISEASE_TABLES.presentations.element.safeParse(facts).success).toBe(true);
    expect(reading(readPresentationNotes)(heading, ...lines).facts).toEqual({
      limits: { sex: 'M', to_age: 5 },
      omissions: [
        { diseases: ['flu', 'cold'], why: 'they come with a fever' },
        { diseases: ['gout'], why: 'never in children' },
      ],
    });
  });
});

describe('limits and words', () => {
  it('are read from their blocks', () => {
    const { facts } = reading(readRange)(
      'range hemoglobin | 18 | F',
      'low: 12',
      'very_low: 7',
      'src: WHO',
    );
    expect(facts).toEqual({
      variable: 'hemoglobin',
      from_age: 18,
      sex: 'F',
      low: 12,
      very_low: 7,
      sources: [{ name: 'WHO' }],
    });
    expect(reading(readWords)('words worse = worse/"brought on"').facts).toEqual([
      'worse',
      ['worse', 'brought on'],
    ]);
    expect(reading(readWords)('words worse').faults).toEqual(['is no set of words']);
  });
});
