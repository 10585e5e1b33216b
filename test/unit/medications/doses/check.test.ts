import { describe, expect, test } from 'vitest';
import { check, doses, lineOf, patientOf, type Who } from './bench.js';

const told = (lines: readonly string[], who?: Who) => check(lines, who).findings;
const first = (lines: readonly string[], who?: Who) => {
  const [one] = told(lines, who);
  if (one === undefined) throw new Error('nothing was said');
  return one;
};

describe('doses', () => {
  test('the text names numbers, units and how the limit came about', () => {
    const finding = first(['acetaminophen oral 1000 mg qid'], { facts: { age: 50, weight: 45 } });
    expect(finding.mechanism).toBe(
      '1,000 mg 4 times a day is 4,000 mg a day; the maximum is 60 mg/kg at 45 kg = 2,700 mg a day.',
    );
    expect(finding).toMatchObject({ kind: 'dose', severity: 'moderate', items: ['medications.0'] });
  });

  test('what several products give of one ingredient is added up', () => {
    const lines = [
      'acetaminophen oral 1000 mg tid',
      'acetaminophen oral 325 mg qid',
      'acetaminophen rectal 500 mg bid',
    ];
    const [one, ...rest] = told(lines, { facts: { age: 40 } });
    expect(rest).toEqual([]);
    expect(one).toMatchObject({
      severity: 'major',
      title: 'Acetaminophen 5,300 mg a day from 3 products: above the maximum',
      items: ['medications.0', 'medications.1', 'medications.2'],
    });
    expect(told(lines.slice(0, 2), { facts: { age: 40 } })).toMatchObject([
      { severity: 'moderate' },
    ]);
  });

  test('eye drops and inhalers are not added to what is swallowed', () => {
    expect(told(['timolol ophthalmic 1 {drop} bid', 'timolol oral 20 mg bid'])).toEqual([]);
    expect(told(['budesonide inhaled 400 ug bid', 'budesonide oral 9 mg qd'])).toEqual([]);
  });

  test('what cannot be compared is told once for each line, and nothing is concluded', () => {
    const { findings, notAssessed } = check(['levothyroxine oral 100 {tablet} qd']);
    expect(findings).toEqual([]);
    expect(notAssessed).toHaveLength(1);
    expect(notAssessed[0]).toMatchObject({ what: 'medications.0' });
  });

  test('a loading dose at the beginning of a line is none too many', () => {
    expect(told(['clopidogrel oral 300 mg unclear', 'apixaban oral 10 mg unclear'])).toEqual([]);
    expect(told(['clopidogrel oral 3000 mg unclear'])).toMatchObject([
      { severity: 'contraindicated', ruleId: 'dose.clopidogrel.unit' },
    ]);
    expect(told(['clopidogrel oral 300 mg qd'])).toMatchObject([{ severity: 'major' }]);
  });

  test('adult limits of one route do not excuse what those for children forbid', () => {
    const who = { facts: { age: 3, weight: 14 } };
    expect(told(['dexamethasone - 40 mg qd'], who)).toMatchObject([{ severity: 'major' }]);
    expect(told(['dexamethasone - 2 mg bid'], who)).toEqual([]);
  });

  test('a route without limits is told and not measured by another one', () => {
    const { findings, notAssessed } = check(['methotrexate intravenous 5000 mg once']);
    expect(findings).toEqual([]);
    expect(notAssessed).toHaveLength(1);
  });

  test('a weekly drug whose frequency is not known is told', () => {
    for (const times of ['-', 'unclear', 'prn']) {
      const { findings, notAssessed } = check([`methotrexate oral 15 mg ${times}`]);
      expect(findings).toEqual([]);
      expect(notAssessed).toMatchObject([{ what: 'medications.0' }]);
    }
    expect(check(['methotrexate oral 15 mg weekly']).notAssessed).toEqual([]);
  });

  test('an adult dose per kg without a weight is judged only where it is wrong at any weight', () => {
    const open = check(['gentamicin intravenous 400 mg qd']);
    expect(open.findings).toEqual([]);
    expect(open.notAssessed).toMatchObject([
      { reason: 'dose of gentamicin: the weight is needed to judge the dose' },
    ]);
    const gross = check(['gentamicin intravenous 4000 mg qd'], { facts: { age: 40 } });
    expect(gross.findings).toMatchObject([{ kind: 'dose', severity: 'major' }]);
  });

  test('a wrong unit is named with the dose that would be usual', () => {
    const finding = first(['levothyroxine oral 125 mg qd']);
    expect(finding.severity).toBe('contraindicated');
    expect(finding.management).toContain(
      '125 micrograms would be usual: milligrams for micrograms',
    );
    expect(first(['metformin oral 500 ug bid'])).toMatchObject({
      severity: 'moderate',
      ruleId: 'dose.metformin.unit-small',
    });
  });

  test('too little is told for anti-infectives in adults and for nothing else', () => {
    expect(told(['amoxicillin oral 100 mg qd'], { facts: { age: 50 } })).toMatchObject([
      { severity: 'minor', ruleId: 'dose.amoxicillin.small' },
    ]);
    expect(told(['amitriptyline oral 5 mg qd'], { facts: { age: 50 } })).toEqual([]);
  });

  test('extended release four times a day is asked about', () => {
    expect(told(['metformin oral/extended 500 mg qid'])).toMatchObject([{ severity: 'minor' }]);
    expect(told(['metformin oral/extended 500 mg bid'])).toEqual([]);
  });

  test('a child without a weight is judged only where it is wrong at any likely weight', () => {
    const open = check(['acetaminophen oral 250 mg qid'], { facts: { age: 3 } });
    expect(open.findings).toEqual([]);
    expect(open.notAssessed).toHaveLength(1);
    expect(told(['acetaminophen oral 1000 mg qid'], { facts: { age: 3 } })).toHaveLength(1);
  });

  test('a dose per kg without a weight is not reckoned', () => {
    const { findings, notAssessed } = check(['acetaminophen intravenous 15 mg/kg qid']);
    expect(findings).toEqual([]);
    expect(notAssessed).toMatchObject([{ what: 'medications.0' }]);
    const heavy = check(['acetaminophen oral 30 mg/kg qid'], { facts: { age: 40, weight: 80 } });
    expect(heavy.findings).toMatchObject([{ kind: 'dose', severity: 'major' }]);
  });

  test('puffs of the usual strength are counted, and creams are left alone', () => {
    expect(check(['albuterol inhaled 2 {puff} qid'])).toEqual({ findings: [], notAssessed: [] });
    expect(told(['albuterol inhaled 20 {puff} qid'])).toHaveLength(1);
    expect(check(['diclofenac topical 4 g qid'])).toEqual({ findings: [], notAssessed: [] });
  });

  test('younger than the label is told as information', () => {
    const young = told(['celecoxib oral 50 mg bid'], { facts: { age: 1, weight: 10 } });
    expect(young).toMatchObject([{ kind: 'age', severity: 'minor' }]);
  });

  test('what is licensed elsewhere weighs little and is said', () => {
    const one = first(['metformin oral 1000 mg tid'], { facts: { age: 50 } });
    expect(one.severity).toBe('minor');
    expect(one.management).toContain('Up to 3,000 mg in the UK and EU.');
  });

  test('what is allowed in one product only is not allowed alone', () => {
    const alone = lineOf('trimethoprim oral 320 mg tid');
    const together = { ...alone, together: ['sulfamethoxazole'] };
    const adult = patientOf({ facts: { age: 40, weight: 70 } });
    expect(doses.check([together], adult).findings).toEqual([]);
    expect(doses.check([alone], adult).findings).toMatchObject([{ kind: 'dose' }]);
  });

  test('the total of a day written as one dose is asked about and no more', () => {
    const one = first(['gabapentin oral 3600 mg qd'], { facts: { age: 40 } });
    expect(one.severity).toBe('minor');
    expect(one.management).toMatch(/^If it is the total of a day, write how it is divided/);
    expect(first(['gabapentin oral 4800 mg qd'], { facts: { age: 40 } }).severity).toBe('major');
  });

  test('what a patch gives until the next one is read as its rate', () => {
    expect(told(['clonidine transdermal 0.7 mg weekly'])).toEqual([]);
    expect(told(['clonidine transdermal 0.1 mg/d weekly'])).toEqual([]);
    expect(told(['rivastigmine transdermal 9.5 mg/24h qd'])).toEqual([]);
    expect(told(['rivastigmine transdermal 26.6 mg/24h qd'])).toHaveLength(1);
  });

  test('opioids are told together, with what each is worth', () => {
    const lines = ['fentanyl transdermal 25 ug/h q72h', 'oxycodone oral 10 mg tid'];
    const opioids = told(lines, { facts: { age: 50 } }).find(({ ruleId }) =>
      ruleId.startsWith('dose.opioid'),
    );
    expect(opioids).toMatchObject({ severity: 'moderate', drugs: ['fentanyl', 'oxycodone'] });
    expect(opioids?.mechanism).toBe('In mg of oral morphine a day: fentanyl 60, oxycodone 45.');
    const cancer = told(lines, { conditions: ['active-malignancy'] });
    expect(cancer).toMatchObject([{ severity: 'minor' }]);
  });
});

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

  test('reckons the clearance of an old and light woman, not her eGFR', () => {
    const finding = first(['pregabalin oral 150 mg bid'], { facts: { ...old, creatinine: 1.5 } });
    // (140 − 80) · 60 / (72 · 1.5) · 0.85 = 28.3 mL/min; the eGFR is 35.
    expect(finding).toMatchObject({ kind: 'renal', because: ['creatinine clearance 28 mL/min'] });
  });

  test('says by which weight it was reckoned where that matters', () => {
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

  test('of several thresholds the heaviest is told', () => {
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
