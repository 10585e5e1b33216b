import { describe, expect, it } from 'vitest';
import { contradictionsOf } from '../../../../src/differential/assessment/contradictions.js';
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

  it('are found in the chart too', () => {
    const child = patient({ person: { age: 6 }, chart: chart({ dementia: true }) });
    expect(contradictionsOf(aged, child)).toEqual(['dementia contradicts the age']);
  });
});
