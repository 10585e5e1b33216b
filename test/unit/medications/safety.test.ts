import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocks, judgeSafety, OUTCOMES } from '../../../src/medications/safety.js';
import { SEVERITIES, type Severity, weightOf } from '../../../src/medications/severity.js';

const alerts = (...severities: Severity[]) => severities.map((severity) => ({ severity }));
const OPEN = [{ what: 'medications.0', reason: 'a name on this line is not known' }];

type Row = readonly [
  highest: Severity | 'none',
  notJudged: 'judged' | 'open',
  blockAt: Severity,
  safe: boolean | null,
  needsReview: boolean,
];

/** Every combination of the highest alert, whether all was judged, and the policy. */
const TABLE: readonly Row[] = [
  ['none', 'judged', 'contraindicated', true, false],
  ['none', 'judged', 'major', true, false],
  ['none', 'judged', 'moderate', true, false],
  ['none', 'judged', 'minor', true, false],
  ['none', 'open', 'contraindicated', null, true],
  ['none', 'open', 'major', null, true],
  ['none', 'open', 'moderate', null, true],
  ['none', 'open', 'minor', null, true],
  ['minor', 'judged', 'contraindicated', true, false],
  ['minor', 'judged', 'major', true, false],
  ['minor', 'judged', 'moderate', true, false],
  ['minor', 'judged', 'minor', false, false],
  ['minor', 'open', 'contraindicated', null, true],
  ['minor', 'open', 'major', null, true],
  ['minor', 'open', 'moderate', null, true],
  ['minor', 'open', 'minor', false, true],
  ['moderate', 'judged', 'contraindicated', null, true],
  ['moderate', 'judged', 'major', null, true],
  ['moderate', 'judged', 'moderate', false, false],
  ['moderate', 'judged', 'minor', false, false],
  ['moderate', 'open', 'contraindicated', null, true],
  ['moderate', 'open', 'major', null, true],
  ['moderate', 'open', 'moderate', false, true],
  ['moderate', 'open', 'minor', false, true],
  ['major', 'judged', 'contraindicated', null, true],
  ['major', 'judged', 'major', false, false],
  ['major', 'judged', 'moderate', false, false],
  ['major', 'judged', 'minor', false, false],
  ['major', 'open', 'contraindicated', null, true],
  ['major', 'open', 'major', false, true],
  ['major', 'open', 'moderate', false, true],
  ['major', 'open', 'minor', false, true],
  ['contraindicated', 'judged', 'contraindicated', false, false],
  ['contraindicated', 'judged', 'major', false, false],
  ['contraindicated', 'judged', 'moderate', false, false],
  ['contraindicated', 'judged', 'minor', false, false],
  ['contraindicated', 'open', 'contraindicated', false, true],
  ['contraindicated', 'open', 'major', false, true],
  ['contraindicated', 'open', 'moderate', false, true],
  ['contraindicated', 'open', 'minor', false, true],
];

describe('whether a list is safe to proceed with', () => {
  it('is in the table for every combination', () => {
    const combinations = new Set(TABLE.map((row) => row.slice(0, 3).join()));
    expect(combinations.size).toBe((SEVERITIES.length + 1) * 2 * SEVERITIES.length);
  });

  it.each(TABLE)('%s alert, %s, blocking at %s: %s', (highest, open, blockAt, safe, review) => {
    const found = highest === 'none' ? [] : alerts(highest);
    const safety = judgeSafety(found, open === 'open' ? OPEN : [], blockAt);
    expect(safety.safeToProceed).toBe(safe);
    expect(safety.needsReview).toBe(review);
    expect(safety.outcome).toBe(OUTCOMES[[false, null, true].indexOf(safe)]);
  });

  it('is decided by the alerts that block, otherwise by those to review', () => {
    const all = alerts('contraindicated', 'major', 'moderate', 'minor');
    const decided = (blockAt: Severity, from = all) =>
      judgeSafety(from, [], blockAt).decidedBy.map(({ severity }) => severity);
    expect(decided('major')).toEqual(['contraindicated', 'major']);
    expect(decided('contraindicated')).toEqual(['contraindicated']);
    expect(decided('contraindicated', all.slice(1))).toEqual(['major', 'moderate']);
    expect(decided('major', alerts('minor'))).toEqual([]);
  });

  const severity = fc.constantFrom(...SEVERITIES);
  const someAlerts = fc.array(severity, { maxLength: 6 }).map((list) => alerts(...list));

  it('never improves with another alert, an unjudged line or a stricter policy', () => {
    const rank = (safe: boolean | null) => [false, null, true].indexOf(safe);
    fc.assert(
      fc.property(someAlerts, severity, severity, fc.boolean(), (some, more, blockAt, isOpen) => {
        const open = isOpen ? OPEN : [];
        const safe = rank(judgeSafety(some, open, blockAt).safeToProceed);
        const worse = [
          judgeSafety([...some, { severity: more }], open, blockAt),
          judgeSafety(some, OPEN, blockAt),
          ...SEVERITIES.filter((one) => weightOf(one) < weightOf(blockAt)).map((stricter) =>
            judgeSafety(some, open, stricter),
          ),
        ];
        for (const one of worse) expect(rank(one.safeToProceed)).toBeLessThanOrEqual(safe);
      }),
    );
  });

  it('does not depend on the order of the alerts', () => {
    fc.assert(
      fc.property(someAlerts, severity, (some, blockAt) => {
        const there = judgeSafety(some, [], blockAt);
        const back = judgeSafety([...some].reverse(), [], blockAt);
        expect({ ...back, decidedBy: [...back.decidedBy].reverse() }).toEqual(there);
        for (const one of there.decidedBy) {
          expect(blocks(one.severity, blockAt)).toBe(there.outcome === 'blocked');
        }
      }),
    );
  });
});
