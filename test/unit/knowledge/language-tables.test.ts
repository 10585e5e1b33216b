import { describe, expect, it } from 'vitest';
import { readConcepts } from '../../../scripts/knowledge/build/language/concepts.js';
import { faultsOf, readRows } from '../../../scripts/knowledge/build/language/read-tables.js';
import type { TermLists } from '../../../scripts/knowledge/build/language/term-lists.js';

const linesOf = (list: string, ...lines: string[]) =>
  lines.map((text, n) => ({ text, at: `${list}.txt:${n + 1}` }));
const concepts = (...lines: string[]) =>
  readConcepts(linesOf('findings', ...lines)).map(({ entry }) => entry);
const listsOf = (lists: Readonly<Record<string, readonly string[]>>): TermLists =>
  new Map(Object.entries(lists).map(([name, lines]) => [name, linesOf(name, ...lines)]));
const rows = (lists: Readonly<Record<string, readonly string[]>>) => readRows(listsOf(lists));
const entries = (list: readonly { readonly entry: object }[]) => list.map(({ entry }) => entry);

describe('a line of names', () => {
  it('is one concept with its other names and its code', () => {
    expect(concepts('angina; angina pectoris; angina | I20.9')).toEqual([
      { name: 'angina', synonyms: ['angina pectoris', 'angina'], code: 'I20.9' },
    ]);
  });

  it('says that a concept takes a part of the body, and which names are doubtful', () => {
    expect(concepts('unstable angina; UA?; crescendo?@ | I20.0')).toEqual([
      { name: 'unstable angina', doubtful: ['UA'], code: 'I20.0', sited: true },
    ]);
  });

  it('holds several concepts after a plus, an abbreviation with the name that it shortens', () => {
    expect(concepts('+ deep vein thrombosis; DVT; stroke; embolus; PE? | I82')).toEqual([
      { name: 'deep vein thrombosis', synonyms: ['DVT'], code: 'I82' },
      { name: 'stroke' },
      { name: 'embolus', doubtful: ['PE'] },
    ]);
  });

  it('stands for each choice in braces after a star', () => {
    expect(concepts('* {left,right} {upper,lower} lobe')).toEqual(
      ['left upper lobe', 'left lower lobe', 'right upper lobe', 'right lower lobe'].map(
        (name) => ({ name }),
      ),
    );
    expect(concepts('* upper lobe; top lobe')).toEqual([
      { name: 'upper lobe', synonyms: ['top lobe'] },
    ]);
  });

  it('takes no name again that a line before has', () => {
    expect(concepts('fever; pyrexia', 'Pyrexia; high temperature', 'fever')).toEqual([
      { name: 'fever', synonyms: ['pyrexia'] },
      { name: 'high temperature' },
    ]);
  });
});

describe('tables of clinical language', () => {
  it('take over what the Symptom Ontology has beside their own', () => {
    const { symptoms, findings } = rows({
      symptoms: ['cough; tussis'],
      findings: ['rales; crackles'],
      'symptom-ontology': [
        'cough | SYMP:1',
        'crackles | SYMP:2',
        'silent cough; tussis; quiet cough | SYMP:3',
        'yawning; gaping | SYMP:4',
        'cough | SYMP:5',
      ],
    });
    expect(entries(symptoms)).toEqual([
      { name: 'cough', synonyms: ['tussis'], symp: 'SYMP:1' },
      { name: 'yawning', synonyms: ['gaping'], symp: 'SYMP:4' },
    ]);
    expect(entries(findings)).toEqual([{ name: 'rales', synonyms: ['crackles'] }]);
  });

  it('have one condition of one name, whatever list it stands in', () => {
    const { conditions } = rows({
      'conditions-1': ['gout; podagra'],
      'conditions-2': ['podagra', 'flu'],
    });
    expect(entries(conditions)).toEqual([{ name: 'gout', synonyms: ['podagra'] }, { name: 'flu' }]);
  });

  it('have no name of the literature that is their own or no name', () => {
    const { literature, chemicals } = rows({
      findings: ['rales'],
      literature: ['Rales', 'Leigh syndrome'],
      chemicals: ['lead', 'morphine'],
      'not-names': ['lead'],
    });
    expect(entries(literature)).toEqual([{ name: 'Leigh syndrome' }]);
    expect(entries(chemicals)).toEqual([{ name: 'morphine' }]);
  });

  it('are read each in its own form', () => {
    const read = rows({
      vitals: ['pulse; HR | 8867-4 | /min | bpm | 20..300'],
      units: ['%: %; percent; per cent?'],
      attributes: ['severity mild: mild; slight'],
      headings: ['past | historical: past history; PMH?'],
      meanings: ['MS; multiple sclerosis; condition: relapse, optic'],
      'site-adjectives': ['renal; kidney', 'local'],
    });
    expect(entries(read.vitals)).toEqual([
      { name: 'pulse', synonyms: ['HR'], code: '8867-4', unit: '/min', bounds: [20, 300] },
    ]);
    expect(entries(read.units)).toEqual([{ kind: '%', words: ['%', 'percent'] }]);
    expect(entries(read.attributes)).toEqual([
      { kind: 'severity', value: 'mild', words: ['mild', 'slight'] },
    ]);
    expect(entries(read.headings)).toEqual([
      { kind: 'past', assertion: 'historical', words: ['past history'] },
    ]);
    expect(entries(read.meanings)).toEqual([
      { short: 'MS', name: 'multiple sclerosis', type: 'condition', near: ['relapse', 'optic'] },
    ]);
    expect(entries(read.site_adjectives)).toEqual([
      { name: 'renal', part: 'kidney' },
      { name: 'local', part: '' },
    ]);
    expect(faultsOf(read)).toEqual([]);
  });

  it('tell what does not keep to its form, by line', () => {
    const faults = faultsOf(
      rows({
        vitals: ['pulse | 8867-4 | /min | bpm'],
        headings: ['past | historical: past history', 'past | long ago: before'],
        meanings: ['MS; multiple sclerosis; illness: relapse'],
        labs: ['; '],
      }),
    );
    expect(faults.map(({ at }) => at)).toEqual(
      expect.arrayContaining(['vitals.txt:1', 'headings.txt:2', 'meanings.txt:1']),
    );
    expect(faults.every(({ fault }) => fault.length > 5)).toBe(true);
  });
});
