import { describe, expect, it } from 'vitest';
import { weightOf } from '../../../../src/medications/severity.js';
import { daily, local, patient, taken } from '../../../support/medication-case.js';
import { tableOf } from '../../../support/medication-tables.js';
import { said, saidOf } from './shipped.js';

/** Rules that follow from what drugs share: the others name drugs one by one. */
const FOLLOWING = new Set(['pairs/effects.json', 'pairs/metabolism.json']);
const ownPairs = tableOf('pairs', (file) => !FOLLOWING.has(file));
const ownCompatible = tableOf('compatible', (file) => file === 'compatible/general.json');

describe('the rules of pairs', () => {
  it('are many', () => {
    expect(ownPairs.length).toBeGreaterThan(1_000);
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
  it('potassium decides on an ACE inhibitor with spironolactone', () => {
    const told = (potassium: number) =>
      saidOf(patient({ potassium, egfr: 70 }), 'ramipril', 'spironolactone');
    expect([said('ramipril', 'spironolactone'), told(4.2), told(5.4)]).toEqual([
      'moderate',
      'moderate',
      'major',
    ]);
  });

  it('kidney function decides on metformin with contrast', () => {
    const told = (egfr: number) => saidOf(patient({ egfr }), 'metformin', 'iohexol') ?? 'silent';
    expect(said('metformin', 'iohexol')).toBe('moderate');
    expect([95, 45, 25].map(told)).toEqual(['silent', 'moderate', 'major']);
  });

  it('the age decides on ceftriaxone with calcium by vein', () => {
    const told = (age: number) =>
      saidOf(
        patient({ age }),
        taken('ceftriaxone', { route: 'intravenous' }),
        taken('calcium gluconate', { route: 'intravenous' }),
      );
    expect([told(0.03), told(40)]).toEqual(['contraindicated', 'moderate']);
  });

  it('the dose decides on a live vaccine with prednisone and on citalopram with omeprazole', () => {
    const vaccine = 'yellow fever vaccine live';
    const told = (mg: number) => saidOf(patient(), daily('prednisone', mg), vaccine);
    expect(told(40)).toBe('major');
    const both = (mg: number) => saidOf(patient(), daily('citalopram', mg), 'omeprazole');
    expect([both(20), both(40)]).toEqual(['moderate', 'major']);
  });

  it('the dose decides on aspirin with methotrexate and on vitamin A with a tetracycline', () => {
    const aspirin = (mg: number) =>
      saidOf(patient(), daily('aspirin', mg), 'methotrexate') ?? 'silent';
    expect([75, 325, 3_000].map(aspirin)).toEqual(['silent', 'moderate', 'major']);
    expect(said('methotrexate', 'aspirin')).toBe('moderate');
    const vitaminA = (value: number, unit: string) =>
      saidOf(patient(), daily('vitamin a', value, unit), 'doxycycline') ?? 'silent';
    expect([vitaminA(800, 'ug'), vitaminA(5_000, '[iU]')]).toEqual(['silent', 'silent']);
    expect([vitaminA(25_000, '[iU]'), said('vitamin a', 'doxycycline')]).toEqual([
      'major',
      'major',
    ]);
  });

  it('diabetes forbids aliskiren with an ACE inhibitor', () => {
    const told = (conditions: string[]) =>
      saidOf(patient({}, { conditions }), 'aliskiren', 'ramipril');
    expect([told([]), told(['diabetes'])]).toEqual(['major', 'contraindicated']);
  });

  it('creams and eye drops are left out, and reported where they reach the blood', () => {
    const skin = (name: string) => local(name, 'topical');
    expect(saidOf(patient(), skin('ketoconazole'), 'simvastatin')).toBeUndefined();
    expect(saidOf(patient(), local('timolol', 'ophthalmic'), 'verapamil')).toBe('moderate');
    expect(saidOf(patient(), local('fluticasone', 'inhaled'), 'ritonavir')).toBe('major');
    expect(saidOf(patient(), skin('miconazole'), 'warfarin')).toBe('moderate');
  });
});
