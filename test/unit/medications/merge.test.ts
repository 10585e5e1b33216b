import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/medications/finding.js';
import { merge } from '../../../src/medications/merge.js';
import { KINDS, SEVERITIES, weightOf } from '../../../src/medications/severity.js';
import { finding } from '../../support/medication-case.js';

const asIs = (findings: Finding[]) => merge(findings, () => false);

describe('the list of alerts', () => {
  it('joins what is said of the same drugs and the same topic under the heaviest', () => {
    const renal = finding({
      kind: 'renal',
      severity: 'major',
      drugs: ['metformin'],
      items: ['medications.0'],
      topic: 'kidney',
      ruleId: 'renal.metformin',
      because: ['eGFR 24'],
    });
    const condition = finding({
      ...renal,
      kind: 'contraindication',
      severity: 'contraindicated',
      ruleId: 'kidney.3',
      because: ['eGFR 24', 'severe CKD'],
    });
    const [alert, ...more] = asIs([renal, condition]);
    expect(more).toEqual([]);
    // Named for the organ, whichever check weighs it heaviest.
    expect(alert).toMatchObject({
      kind: 'renal',
      severity: 'contraindicated',
      ruleId: 'kidney.3',
      because: ['eGFR 24', 'severe CKD'],
    });
    expect(alert?.also?.map(({ ruleId }) => ruleId)).toEqual(['renal.metformin']);
  });

  it('keeps apart what is about other drugs or another topic', () => {
    const on = { kind: 'age' } as const;
    const alerts = [
      finding({ ...on, topic: 'bleeding' }),
      finding({ ...on, topic: 'qt', ruleId: 'qt.1' }),
      finding({ ...on, topic: 'bleeding', drugs: ['warfarin', 'ibuprofen'] }),
    ];
    expect(asIs(alerts)).toHaveLength(3);
  });

  it('lets two products meet once, whatever is in them', () => {
    const [alert, ...more] = asIs([
      finding({ drugs: ['methotrexate', 'trimethoprim'], ruleId: 'a' }),
      finding({ drugs: ['methotrexate', 'sulfamethoxazole'], ruleId: 'b', severity: 'moderate' }),
    ]);
    expect(more).toEqual([]);
    expect(alert).toMatchObject({
      ruleId: 'a',
      drugs: ['methotrexate', 'trimethoprim', 'sulfamethoxazole'],
      pairs: [
        ['methotrexate', 'sulfamethoxazole'],
        ['methotrexate', 'trimethoprim'],
      ],
      also: [{ ruleId: 'b' }],
    });
    const third = finding({ items: ['medications.0', 'medications.2'] });
    expect(asIs([finding(), third])).toHaveLength(2);
  });

  it('says one rule once whatever the order of the drugs', () => {
    expect(asIs([finding(), finding({ drugs: ['aspirin', 'warfarin'] })])).toHaveLength(1);
  });

  it('puts the heaviest first, and of these what is new', () => {
    const list = merge(
      [
        finding({ ruleId: 'a', severity: 'moderate' }),
        finding({ ruleId: 'b', items: ['medications.0', 'medications.3'] }),
        finding({ ruleId: 'c', items: ['medications.0', 'proposed.0'] }),
        finding({
          ruleId: 'd',
          severity: 'contraindicated',
          items: ['medications.1', 'proposed.0'],
        }),
      ],
      (item) => item.startsWith('proposed.'),
    );
    expect(list.map(({ ruleId }) => ruleId)).toEqual(['d', 'c', 'b', 'a']);
  });

  const anyFinding = fc
    .record({
      kind: fc.constantFrom(...KINDS),
      severity: fc.constantFrom(...SEVERITIES),
      ruleId: fc.constantFrom('a', 'b', 'c', 'd'),
      drugs: fc.uniqueArray(fc.constantFrom('p', 'q', 'r'), { minLength: 1 }),
      topic: fc.option(fc.constantFrom('qt', 'kidney'), { nil: undefined }),
    })
    .map(({ topic, ...rest }) => finding({ ...rest, ...(topic && { topic }) }));

  it('loses no rule, never grows lighter and does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 12 }), (findings) => {
        const list = asIs(findings);
        const rules = list.flatMap(({ ruleId, also = [] }) => [
          ruleId,
          ...also.map((a) => a.ruleId),
        ]);
        expect(new Set(rules)).toEqual(new Set(findings.map(({ ruleId }) => ruleId)));
        const weights = list.map(({ severity }) => weightOf(severity));
        expect(weights).toEqual([...weights].sort((a, b) => b - a));
        expect(Math.max(0, ...weights)).toBe(
          Math.max(0, ...findings.map(({ severity }) => weightOf(severity))),
        );
        const again = asIs([...findings].reverse());
        expect(again.map(({ drugs: _, ...one }) => one)).toEqual(
          list.map(({ drugs: _, ...one }) => one),
        );
      }),
    );
  });
});
