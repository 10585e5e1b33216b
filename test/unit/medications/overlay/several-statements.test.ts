import { describe, expect, it } from 'vitest';
import { createClasses } from '../../../../src/medications/knowledge/classes.js';
import { decide, type Overlay } from '../../../../src/medications/overlay/overlays.js';
import { finding } from '../../../support/medication-case.js';

const classes = createClasses({});
const decision = {
  rule: 'potassium.4',
  reason: 'Told by the pharmacy',
  decided_by: 'Drug and therapeutics committee',
  decided_on: '2026-03-01',
};
const overlay = (changes: Partial<Overlay>): Overlay => ({
  id: 'st-elsewhere',
  severities: [],
  suppressions: [],
  ...changes,
});
const both = finding({ also: [finding({ severity: 'moderate', ruleId: 'potassium.4' })] });

describe('a decision about one of several statements on the same drugs', () => {
  it('takes what is held back out of the alert', () => {
    const { findings, suppressed } = decide(
      [both],
      [overlay({ suppressions: [decision] })],
      classes,
    );
    expect(suppressed).toMatchObject([{ statement: { ruleId: 'potassium.4' } }]);
    expect(findings).toMatchObject([{ ruleId: 'bleeding.1' }]);
    expect(findings[0]).not.toHaveProperty('also');
  });

  it('gives no reason for the severity of what is suppressed', () => {
    const rules = overlay({
      severities: [{ ...decision, severity: 'minor' }],
      suppressions: [decision],
    });
    const [told] = decide([both], [rules], classes).findings;
    expect(told).toMatchObject({ ruleId: 'bleeding.1' });
    expect(told).not.toHaveProperty('because');
  });

  it('puts what it raises first, and what was first beside it', () => {
    const raised = overlay({ severities: [{ ...decision, severity: 'contraindicated' }] });
    const [told] = decide([both], [raised], classes).findings;
    expect(told).toMatchObject({ ruleId: 'potassium.4', severity: 'contraindicated' });
    expect(told?.also).toMatchObject([{ ruleId: 'bleeding.1', severity: 'major' }]);
    expect(told?.also?.[0]).not.toHaveProperty('also');
  });
});
