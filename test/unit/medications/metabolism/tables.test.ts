import { describe, expect, it } from 'vitest';
import { taken } from '../../../support/medication-case.js';
import { tableOf } from '../../../support/medication-tables.js';
import { metabolism, ownPairs, pairsOf, table } from './shipped.js';

describe('the table of roles', () => {
  it('knows more than 900 ingredients', () => {
    expect(Object.keys(table).length).toBeGreaterThan(900);
  });

  it('is sorted', () => {
    expect(Object.keys(table)).toEqual(Object.keys(table).sort());
  });

  it('names only companions that have roles of their own', () => {
    const companions = Object.values(table).flatMap(({ always_with }) => always_with ?? []);
    expect(companions.filter((name) => table[name]?.inhibits === undefined)).toEqual([]);
  });

  it('gives an active product only to substrates of the enzyme that makes it', () => {
    const odd = Object.entries(table).filter(
      ([, { activated_by, substrate }]) =>
        activated_by && substrate && !(activated_by in substrate),
    );
    expect(odd.map(([name]) => name)).toEqual([]);
  });
});

describe('the classes of inhibitors and inducers', () => {
  const classes = tableOf('classes', (file) => file === 'classes/metabolism.json');
  const GRADE = { weak: 1, moderate: 2, strong: 3 } as const;
  const PATHWAYS = { cyp2c9: 'CYP2C9', cyp2d6: 'CYP2D6', cyp3a4: 'CYP3A4' } as const;
  const CLASSES = [
    ['cyp2c9', 'inhibitor', 'inhibits'],
    ['cyp2d6', 'inhibitor', 'inhibits'],
    ['cyp3a4', 'inhibitor', 'inhibits'],
    ['cyp3a4', 'inducer', 'induces'],
  ] as const;

  it('are those that a rule names', () => {
    expect(Object.keys(classes).sort()).toEqual(
      CLASSES.map(([id, word]) => `${id}_${word}`).sort(),
    );
  });

  it.each(CLASSES)('%s_%s agrees with the grades of the roles', (id, word, role) => {
    const graded = Object.entries(table).flatMap(([name, roles]) => {
      const grade = roles[role]?.[PATHWAYS[id]];
      return grade ? [[name, GRADE[grade]] as const] : [];
    });
    // Nirmatrelvir stands for the ritonavir that is always with it.
    if (id === 'cyp3a4' && role === 'inhibits') graded.push(['nirmatrelvir', 3]);
    expect(classes[`${id}_${word}`]?.members).toEqual(Object.fromEntries(graded));
  });
});

describe('the pair rules of metabolism', () => {
  it('settle what the roles say, in one group', () => {
    expect(ownPairs.filter(({ settles, group }) => !settles || group !== 'metabolism')).toEqual([]);
  });

  it('speak of pairs, and of no pair in two severities by the same route', () => {
    const seen = new Map<string, string>();
    for (const rule of ownPairs) {
      const pairs = new Set(pairsOf(rule));
      expect(pairs.size, rule.id).toBeGreaterThan(0);
      if (Array.isArray(rule.routes_a)) continue;
      for (const pair of pairs) {
        expect(seen.get(pair) ?? rule.severity, `${rule.id}: ${pair}`).toBe(rule.severity);
        seen.set(pair, rule.severity);
      }
    }
  });

  it('are the only ones to speak of direct oral anticoagulants', () => {
    for (const doac of ['apixaban', 'rivaroxaban', 'edoxaban', 'dabigatran etexilate']) {
      for (const other of ['ketoconazole', 'rifampin', 'diltiazem', 'clarithromycin']) {
        expect(metabolism.verdict(taken(doac), taken(other))).toBeUndefined();
      }
    }
  });
});
