import { describe, expect, test } from 'vitest';
import { check, doses, first, lineOf, patientOf, told } from './bench.js';

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

  test('what cannot be compared is reported once for each line, and nothing is concluded', () => {
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

  test('a route without limits is reported and not judged by another one', () => {
    const { findings, notAssessed } = check(['methotrexate intravenous 5000 mg once']);
    expect(findings).toEqual([]);
    expect(notAssessed).toHaveLength(1);
  });

  test('a weekly drug of unknown frequency is reported', () => {
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
      { reason: 'dose of gentamicin: the weight is needed to assess the dose' },
    ]);
    const gross = check(['gentamicin intravenous 4000 mg qd'], { facts: { age: 40 } });
    const severities = gross.findings.map(({ severity }) => severity);
    expect(severities.sort()).toEqual(['contraindicated', 'major']);
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

  test('too low a dose is reported for anti-infectives in adults and for nothing else', () => {
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

  test('a dose per kg without a weight is not calculated', () => {
    const { findings, notAssessed } = check(['acetaminophen intravenous 15 mg/kg qid']);
    expect(findings).toEqual([]);
    expect(notAssessed).toMatchObject([{ what: 'medications.0' }]);
    const heavy = check(['acetaminophen oral 30 mg/kg qid'], { facts: { age: 40, weight: 80 } });
    expect(heavy.findings).toMatchObject([{ kind: 'dose', severity: 'major' }]);
  });

  test('puffs of the usual strength are counted, and creams are left alone', () => {
    const nothing = { findings: [], notAssessed: [] };
    expect(check(['albuterol inhaled 2 {puff} qid'])).toEqual(nothing);
    expect(told(['albuterol inhaled 20 {puff} qid'])).toHaveLength(1);
    expect(check(['diclofenac topical 4 g qid'])).toEqual(nothing);
  });

  test('an age below the label is reported as information', () => {
    const young = told(['celecoxib oral 50 mg bid'], { facts: { age: 1, weight: 10 } });
    expect(young).toMatchObject([{ kind: 'age', severity: 'minor' }]);
  });

  test('a dose without a frequency is held against the maximum of a day', () => {
    const { frequency: _, ...single } = lineOf('citalopram oral 40 mg qd');
    const old = doses.check([single], patientOf({ facts: { age: 75 } })).findings;
    expect(old).toMatchObject([{ severity: 'major', ruleId: 'dose.citalopram.older' }]);
    expect(doses.check([single], patientOf({ facts: { age: 40 } })).findings).toEqual([]);
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

  test('opioids are reported together, each with its equivalent', () => {
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
