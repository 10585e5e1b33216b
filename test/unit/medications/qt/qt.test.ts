import { describe, expect, it } from 'vitest';
import { createQt } from '../../../../src/medications/qt/qt.js';
import { patient } from '../../../support/medication-case.js';
import { shippedClasses, tableOf } from '../../../support/medication-tables.js';
import { readList } from '../duplicates/lists.js';

const qt = createQt(tableOf('qt'), shippedClasses());

const check = (list: string, facts = {}, conditions: readonly string[] = []) =>
  qt.check(readList(list), patient(facts, { conditions }));
const severityOf = (list: string, facts = {}, conditions: readonly string[] = []) =>
  check(list, facts, conditions).findings[0]?.severity;

describe('the QT interval', () => {
  it.each([
    ['escitalopram', 512, 'contraindicated'],
    ['haloperidol', 500, 'contraindicated'],
    ['sotalol', 530, 'contraindicated'],
    ['amiodarone', 530, 'major'],
    ['venlafaxine', 505, 'major'],
    ['trazodone', 505, 'moderate'],
    ['ondansetron', 485, 'major'],
    ['ondansetron', 465, 'moderate'],
    ['ondansetron', 430, undefined],
    ['omeprazole', 520, undefined],
    ['metformin', 520, undefined],
  ])('%s at a QTc of %s ms: %s', (drug, qtc, expected) => {
    expect(severityOf(drug, { qtc })).toBe(expected);
  });

  it('knows that men are long at 450 ms and women at 460', () => {
    expect(severityOf('citalopram', { qtc: 455, sex: 'M' })).toBe('moderate');
    expect(severityOf('citalopram', { qtc: 455, sex: 'F' })).toBeUndefined();
    expect(severityOf('citalopram', { qtc: 455 })).toBeUndefined();
  });

  it.each([
    ['haloperidol', { potassium: 3.4 }, 'major'],
    ['haloperidol', { potassium: 3.5 }, undefined],
    ['donepezil', { potassium: 3.2 }, 'moderate'],
    ['donepezil', { potassium: 2.8 }, 'major'],
    ['sertraline', { potassium: 3.2 }, undefined],
    ['methadone', { magnesium: 1.5 }, 'moderate'],
    ['methadone', { magnesium: 1.0 }, 'major'],
    ['methadone', { magnesium: 2.0 }, undefined],
  ])('%s with %o: %s', (drug, facts, expected) => {
    expect(severityOf(drug, facts)).toBe(expected);
  });

  it('adds drugs up from three on; of two the interactions speak', () => {
    expect(severityOf('citalopram; haloperidol')).toBeUndefined();
    expect(severityOf('citalopram; haloperidol; ondansetron')).toBe('major');
    expect(severityOf('citalopram; venlafaxine; hydroxyzine')).toBe('moderate');
    expect(severityOf('sertraline; mirtazapine; trazodone')).toBe('minor');
  });

  it('counts a drug once and what does not reach the blood not at all', () => {
    expect(severityOf('citalopram; citalopram; citalopram')).toBeUndefined();
    expect(severityOf('citalopram; haloperidol; ciprofloxacin|ophthalmic|local')).toBeUndefined();
  });

  it('counts the points of Tisdale that are known', () => {
    const old = { age: 75, sex: 'F', potassium: 3.5 };
    const { findings } = check('citalopram; furosemide', old, ['heart-failure']);
    // 3 for one drug, 1 for age, 1 for sex, 1 for the loop diuretic, 2 for potassium, 3 for the heart.
    expect(findings[0]).toMatchObject({ severity: 'major', ruleId: 'qt.score_high' });
    expect(findings[0]?.because?.[0]).toBe('Tisdale score: at least 11 points');
    expect(findings[0]?.because).toContain('heart failure');
    expect(severityOf('citalopram', { age: 75, sex: 'F' })).toBeUndefined();
    expect(severityOf('citalopram; donepezil', { age: 75 })).toBe('moderate');
    expect(severityOf('citalopram; donepezil', { age: 12, sex: 'F' })).toBeUndefined();
  });

  it('says what it is about, the heaviest drug first, and what it speaks for', () => {
    const { findings } = check('hydroxyzine; sotalol; citalopram', { qtc: 510 });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      kind: 'qt',
      topic: 'qt',
      drugs: ['sotalol', 'citalopram', 'hydroxyzine'],
      items: ['medications.0', 'medications.1', 'medications.2'],
      replaces: ['qt'],
      because: ['QTc 510 ms is at or above 500'],
    });
    expect(findings[0]?.sources.length).toBeGreaterThan(0);
  });

  it('asks for the QTc where two drugs make it matter', () => {
    expect(check('citalopram; haloperidol').notAssessed).toEqual([
      {
        what: 'patient.qtc_ms',
        reason: expect.stringContaining('QTc'),
        affectsSafety: false,
      },
    ]);
    expect(check('citalopram; haloperidol', { qtc: 420 }).notAssessed).toEqual([]);
    expect(check('citalopram').notAssessed).toEqual([]);
  });
});
