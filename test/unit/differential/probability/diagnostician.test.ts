import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../../src/differential/probability/evidence.js';
import { disease, doctor, FINDINGS, numbers, PLAIN, tree } from './toy.js';

const nothing: Evidence = {
  person: {},
  setting: 'any',
  present: new Set(),
  absent: new Set(),
  courses: [],
};
const evidence = (more: Partial<Evidence>): Evidence => ({ ...nothing, ...more });

describe('the differential', () => {
  const flu = disease('flu', { fever: 0.8 });
  const scabies = disease('scabies', { rash: 0.9 });

  it('is Bayes where findings are independent', () => {
    const { ranked } = doctor([flu, scabies]).diagnose(
      evidence({ present: numbers('fever'), absent: numbers('rash') }),
    );
    const weights = { flu: (0.8 / 0.1) * 1, scabies: 1 * ((1 - 0.9) / (1 - 0.05)) };
    expect(ranked[0]?.disease.id).toBe('flu');
    expect(ranked[0]?.probability).toBeCloseTo(weights.flu / (weights.flu + weights.scabies), 4);
  });

  it('is by the rates alone where nothing is known', () => {
    const rare = disease('rare', { fever: 0.8 }, { rate: 1 });
    const { ranked } = doctor([flu, rare]).diagnose(nothing);
    expect(ranked.map(({ probability }) => probability)).toEqual([
      expect.closeTo(100 / 101, 5),
      expect.closeTo(1 / 101, 5),
    ]);
  });

  it('counts a finding and what it implies once', () => {
    const left = disease('left', { pain: 0.8, pain_left: 0.6 });
    const plain = disease('plain', { rash: 0.5 });
    const { ranked } = doctor([left, plain]).diagnose(
      evidence({ present: numbers('pain', 'pain_left') }),
    );
    expect(ranked[0]?.probability).toBeCloseTo(12 / 13, 4);
  });

  it('takes the other side as unlikely in what is usually on one', () => {
    const left = disease('left', { pain: 0.8, pain_left: 0.75 });
    const both = disease('both', { pain: 0.8 });
    const { ranked } = doctor([left, both]).diagnose(
      evidence({ present: numbers('pain', 'pain_right') }),
    );
    expect(ranked[0]?.disease.id).toBe('both');
  });

  it('lets findings that come together say less each', () => {
    const ill = disease('ill', { fever: 0.8, chills: 0.4 });
    const well = disease('well', { rash: 0.1 });
    const present = numbers('fever', 'chills');
    const weight = (repeated: number) => {
      const [first] = doctor([ill, well], { ...PLAIN, repeated }).diagnose(
        evidence({ present }),
      ).ranked;
      return first?.probability ?? 0;
    };
    expect(weight(0.5)).toBeLessThan(weight(1));
    expect(weight(0.5)).toBeCloseTo((8 * Math.sqrt(10)) / (8 * Math.sqrt(10) + 1), 1);
  });

  it('leaves out what cannot be of that sex, or without what it needs', () => {
    const hers = disease('hers', { pain: 0.5 }, { sex: { F: 1, M: 0 } });
    const ectopic = disease('ectopic', { pain: 0.5 }, { needs: [['pregnant']] });
    const not = disease('not', { pain: 0.5 }, { never: ['rash'] });
    const ids = (more: Partial<Evidence>) =>
      doctor([hers, ectopic, not, flu])
        .diagnose(evidence(more))
        .ranked.map(({ disease: { id } }) => id);
    expect(ids({ person: { sex: 'M' } })).not.toContain('hers');
    expect(ids({ absent: numbers('pregnant') })).not.toContain('ectopic');
    expect(ids({ present: numbers('rash') })).not.toContain('not');
    expect(ids({}).sort()).toEqual(['ectopic', 'flu', 'hers', 'not']);
  });

  it('weighs how long it has lasted', () => {
    const quick = disease(
      'quick',
      { pain: 0.5 },
      { course: { hours: 0.9, days: 0.1, weeks: 0, months: 0 } },
    );
    const slow = disease(
      'slow',
      { pain: 0.5 },
      { course: { hours: 0, days: 0, weeks: 0.1, months: 0.9 } },
    );
    const first = (course: 'hours' | 'months') =>
      doctor([quick, slow]).diagnose(evidence({ courses: [course] })).ranked[0]?.disease.id;
    expect(first('hours')).toBe('quick');
    expect(first('months')).toBe('slow');
  });

  it('tells what each finding said', () => {
    const { contributionsOf } = doctor([flu, scabies]).diagnose(
      evidence({ present: numbers('fever'), absent: numbers('rash') }),
    );
    const [fever] = contributionsOf(flu);
    expect(fever).toEqual({
      finding: tree.numberOf('fever'),
      absent: false,
      weight: expect.closeTo(Math.log(8), 4),
    });
    expect(contributionsOf(scabies).find(({ absent }) => absent)?.weight).toBeLessThan(-2);
  });

  it('adds up to one, and is the same each time, for any evidence', () => {
    const asked = doctor([flu, scabies, disease('x', { pain: 0.4, pain_left: 0.3, chills: 0.2 })]);
    const set = fc.uniqueArray(fc.nat(FINDINGS.length - 1)).map((all) => new Set(all));
    fc.assert(
      fc.property(set, set, (present, absent) => {
        const told = asked.diagnose(evidence({ present, absent }));
        const sum = told.ranked.reduce((total, { probability }) => total + probability, told.other);
        expect(sum).toBeCloseTo(1, 9);
        expect(asked.diagnose(evidence({ present, absent })).ranked).toEqual(told.ranked);
        for (const one of told.ranked) expect(told.find(one.disease.id)).toEqual(one);
      }),
    );
  });

  it('has the likeliest but one without the others', () => {
    const all = [flu, scabies, disease('a', { pain: 0.4 }), disease('b', { pain: 0.4 })];
    const asked = doctor(all);
    const set = fc.uniqueArray(fc.nat(FINDINGS.length - 1)).map((some) => new Set(some));
    fc.assert(
      fc.property(set, set, fc.constantFrom(...all), (present, absent, { id }) => {
        const known = evidence({ present, absent });
        const rest = asked.diagnose(known).ranked.filter(({ disease }) => disease.id !== id);
        expect(asked.likeliestBut(id, known)).toEqual(rest[0]);
      }),
    );
    expect(doctor([flu]).likeliestBut('flu', nothing)).toBeUndefined();
  });

  it('finds none that cannot be, or that nobody knows', () => {
    const hers = disease('hers', { pain: 0.5 }, { sex: { F: 1, M: 0 } });
    const { find } = doctor([hers, flu]).diagnose(evidence({ person: { sex: 'M' } }));
    expect(find('hers')).toBeUndefined();
    expect(find('nothing')).toBeUndefined();
    expect(find('flu')?.disease).toBe(flu);
  });

  it('knows how frequent a finding is in each disease', () => {
    const model = doctor([scabies, flu]);
    const fever = tree.numberOf('fever') ?? -1;
    expect(model.shareOf('flu', fever)).toBeCloseTo(0.8, 6);
    expect(model.shareOf('scabies', fever)).toBeCloseTo(0.1, 6);
    expect(model.shareOf('nothing', fever)).toBe(0);
  });
});
