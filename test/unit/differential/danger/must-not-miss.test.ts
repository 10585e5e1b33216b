import { describe, expect, it } from 'vitest';
import {
  mustNotMiss,
  numberPresentations,
} from '../../../../src/differential/danger/must-not-miss.js';
import type { PresentationFacts } from '../../../../src/differential/knowledge/schema.js';
import type { Differential } from '../../../../src/differential/probability/diagnostician.js';
import type { Evidence } from '../../../../src/differential/probability/evidence.js';
import { disease, doctor, numbers, tree } from '../probability/toy.js';
import { evidence } from '../toy-patient.js';

const DISEASES = [
  disease('strain', { pain: 0.9 }, { rate: 10_000 }),
  disease('rupture', { pain: 0.9, pain_left: 0.7 }, { rate: 0.01, danger: 'deadly', care: 'now' }),
  disease('torsion', { pain: 0.9 }, { rate: 0.01, danger: 'serious', sex: { F: 0, M: 2 } }),
  disease('ectopic', { pain: 0.9 }, { rate: 0.01, danger: 'deadly', needs: [['pregnant']] }),
  disease('sepsis', { fever: 0.95 }, { danger: 'deadly', excludes_if_absent: ['fever'] }),
];
const consider = (one: string, more: Partial<PresentationFacts['consider'][number]> = {}) => ({
  disease: one,
  ...more,
});
const presentation = (...all: PresentationFacts['consider']): PresentationFacts => ({
  id: 'pain',
  name: 'Pain',
  when: ['pain'],
  consider: all,
  sources: [{ name: 'invented' }],
});
const PAIN = presentation(
  consider('rupture'),
  consider('torsion', { sex: 'M', from_age: 10, to_age: 30 }),
  consider('ectopic', { if: ['pregnant'] }),
);

const missable = (presentations: PresentationFacts[], known: Evidence, told: Differential) =>
  mustNotMiss(numberPresentations(presentations, tree), tree, known, told);

function dangers(more: Partial<Evidence>, presentations = [PAIN]) {
  const known = evidence(more);
  const told = missable(presentations, known, doctor(DISEASES).diagnose(known));
  return told.map(({ disease: { id }, because }) => ({ id, because }));
}
const ids = (...asked: Parameters<typeof dangers>) => dangers(...asked).map(({ id }) => id);
const pain = numbers('pain');

describe('what must not be missed', () => {
  it('are the causes of the presentation, however unlikely', () => {
    expect(ids({ present: pain })).toEqual(expect.arrayContaining(['rupture', 'torsion']));
  });

  it('are not those of another sex or age', () => {
    expect(ids({ present: pain, person: { sex: 'F' } })).not.toContain('torsion');
    expect(ids({ present: pain, person: { age: 50, sex: 'M' } })).not.toContain('torsion');
    expect(ids({ present: pain, person: { age: 20, sex: 'M' } })).toContain('torsion');
  });

  it('are those with a condition only where it holds', () => {
    expect(ids({ present: pain })).not.toContain('ectopic');
    expect(ids({ present: numbers('pain', 'pregnant') })).toContain('ectopic');
  });

  it('are those with an open question unless it was denied, after the others, with the question', () => {
    const open = presentation(consider('ectopic', { ask: ['rash'] }), consider('rupture'));
    const told = dangers({ present: numbers('pain', 'pregnant') }, [open]);
    expect(told.map(({ id }) => id)).toEqual(['rupture', 'ectopic']);
    const known = evidence({ present: numbers('pain', 'pregnant') });
    const [, asked] = missable([open], known, doctor(DISEASES).diagnose(known));
    expect(asked?.ask).toEqual(['rash']);
    expect(ids({ present: numbers('pain', 'pregnant'), absent: numbers('rash') }, [open])).toEqual([
      'rupture',
    ]);
    const answered = evidence({ present: numbers('pain', 'pregnant', 'rash') });
    const certain = missable([open], answered, doctor(DISEASES).diagnose(answered));
    expect(certain.find(({ disease: { id } }) => id === 'ectopic')?.ask).toEqual([]);
  });

  it('are also dangerous diseases that are probable by themselves', () => {
    expect(ids({ present: numbers('fever') }, [])).toContain('sepsis');
    expect(ids({ present: pain }, [])).not.toContain('rupture');
  });

  it('are not what is no danger', () => {
    expect(ids({ present: pain }, [presentation()])).not.toContain('strain');
  });

  it('are not what the evidence excludes', () => {
    expect(
      ids({ present: pain, absent: numbers('fever') }, [presentation(consider('sepsis'))]),
    ).toEqual([]);
    const sure = [disease('sure', { pain: 0.95, rash: 0.95, fever: 0.95 }, { danger: 'deadly' })];
    const asked = evidence({ present: pain, absent: numbers('rash', 'fever') });
    const model = doctor(sure);
    const all = presentation(consider('sure'));
    expect(missable([all], asked, model.diagnose(asked))).toEqual([]);
    const half = evidence({ present: pain, absent: numbers('rash') });
    expect(missable([all], half, model.diagnose(half))).toHaveLength(1);
  });

  it('say what brought them up: the presentation, and what speaks for them', () => {
    const told = dangers({ present: numbers('pain', 'pain_left') });
    expect(told.find(({ id }) => id === 'rupture')?.because).toEqual(['Pain', 'pain', 'pain_left']);
  });

  it('begin with the deadly', () => {
    const [first] = ids({ present: pain });
    expect(first).toBe('rupture');
  });

  it('name each once where several presentations do', () => {
    const twice = [PAIN, { ...PAIN, id: 'more', name: 'More pain' }];
    const told = dangers({ present: pain }, twice);
    expect(told.filter(({ id }) => id === 'rupture')).toHaveLength(1);
    expect(told[0]?.because).toEqual(expect.arrayContaining(['Pain', 'More pain']));
  });

  it('pass over causes that the knowledge has not', () => {
    expect(ids({ present: pain }, [presentation(consider('nothing'))])).toEqual([]);
  });
});
