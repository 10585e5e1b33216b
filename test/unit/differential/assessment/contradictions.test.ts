import { describe, expect, it } from 'vitest';
import {
  contradictionsOf,
  discrepanciesOf,
} from '../../../../src/differential/assessment/contradictions.js';
import type { EvidenceItem } from '../../../../src/differential/evidence/evidence-item.js';
import { createFindingTree } from '../../../../src/differential/knowledge/finding-tree.js';
import { FINDINGS } from '../probability/toy.js';
import { chart, patient } from '../toy-patient.js';

describe('contradictions', () => {
  const aged = createFindingTree([
    ...FINDINGS,
    { id: 'menopause', name: 'Menopause', kind: 'history', leak: 0.05 },
  ]);
  const told = (present: readonly string[], person: { age?: number; sex?: 'F' | 'M' }) =>
    contradictionsOf(
      aged,
      patient({ person, present: new Set(present.map((id) => aged.numberOf(id) ?? -1)) }),
    );

  it('are findings that the sex or age cannot have', () => {
    expect(told(['pregnant'], { sex: 'M', age: 30 })).toEqual([
      'a pregnancy or a period contradicts the sex M',
    ]);
    expect(told(['pregnant'], { sex: 'F', age: 70 })).toEqual(['a pregnancy contradicts the age']);
    expect(told(['pregnant'], { sex: 'F', age: 5 })).toEqual(['a pregnancy contradicts the age']);
    expect(told(['menopause'], { sex: 'F', age: 8 })).toEqual([
      'a disease of old age contradicts the age',
    ]);
  });

  it('are none where it fits, or where nobody knows', () => {
    expect(told(['pregnant'], { sex: 'F', age: 30 })).toEqual([]);
    expect(told(['pregnant'], {})).toEqual([]);
    expect(told([], { sex: 'M', age: 5 })).toEqual([]);
  });

  it('are an age or a sex that the words state otherwise', () => {
    const stated = (age: number, statedPerson: { age?: number; sex?: 'F' | 'M' }) =>
      contradictionsOf(aged, patient({ person: { age, sex: 'M' }, statedPerson }));
    expect(stated(70, { age: 3 })).toEqual(['the age of 70 contradicts the words, which state 3']);
    expect(stated(70, { age: 71 })).toEqual([]);
    expect(stated(70, { sex: 'F' })).toEqual(['the sex M contradicts the words, which state F']);
  });

  it('are values that no patient has', () => {
    const of = (heart_rate: number) =>
      contradictionsOf(aged, patient({ chart: chart({ heart_rate }) }));
    expect(of(400)).toEqual(['a heart rate of 400 is hardly possible and is to be measured again']);
    expect(of(250)).toEqual([]);
  });

  it('are told of a fever in words against a normal temperature, without counting', () => {
    const fever = aged.findings.find(({ id }) => id === 'fever');
    if (fever === undefined) throw new Error('the toy knowledge has no fever');
    const item = {
      finding: fever,
      text: 'fever',
      assertion: 'present',
      field: 's',
      counts: 'present',
    };
    const of = (temperature: number) =>
      patient({ understood: [item as EvidenceItem], chart: chart({ temperature }) });
    expect(discrepanciesOf(aged, of(36.5))).toEqual([
      'a fever in the words contradicts the temperature of 36.5 °C',
    ]);
    expect(discrepanciesOf(aged, of(38.5))).toEqual([]);
    expect(discrepanciesOf(aged, patient({ chart: chart({ temperature: 36.5 }) }))).toEqual([]);
    expect(contradictionsOf(aged, of(36.5))).toEqual([]);
  });

  it('are found in the chart too', () => {
    const child = patient({ person: { age: 6 }, chart: chart({ dementia: true }) });
    expect(contradictionsOf(aged, child)).toEqual(['dementia contradicts the age']);
  });
});
