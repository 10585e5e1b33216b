import { describe, expect, it } from 'vitest';
import { createFindingTree } from '../../../../src/differential/knowledge/finding-tree.js';
import type { FindingFacts } from '../../../../src/differential/knowledge/schema.js';
import { DifferentialModel } from '../../../../src/differential/probability/diagnostician.js';
import { evidence } from '../toy-patient.js';
import { disease } from './toy.js';

const finding = (
  id: string,
  leak: number,
  kind: FindingFacts['kind'],
  more: Partial<FindingFacts> = {},
): FindingFacts => ({ id, name: id, kind, leak, ...more });
const tree = createFindingTree([
  finding('headache', 0.1, 'symptom'),
  finding('sudden', 0.12, 'trait'),
  finding('thunderclap', 0.001, 'symptom', { in: ['headache', 'sudden'] }),
  finding('ankle_pain', 0.02, 'symptom'),
  finding('lump', 0.01, 'sign'),
  finding('hx_lump', 0.01, 'history'),
]);
const model = new DifferentialModel(tree, [
  disease('bleed', { headache: 0.95, thunderclap: 0.8, sudden: 0.9 }, { icd10: 'I60.9', rate: 5 }),
  disease('flu', { headache: 0.8 }, { icd10: 'J11.1', rate: 1000 }),
  disease('sprain', { ankle_pain: 0.95, sudden: 0.9 }, { icd10: 'S93.4', rate: 3000 }),
  disease('silent', { ankle_pain: 0.5 }, { icd10: 'M25.5' }),
  disease('denies', { ankle_pain: 0.5, headache: 0.002 }, { icd10: 'Q66.0' }),
  disease('hernia', { lump: 0.9, hx_lump: 0.6 }, { icd10: 'K40.9', rate: 300 }),
]);
const diagnose = (present: readonly string[], sharing: readonly string[] = []) => {
  const numbers = (ids: readonly string[]) => ids.map((id) => tree.numberOf(id) ?? -1);
  return model.diagnose(
    evidence({ present: new Set(numbers(present)), sharing: [numbers(sharing)] }),
  );
};
const THUNDERCLAP = ['headache', 'sudden', 'thunderclap'];

describe('a specific finding', () => {
  it('puts the disease that it belongs to before frequent ones', () => {
    const { ranked } = diagnose(THUNDERCLAP, THUNDERCLAP);
    expect(ranked[0]?.disease.id).toBe('bleed');
  });

  it('does not support what causes none of the complaint that it implies', () => {
    const told = diagnose(THUNDERCLAP, THUNDERCLAP);
    const sprain = model.diseases.find(({ id }) => id === 'sprain');
    if (sprain === undefined) throw new Error('no sprain');
    expect(told.contributionsOf(sprain).filter(({ weight }) => weight > 0)).toEqual([]);
  });

  it('costs a disease less that is silent about it than one that denies it', () => {
    const { find } = diagnose(['headache', 'ankle_pain']);
    expect(find('silent')?.probability).toBeGreaterThan(find('denies')?.probability ?? 1);
  });
});

describe('a history', () => {
  it('is context: it does not carry a disease that nothing of today supports', () => {
    const alone = diagnose(['headache', 'hx_lump']);
    expect(alone.ranked[0]?.disease.id).not.toBe('hernia');
    const hernia = model.diseases.find(({ id }) => id === 'hernia');
    if (hernia === undefined) throw new Error('no hernia');
    const weightIn = (present: readonly string[]) =>
      diagnose(present)
        .contributionsOf(hernia)
        .find(({ finding: n }) => n === tree.numberOf('hx_lump'))?.weight ?? 0;
    expect(weightIn(['headache', 'hx_lump'])).toBeCloseTo(weightIn(['lump', 'hx_lump']) / 2);
  });
});
