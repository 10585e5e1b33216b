import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../src/medications/finding.js';
import { createClasses } from '../../../../src/medications/knowledge/classes.js';
import { decide, type Overlay } from '../../../../src/medications/overlay/overlays.js';
import type { Suppression } from '../../../../src/medications/overlay/schema.js';
import { finding } from '../../../support/medication-case.js';

const classes = createClasses({
  nsaid: { title: 'NSAIDs', members: { ibuprofen: 1, naproxen: 1 }, sources: ['s'] },
});

const raas = (changes: Partial<Finding> = {}): Finding =>
  finding({ drugs: ['lisinopril', 'ibuprofen'], ruleId: 'raas.nsaid', ...changes });

const decision: Suppression = {
  rule: 'raas.nsaid',
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

describe('a hospital’s own decisions', () => {
  it('lower a severity and say so', () => {
    const { findings, suppressed } = decide(
      [raas()],
      [overlay({ severities: [{ ...decision, severity: 'minor' }] })],
      classes,
    );
    expect(suppressed).toEqual([]);
    expect(findings).toMatchObject([
      {
        severity: 'minor',
        because: [
          'st-elsewhere sets raas.nsaid to minor: Told by the pharmacy ' +
            '(Drug and therapeutics committee, 2026-03-01)',
        ],
      },
    ]);
  });

  it('hold an alert back in the open', () => {
    const { findings, suppressed } = decide(
      [raas()],
      [overlay({ suppressions: [decision] })],
      classes,
    );
    expect(findings).toEqual([]);
    expect(suppressed).toMatchObject([
      { overlay: 'st-elsewhere', drugs: ['lisinopril', 'ibuprofen'] },
    ]);
    expect(suppressed[0]?.statement.ruleId).toBe('raas.nsaid');
  });

  it('count for the named drugs alone', () => {
    const only = overlay({ suppressions: [{ ...decision, drugs: ['lisinopril', '@nsaid'] }] });
    const others = raas({ drugs: ['ramipril', 'ibuprofen'] });
    expect(decide([raas(), others], [only], classes).findings).toEqual([others]);
  });

  it('let what else is known take the place of what is held back', () => {
    const { also: _, ...potassium } = raas({ severity: 'moderate', ruleId: 'potassium.4' });
    const both = raas({ also: [potassium] });
    const { findings } = decide([both], [overlay({ suppressions: [decision] })], classes);
    expect(findings).toMatchObject([{ ruleId: 'potassium.4', severity: 'moderate' }]);
    expect(findings[0]).not.toHaveProperty('also');
  });

  it('never touch a contraindication without the word for it', () => {
    const forbidden = raas({ severity: 'contraindicated' });
    const silent = overlay({
      suppressions: [decision],
      severities: [{ ...decision, severity: 'minor' }],
    });
    expect(decide([forbidden], [silent], classes)).toEqual({
      findings: [forbidden],
      suppressed: [],
    });
    const spoken = overlay({
      suppressions: [{ ...decision, acknowledges_contraindication: true }],
    });
    expect(decide([forbidden], [spoken], classes)).toMatchObject({
      findings: [],
      suppressed: [{ statement: { severity: 'contraindicated' } }],
    });
  });

  it('can raise anything', () => {
    const raised = overlay({ severities: [{ ...decision, severity: 'contraindicated' }] });
    expect(decide([raas()], [raised], classes).findings).toMatchObject([
      { severity: 'contraindicated' },
    ]);
  });

  it('are not there where there is no overlay', () => {
    const findings = [raas()];
    expect(decide(findings, [], classes).findings).toBe(findings);
  });
});
