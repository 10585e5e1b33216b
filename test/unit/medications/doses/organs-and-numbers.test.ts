import { describe, expect, test } from 'vitest';
import { check, doses, first, lineOf, patientOf, told } from './bench.js';

describe('kidney', () => {
  const old = { age: 80, weight: 60, sex: 'F' as const };

  test('goes by the measure of the label and says when only the other is known', () => {
    const own = first(['gabapentin oral 800 mg tid'], { crcl: 40 });
    expect(own.because).toEqual(['creatinine clearance 40 mL/min']);
    const other = first(['gabapentin oral 800 mg tid'], { facts: { egfr: 40 } });
    expect(other.because).toEqual([
      'eGFR 40 mL/min/1.73 m² (the label goes by creatinine clearance)',
    ]);
  });

  test('uses the clearance of an old and light woman, not her eGFR', () => {
    const finding = first(['pregabalin oral 150 mg bid'], { facts: { ...old, creatinine: 1.5 } });
    // (140 − 80) · 60 / (72 · 1.5) · 0.85 = 28.3 mL/min; the eGFR is 35.
    expect(finding).toMatchObject({ kind: 'renal', because: ['creatinine clearance 28 mL/min'] });
  });

  test('states the weight of the calculation where it matters', () => {
    const facts = { age: 70, sex: 'F' as const, creatinine: 2, weight: 120 };
    const [tall] = told(['pregabalin oral 300 mg bid'], { facts: { ...facts, height: 160 } });
    expect(tall?.because?.[0]).toMatch(/by the adjusted weight, 79 kg/);
    const [unknown] = told(['pregabalin oral 300 mg bid'], { facts });
    expect(unknown?.because?.[0]).toMatch(/by the actual weight, 120 kg: too high in obesity/);
  });

  test('says what it takes now and what is the most', () => {
    const { management } = first(['metformin oral 1000 mg bid'], { facts: { egfr: 38 } });
    expect(management).toMatch(/^Reduce 2,000 mg a day to at most 1,000 mg a day/);
    const often = first(['enoxaparin subcutaneous 80 mg bid'], { facts: { weight: 80 }, crcl: 25 });
    expect(often.management).toMatch(/^Reduce twice a day to at most once a day/);
  });

  test('a dose that is not said is asked for', () => {
    expect(told(['sitagliptin oral - mg -'], { facts: { egfr: 35 } })).toMatchObject([
      { kind: 'renal', severity: 'minor' },
    ]);
    expect(told(['digoxin oral - mg -'], { crcl: 25 })).toMatchObject([
      { kind: 'renal', severity: 'moderate' },
    ]);
  });

  test('what must not be started may go on', () => {
    const patient = patientOf({ facts: { egfr: 18 } });
    const said = (proposed: boolean) =>
      doses.check([lineOf('dapagliflozin oral 10 mg qd', 0, proposed)], patient).findings;
    expect(said(false)).toMatchObject([{ severity: 'minor' }]);
    expect(said(true)).toMatchObject([{ severity: 'moderate' }]);
  });

  test('unknown function with a critical drug in old age is not silence', () => {
    const { findings, notAssessed } = check(['digoxin oral 125 ug qd'], { facts: old });
    expect(findings).toEqual([]);
    expect(notAssessed).toMatchObject([{ what: 'digoxin' }]);
    expect(check(['digoxin oral 125 ug qd'], { facts: { ...old, age: 60 } }).notAssessed).toEqual(
      [],
    );
  });

  test('dialysis counts, whatever the creatinine', () => {
    const who = { facts: { egfr: 70 }, conditions: ['dialysis'] };
    expect(told(['gabapentin oral 300 mg tid'], who)).toMatchObject([
      { severity: 'major', because: ['dialysis'] },
    ]);
  });
});

describe('liver and numbers', () => {
  test('cirrhosis without a class is at least A, with ascites at least B', () => {
    const lines = ['acetaminophen oral 1000 mg qid'];
    expect(told(lines, { conditions: ['cirrhosis'] })).toMatchObject([{ severity: 'minor' }]);
    const ascites = { conditions: ['cirrhosis', 'cirrhosis-ascites'] };
    expect(told(lines, ascites)).toMatchObject([{ kind: 'hepatic', severity: 'moderate' }]);
  });

  test('drugs that one number speaks against are one alert', () => {
    const lines = ['lisinopril oral 20 mg qd', 'losartan oral 50 mg qd', 'amlodipine oral 5 mg qd'];
    expect(told(lines, { facts: { potassium: 5.8 } })).toMatchObject([
      {
        kind: 'contraindication',
        drugs: ['lisinopril', 'losartan'],
        title: 'Potassium 5.8 mmol/L with lisinopril and losartan',
        because: ['potassium 5.8 mmol/L'],
      },
    ]);
  });

  test('of several thresholds the most severe is reported', () => {
    const inr = told(['warfarin oral 5 mg qd'], { facts: { inr: 12 } });
    expect(inr.map(({ ruleId }) => ruleId)).toEqual(['lab.inr.10']);
  });

  test('what is missing is unknown and not normal', () => {
    expect(
      told(['lisinopril oral 20 mg qd', 'warfarin oral 5 mg qd', 'lithium oral 300 mg bid']),
    ).toEqual([]);
  });

  test('the order of the list changes nothing but the order of the alerts', () => {
    const lines = [
      'digoxin oral 250 ug qd',
      'gabapentin oral 800 mg tid',
      'lisinopril oral 20 mg qd',
    ];
    const who = { facts: { potassium: 5.7, age: 80 }, crcl: 25 };
    const ids = (some: readonly string[]) =>
      told(some, who)
        .map(({ ruleId }) => ruleId)
        .sort();
    expect(ids([...lines].reverse())).toEqual(ids(lines));
  });
});
