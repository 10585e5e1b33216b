import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerTo, tables } from '../shipped-service.js';

const check = (medications: readonly string[], more: object = {}) =>
  answerTo({ medications, ...more });

/** Ambiguous names, something that at least one of their meanings forbids, and what is found. */
const AMBIGUOUS: ReadonlyArray<readonly [name: string, beside: string, meaning: string]> = [
  ['isosorbide 30 mg daily', 'sildenafil', 'isosorbide mononitrate'],
  ['nitrate', 'tadalafil', 'nitroglycerin'],
  ['HCT', 'dofetilide', 'hydrochlorothiazide'],
  ['CBZ', 'phenelzine', 'carbamazepine'],
  ['AZA', 'allopurinol', 'azathioprine'],
  ['MTZ 250 mg', 'disulfiram', 'metronidazole'],
  ['statin', 'clarithromycin', 'simvastatin'],
  ['DOAC', 'ketoconazole', 'dabigatran etexilate'],
  ['triptan', 'ergotamine', 'sumatriptan'],
  ['warfarin or apixaban', 'ibuprofen', 'warfarin'],
  ['LMWH', 'apixaban', 'enoxaparin'],
  ['MRA', 'ketoconazole', 'eplerenone'],
];

describe('a name that can be several drugs', () => {
  it.each(AMBIGUOUS)('%s beside %s is checked for all that it can be', (name, beside, meaning) => {
    const { alerts, resolved, unresolved, warnings, safety, safe_to_proceed } = check([
      name,
      beside,
    ]);
    expect(safe_to_proceed).toBe(false);
    const alert = alerts.find(({ drugs }) => drugs.includes(meaning));
    expect(alert?.because).toContain(`medications.0 may be ${meaning}`);
    expect(resolved.map(({ item }) => item)).not.toContain('medications.0');
    expect(unresolved[0]?.checked_as).toContain(meaning);
    expect(warnings?.[0]).toMatch(/^medications\.0 can be .+: it was checked for each of them\.$/);
    expect(safety.not_judged).toContainEqual({
      what: 'medications.0',
      reason: 'a name on this line is ambiguous',
    });
  });

  it.each(['isosorbide', 'insulin', 'interferon', 'interferon beta', 'Levo 500 mg'])(
    '%s alone is not called safe',
    (name) => {
      const { safe_to_proceed, needs_review } = check([name, 'paracetamol']);
      expect(safe_to_proceed).not.toBe(true);
      expect(needs_review).toBe(true);
    },
  );

  it('is not doubled by a drug of the list that it can be, nor by itself', () => {
    for (const list of [
      ['insulin 8 units', 'insulin glargine 20 units'],
      ['statin', 'atorvastatin 20 mg'],
      ['Levo', 'paracetamol'],
    ]) {
      const kinds = check(list).alerts.map(({ kind }) => kind);
      expect(kinds).not.toContain('duplicate_therapy');
      expect(kinds).not.toContain('qt');
    }
  });

  it('is one drug where drugs are counted', () => {
    const three = (list: readonly string[]) =>
      check(list).alerts.find(({ kind, rule_id }) => kind === 'qt' && rule_id === 'qt.three_known');
    expect(three(['macrolide', 'amiodarone'])).toBeUndefined();
    expect(three(['macrolide', 'amiodarone', 'methadone'])).toBeDefined();
  });

  it('does not have a dose that only few of its meanings forbid', () => {
    expect(check(['Levo 500 mg', 'paracetamol']).alerts).toEqual([]);
  });

  it('says nothing of what it can be where a drug is certainly named', () => {
    const { alerts } = check(['statin', 'simvastatin 20 mg', 'clarithromycin']);
    const reasons = alerts.flatMap(({ because = [] }) => because);
    expect(reasons).toContain('medications.0 may be lovastatin');
    expect(reasons).not.toContain('medications.0 may be simvastatin');
  });

  it('does not name a drug that the line denies', () => {
    const { alerts, unresolved } = check(['no isosorbide', 'sildenafil 50 mg']);
    expect(alerts).toEqual([]);
    expect(unresolved.every(({ checked_as }) => checked_as === undefined)).toBe(true);
  });

  const meanings = tables.abbreviations.abbreviations.filter(({ meanings }) => meanings);
  const drugs = ['warfarin', 'simvastatin', 'phenelzine', 'methadone', 'lithium', 'clozapine'];

  it('is never milder than any of its meanings', () => {
    const weight = ['contraindicated', 'major', 'moderate', 'minor'];
    const rank = (severity: string | null) => weight.indexOf(severity ?? 'none') + 1 || 5;
    const pairsOf = (list: readonly string[]) => {
      const of = check(list).alerts.filter(({ kind }) => kind === 'interaction');
      return Math.min(5, ...of.map(({ severity }) => rank(severity)));
    };
    fc.assert(
      fc.property(fc.constantFrom(...meanings), fc.constantFrom(...drugs), (entry, drug) => {
        const ambiguous = pairsOf([entry.abbr, drug]);
        for (const one of entry.meanings ?? []) {
          if (!one.includes(drug)) {
            expect(ambiguous).toBeLessThanOrEqual(pairsOf([one.join(' / '), drug]));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a coil', () => {
  it.each([
    'Mirena',
    'Kyleena',
    'Jaydess',
    'levonorgestrel IUD',
    'levonorgestrel 52 mg intrauterine system',
    'Mirena coil',
  ])('%s gives levonorgestrel off locally', (name) => {
    const { alerts, resolved } = check([name, 'rifampicin', 'carbamazepine']);
    expect(resolved[0]).toMatchObject({
      ingredient: 'levonorgestrel',
      understood: { route: 'intrauterine' },
    });
    expect(alerts.filter(({ drugs }) => drugs.includes('levonorgestrel'))).toEqual([]);
  });

  it('is not given in breast cancer nor in pregnancy', () => {
    const { alerts } = check(['Mirena'], {
      conditions: ['breast cancer'],
      patient: { age: 31, gender: 'F', gestational_weeks: 6 },
    });
    expect(alerts.map(({ kind }) => kind)).toEqual(['contraindication', 'pregnancy']);
  });

  it('is told apart from a tablet, an implant and a patch', () => {
    for (const name of ['levonorgestrel 1.5 mg', 'levonorgestrel implant', 'Microgynon']) {
      const { alerts } = check([name, 'carbamazepine']);
      expect(
        alerts.some(({ drugs }) => drugs.includes('levonorgestrel')),
        name,
      ).toBe(true);
    }
  });
});

describe('two basal insulins', () => {
  it.each([
    ['Lantus', 'Levemir'],
    ['Tresiba', 'Toujeo'],
    ['insulin glargine', 'insulin isophane'],
    ['Humulin N', 'insulin detemir'],
  ])('%s and %s are major', (a, b) => {
    expect(check([`${a} 20 units`, `${b} 10 units`])).toMatchObject({
      safe_to_proceed: false,
      highest_severity: 'major',
      alerts: [{ kind: 'duplicate_therapy', rule_id: 'duplicate.insulin_basal' }],
    });
  });
});
