import { describe, expect, it } from 'vitest';
import type { Gate } from '../../../../src/medications/gate.js';
import { createSources } from '../../../../src/medications/knowledge/sources.js';
import { weightOf } from '../../../../src/medications/severity.js';
import {
  allPairs,
  classes,
  conditions,
  ingredients,
  ownCompatible,
  ownPairs,
  patient,
  said,
  saidOf,
  sourcesRead,
} from './tables.js';

const sides = ownPairs.map(({ id, a, b, not_a = [], not_b = [] }) => ({
  id,
  selectors: [...a, ...b, ...not_a, ...not_b],
}));
const capped = ownCompatible.map(({ id, a, b }) => ({ id, selectors: [...a, ...b] }));

function named(gate: Gate): string[] {
  if ('condition' in gate) return [...gate.condition];
  if ('all' in gate) return gate.all.flatMap(named);
  if ('any' in gate) return gate.any.flatMap(named);
  return 'not' in gate ? named(gate.not) : [];
}

describe('the rules of pairs', () => {
  it('are many, and none has the id of another', () => {
    expect(ownPairs.length).toBeGreaterThan(1_000);
    expect(new Set(allPairs.map(({ id }) => id)).size).toBe(allPairs.length);
  });

  it('name ingredients and classes that there are', () => {
    const strange = [...sides, ...capped].flatMap(({ id, selectors }) =>
      selectors
        .filter((one) =>
          one.startsWith('@') ? classes.membersOf(one).size === 0 : !ingredients.has(one),
        )
        .map((one) => `${id}: ${one}`),
    );
    expect(strange).toEqual([]);
  });

  it('take no member off that they do not have', () => {
    const members = (selectors: readonly string[]) =>
      new Set(selectors.flatMap((one) => [...classes.membersOf(one)]));
    const idle = ownPairs.flatMap(({ id, a, b, not_a = [], not_b = [] }) => [
      ...not_a.filter((one) => !members(a).has(one)).map((one) => `${id}: ${one}`),
      ...not_b.filter((one) => !members(b).has(one)).map((one) => `${id}: ${one}`),
    ]);
    expect(idle).toEqual([]);
  });

  it('have sources that there are', () => {
    const sources = createSources(sourcesRead);
    const missing = [...ownPairs, ...ownCompatible].flatMap((rule) =>
      rule.sources.filter((id) => sources.get(id) === undefined).map((id) => `${rule.id}: ${id}`),
    );
    expect(missing).toEqual([]);
  });

  it('depend on conditions that there are', () => {
    const gates = ownPairs.flatMap(({ when, raise = [] }) => [
      ...(when ? [when] : []),
      ...raise.map((one) => one.when),
    ]);
    expect(gates.flatMap(named).filter((id) => !conditions.has(id))).toEqual([]);
  });

  it('do not say the same of a pair twice', () => {
    const seen = new Map<string, string>();
    const twice = ownPairs.flatMap(({ id, a, b, effect, mechanism }) => {
      const key = JSON.stringify([[...a].sort(), [...b].sort(), mechanism, effect]);
      const other = seen.get(key);
      seen.set(key, id);
      return other === undefined ? [] : [`${id} and ${other}`];
    });
    expect(twice).toEqual([]);
  });
});

describe('pairs that go together', () => {
  it('are never called more loudly than they may be', () => {
    const loud = ownCompatible.flatMap(({ id, a, b, highest }) =>
      a.flatMap((one) =>
        b.flatMap((other) => {
          const told = said(one, other);
          const most = highest === null ? 0 : weightOf(highest);
          return told && weightOf(told) > most ? [`${id}: ${one} + ${other}`] : [];
        }),
      ),
    );
    expect(loud).toEqual([]);
  });
});

describe('circumstances', () => {
  const daily = (value: number) => ({ dose: { value, unit: 'mg' }, frequency: { perDay: 1 } });

  it('potassium decides on an ACE inhibitor with spironolactone', () => {
    const told = (potassium: number) =>
      saidOf(patient({ potassium, egfr: 70 }), ['ramipril', {}], ['spironolactone', {}]);
    expect([said('ramipril', 'spironolactone'), told(4.2), told(5.4)]).toEqual([
      'moderate',
      'moderate',
      'major',
    ]);
  });

  it('kidney function decides on metformin with contrast', () => {
    const told = (egfr: number) =>
      saidOf(patient({ egfr }), ['metformin', {}], ['iohexol', {}]) ?? 'silent';
    expect(said('metformin', 'iohexol')).toBe('moderate');
    expect([95, 45, 25].map(told)).toEqual(['silent', 'moderate', 'major']);
  });

  it('the age decides on ceftriaxone with calcium by vein', () => {
    const told = (age: number) =>
      saidOf(
        patient({ age }),
        ['ceftriaxone', { route: 'intravenous' }],
        ['calcium gluconate', { route: 'intravenous' }],
      );
    expect([told(0.03), told(40)]).toEqual(['contraindicated', 'moderate']);
  });

  it('the dose decides on a live vaccine with prednisone and on citalopram with omeprazole', () => {
    const vaccine = 'yellow fever vaccine live';
    const told = (mg: number) => saidOf(patient(), ['prednisone', daily(mg)], [vaccine, {}]);
    expect(told(40)).toBe('major');
    const both = (mg: number) => saidOf(patient(), ['citalopram', daily(mg)], ['omeprazole', {}]);
    expect([both(20), both(40)]).toEqual(['moderate', 'major']);
  });

  it('the dose decides on aspirin with methotrexate and on vitamin A with a tetracycline', () => {
    const aspirin = (mg: number) =>
      saidOf(patient(), ['aspirin', daily(mg)], ['methotrexate', {}]) ?? 'silent';
    expect([75, 325, 3_000].map(aspirin)).toEqual(['silent', 'moderate', 'major']);
    expect(said('methotrexate', 'aspirin')).toBe('moderate');
    const vitaminA = (value: number, unit: string) =>
      saidOf(
        patient(),
        ['vitamin a', { dose: { value, unit }, frequency: { perDay: 1 } }],
        ['doxycycline', {}],
      ) ?? 'silent';
    expect([vitaminA(800, 'ug'), vitaminA(5_000, '[iU]')]).toEqual(['silent', 'silent']);
    expect([vitaminA(25_000, '[iU]'), said('vitamin a', 'doxycycline')]).toEqual([
      'major',
      'major',
    ]);
  });

  it('diabetes forbids aliskiren with an ACE inhibitor', () => {
    const told = (named: string[]) =>
      saidOf(patient({}, named), ['aliskiren', {}], ['ramipril', {}]);
    expect([told([]), told(['diabetes'])]).toEqual(['major', 'contraindicated']);
  });

  it('creams and eye drops are left out, and told where they reach the blood', () => {
    const skin = { route: 'topical', systemic: false } as const;
    expect(saidOf(patient(), ['ketoconazole', skin], ['simvastatin', {}])).toBeUndefined();
    const eye = { route: 'ophthalmic', systemic: false } as const;
    expect(saidOf(patient(), ['timolol', eye], ['verapamil', {}])).toBe('moderate');
    const inhaled = { route: 'inhaled', systemic: false } as const;
    expect(saidOf(patient(), ['fluticasone', inhaled], ['ritonavir', {}])).toBe('major');
    expect(saidOf(patient(), ['miconazole', skin], ['warfarin', {}])).toBe('moderate');
  });
});
