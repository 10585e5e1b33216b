import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Metabolism } from '../../../../src/medications/metabolism/metabolism.js';
import {
  ENZYMES,
  type PartnerGrade,
  type Pathway,
  type Roles,
  TRANSPORTERS,
} from '../../../../src/medications/metabolism/schema.js';
import { weightOf } from '../../../../src/medications/severity.js';
import { taken } from '../../../support/medication-case.js';
import { rounds } from '../../../support/rounds.js';
import { metabolism, rules, table } from './shipped.js';

const sources = ['test'];

describe('whatever the drugs', () => {
  const name = fc.constantFrom(...Object.keys(table));
  const pathway = fc.constantFrom<Pathway>(...ENZYMES, ...TRANSPORTERS);
  const victimGrade = fc.constantFrom('sensitive' as const, 'moderate' as const, 'minor' as const);
  const victim: fc.Arbitrary<Roles> = fc.record(
    {
      substrate: fc.dictionary(pathway, victimGrade, { minKeys: 1 }),
      activated_by: pathway,
      margin: fc.constantFrom('narrow' as const, 'wide' as const),
      loss: fc.constantFrom('critical' as const, 'low' as const),
      sources: fc.constant(sources),
    },
    { requiredKeys: ['substrate', 'sources'] },
  );

  const weight = (roles: Roles, partner: Omit<Roles, 'sources'>) => {
    const said = new Metabolism({ victim: roles, partner: { ...partner, sources } }, rules);
    const verdict = said.verdict(taken('victim'), taken('partner'));
    return verdict ? weightOf(verdict.severity) : 0;
  };

  it('the order of the two does not matter', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(metabolism.verdict(taken(a), taken(b))).toEqual(
          metabolism.verdict(taken(b), taken(a)),
        );
      }),
      { numRuns: rounds({ short: 400, long: 10_000 }) },
    );
  });

  it('a stronger inhibitor or inducer is never milder', () => {
    const rising: readonly PartnerGrade[] = ['weak', 'moderate', 'strong'];
    fc.assert(
      fc.property(victim, pathway, fc.constantFrom('inhibits', 'induces'), (roles, by, role) => {
        const weights = rising.map((grade) => weight(roles, { [role]: { [by]: grade } }));
        expect(weights).toEqual([...weights].sort());
      }),
      { numRuns: rounds({ short: 400, long: 10_000 }) },
    );
  });

  it('a more sensitive victim is never milder', () => {
    const grade = fc.constantFrom<PartnerGrade>('weak', 'moderate', 'strong');
    const rising = ['minor', 'moderate', 'sensitive'] as const;
    fc.assert(
      fc.property(victim, pathway, grade, (roles, by, strength) => {
        const weights = rising.map((one) =>
          weight({ ...roles, substrate: { [by]: one } }, { inhibits: { [by]: strength } }),
        );
        expect(weights).toEqual([...weights].sort());
      }),
      { numRuns: rounds({ short: 200, long: 5_000 }) },
    );
  });

  it('it never says that a pair is contraindicated: only a rule of the pair may', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(metabolism.verdict(taken(a), taken(b))?.severity).not.toBe('contraindicated');
      }),
      { numRuns: rounds({ short: 400, long: 10_000 }) },
    );
  });

  it('no text is left with a gap', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const verdict = metabolism.verdict(taken(a), taken(b));
        if (!verdict) return;
        const text = [verdict.mechanism, verdict.effect, verdict.management].join(' ');
        expect(text).not.toMatch(/[{}]|undefined| {2}/);
      }),
      { numRuns: rounds({ short: 400, long: 10_000 }) },
    );
  });
});
