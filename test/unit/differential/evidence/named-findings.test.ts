import { describe, expect, it } from 'vitest';
import { createFindingReader } from '../../../../src/differential/evidence/named-findings.js';
import { language } from '../../patient-record/language/language.js';
import { findings, tree } from './reader.js';

const read = (text: string) => findings(text, false, language);
const said = (text: string, told = false) =>
  findings(text, told, language).map(({ finding, assertion }) => `${finding.id} ${assertion}`);

describe('findings that a line names', () => {
  it('are told with how it speaks of them', () => {
    expect(said('Fever and vomiting.')).toEqual(['fever present', 'vomiting present']);
    expect(said('No fever, denies vomiting.')).toEqual(['fever absent', 'vomiting absent']);
    expect(said('Possible stroke')).toContain('hx_stroke possible');
    expect(said('Her mother had a stroke.')).toContain('family_stroke family');
  });

  it('are of the patient where somebody tells what is wrong with theirs', () => {
    expect(said('My son has a fever.', true)).toEqual(['fever present']);
    expect(said('My son has a fever.')).toEqual(['fever family']);
  });

  it('have their words in the line', () => {
    const text = 'An ache in the chest, no fever.';
    const [, chest] = read(text);
    expect(chest?.finding.id).toBe('chest_pain');
    expect(text.slice(chest?.start, chest?.end)).toBe('ache in the chest');
    const fever = read(text).find(({ finding }) => finding.id === 'fever');
    expect(text.slice(fever?.start, fever?.end)).toBe('fever');
  });

  it('are silenced by what must not stand beside them', () => {
    expect(said('chest infection with pain')).toEqual(['pain present']);
  });

  it('are none in a line that names nothing', () => {
    expect(said('')).toEqual([]);
    expect(said('feels odd')).toEqual([]);
  });

  it('have the type of their kind', () => {
    expect(read('warfarin')[0]?.type).toBe('medication');
    expect(read('stroke').map(({ type }) => type)).toEqual(['condition', 'condition']);
  });

  it('need patterns that can be read', () => {
    const [first] = tree.findings;
    const broken = { ...first, id: 'x', name: 'x', kind: 'symptom', leak: 0.1 } as const;
    expect(() =>
      createFindingReader({ findings: [{ ...broken, say: ['{nothing}'] }], words: {} }),
    ).toThrow(RangeError);
  });
});
