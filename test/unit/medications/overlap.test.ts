import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/medications/finding.js';
import { type OverlappingFinding, settleOverlaps } from '../../../src/medications/overlap.js';
import { finding } from '../../support/medication-case.js';

const about = (
  ruleId: string,
  drugs: readonly string[],
  more: Partial<OverlappingFinding> = {},
): OverlappingFinding => ({ ...finding({ ruleId, drugs, items: drugs }), ...more });

const ids = (findings: readonly Finding[]) => findings.map(({ ruleId }) => ruleId);

describe('findings that overlap interactions', () => {
  it('take the place of what they name and cover', () => {
    const pair = about('ssri.duplicate', ['citalopram', 'sertraline'], { topic: 'duplicate' });
    const other = about('bleeding', ['citalopram', 'ibuprofen'], { topic: 'bleeding' });
    const own = about('duplicate.ssri', ['citalopram', 'sertraline'], {
      replaces: ['ssri.duplicate'],
    });
    const settled = settleOverlaps([pair, other], [own]);
    expect(ids(settled)).toEqual(['bleeding', 'duplicate.ssri']);
    expect(settled[1]?.also?.map(({ ruleId }) => ruleId)).toEqual(['ssri.duplicate']);
    expect(settled[1]).not.toHaveProperty('replaces');
  });

  it('are as heavy as what they replace', () => {
    const pair = about('qt.high', ['sotalol', 'citalopram'], {
      topic: 'qt',
      severity: 'contraindicated',
    });
    const burden = about('qt.three', ['sotalol', 'citalopram', 'ondansetron'], {
      severity: 'moderate',
      replaces: ['qt'],
    });
    expect(settleOverlaps([pair], [burden])).toMatchObject([
      { ruleId: 'qt.three', severity: 'contraindicated' },
    ]);
  });

  it('weigh themselves what a rule that they name says of a class', () => {
    const pair = about('cns.opioid_opioid', ['morphine', 'oxycodone'], { topic: 'cns' });
    const own = about('duplicate.opioid_strong', ['morphine', 'oxycodone'], {
      severity: 'minor',
      replaces: ['cns.opioid_opioid', 'cns'],
    });
    expect(settleOverlaps([pair], [own])).toMatchObject([
      { ruleId: 'duplicate.opioid_strong', severity: 'minor' },
    ]);
  });

  it('hold back what calls accepted drugs doubled, and nothing else about them', () => {
    const doubled = about('cns.opioid_opioid', ['fentanyl', 'morphine'], { topic: 'cns' });
    const other = about('cns.strong_strong', ['fentanyl', 'morphine'], { topic: 'cns' });
    const wider = about('cns.opioid_opioid', ['fentanyl', 'morphine', 'codeine']);
    const accepted = [{ drugs: ['fentanyl', 'morphine'], rules: ['cns.opioid_opioid', 'cns'] }];
    expect(settleOverlaps([doubled, other, wider], [], accepted)).toEqual([other, wider]);
  });

  it('leave what is about more drugs than theirs', () => {
    const wide = about('cns.count3', ['diazepam', 'lorazepam', 'morphine'], { topic: 'cns' });
    const own = about('duplicate.bzd', ['diazepam', 'lorazepam'], { replaces: ['cns'] });
    expect(ids(settleOverlaps([wide], [own]))).toEqual(['cns.count3', 'duplicate.bzd']);
  });

  it('yield to what says it better and no milder', () => {
    const own = about('duplicate.nsaid', ['ibuprofen', 'naproxen'], { yieldsTo: ['bleeding'] });
    const better = about('bleeding.nsaid_nsaid', ['ibuprofen', 'naproxen'], {
      topic: 'bleeding',
    });
    expect(ids(settleOverlaps([better], [own]))).toEqual(['bleeding.nsaid_nsaid']);
    const milder = { ...better, severity: 'minor' as const };
    expect(ids(settleOverlaps([milder], [own]))).toEqual(['duplicate.nsaid']);
    expect(ids(settleOverlaps([], [own]))).toEqual(['duplicate.nsaid']);
  });
});
