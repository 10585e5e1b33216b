import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDuplicates } from '../../../../src/medications/duplicates/duplicates.js';
import { SEVERITIES } from '../../../../src/medications/severity.js';
import { line, listOf } from '../../../support/medication-case.js';
import { shippedClasses, tableOf } from '../../../support/medication-tables.js';
import { readList } from './lists.js';
import { type Expected, VECTORS } from './vectors.js';

const duplicates = createDuplicates(tableOf('duplicates'), shippedClasses());
const names = new Set(tableOf('ingredients').map(({ name }) => name));
const find = (text: string) => duplicates.check(readList(text)).findings;

const ALLOWED: Readonly<Record<Expected, readonly string[]>> = {
  high: ['contraindicated', 'major'],
  care: ['moderate'],
  low: ['minor'],
  none: ['nothing'],
};

describe.each(Object.entries(VECTORS))('duplicates: %s', (_, vectors) => {
  it.each(vectors)('%s: %s', (list, expected) => {
    for (const { ingredient } of readList(list)) expect(names).toContain(ingredient);
    const told = find(list).map(({ severity }) => severity);
    const worst = SEVERITIES.find((severity) => told.includes(severity)) ?? 'nothing';
    expect(ALLOWED[expected]).toContain(worst);
  });
});

describe('the golden vectors', () => {
  it('are as many as were asked for', () => {
    expect(Object.values(VECTORS).flat().length).toBeGreaterThanOrEqual(80);
  });
});

describe('a list with a drug on it twice', () => {
  it('adds up what the lines come to', () => {
    const [found] = find('acetaminophen|1000mg; acetaminophen|500mg|combo');
    expect(found).toMatchObject({
      kind: 'duplicate_therapy',
      drugs: ['acetaminophen'],
      items: ['medications.0', 'medications.1'],
      because: ['1500 mg a day in all'],
    });
  });

  it('reports two ingredients of the same two products once', () => {
    const product = (at: number) =>
      ['carbidopa', 'levodopa'].map((drug) =>
        line(drug, at, { together: ['carbidopa', 'levodopa'].filter((one) => one !== drug) }),
      );
    const { findings } = duplicates.check([...product(0), ...product(1)]);
    expect(findings.map(({ drugs }) => drugs)).toEqual([['carbidopa', 'levodopa']]);
  });

  it('finds what is hidden in a combination', () => {
    expect(find('hydrochlorothiazide|25mg; hydrochlorothiazide|12mg|combo')[0]?.severity).toBe(
      'major',
    );
  });

  it('does not add up what is not comparable', () => {
    const [found] = find('acetaminophen|1000mg; acetaminophen');
    expect(found?.because).toBeUndefined();
  });

  it('reports three of one class in one alert', () => {
    const found = find('sertraline; citalopram; fluoxetine');
    expect(found).toHaveLength(1);
    expect(found[0]?.drugs).toEqual(['citalopram', 'fluoxetine', 'sertraline']);
  });

  it('reports the narrower of two rules', () => {
    expect(find('citalopram; escitalopram').map(({ ruleId }) => ruleId)).toEqual([
      'duplicate.moiety.citalopram',
    ]);
    expect(find('diazepam; lorazepam').map(({ ruleId }) => ruleId)).toEqual([
      'duplicate.benzodiazepine',
    ]);
  });

  it('leaves ingredients of one product alone', () => {
    const one = { item: 'medications.0', together: ['lisinopril'] };
    const { findings } = duplicates.check([
      line('losartan', 0, one),
      line('valsartan', 0, one),
      line('losartan', 0, one),
    ]);
    expect(findings).toEqual([]);
  });

  it('says what interactions it speaks for', () => {
    expect(find('sertraline; citalopram')[0]?.replaces).toContain('ssri.duplicate');
    expect(find('ibuprofen; naproxen')[0]?.replaces).toContain('bleeding.nsaid_nsaid');
    expect(find('apixaban; rivaroxaban')[0]?.yieldsTo).toEqual(['bleeding']);
  });

  it('says which drugs go together', () => {
    const { findings, accepted } = duplicates.check(
      readList('fentanyl|transdermal; morphine|prn; metformin'),
    );
    expect(findings).toEqual([]);
    expect(accepted).toEqual([
      { drugs: ['fentanyl', 'morphine'], rules: expect.arrayContaining(['cns.opioid_opioid']) },
    ]);
    const both = duplicates.check(readList('fentanyl|transdermal; morphine|prn; morphine|er'));
    expect(both.accepted.filter(({ drugs }) => drugs.length > 1)).toEqual([]);
  });

  it('has a source for all that it says', () => {
    for (const list of ['ibuprofen; naproxen', 'digoxin; digoxin', 'codeine; tramadol']) {
      expect(find(list)[0]?.sources.length).toBeGreaterThan(0);
    }
  });
});

describe('whatever is on the list', () => {
  const pool = ['sertraline', 'citalopram', 'ibuprofen', 'naproxen', 'morphine', 'codeine'];
  const list = fc.array(fc.constantFrom(...pool), { maxLength: 8 });

  it('does not depend on the order', () => {
    fc.assert(
      fc.property(list, (drugs) => {
        const taken = listOf(drugs);
        expect(duplicates.check([...taken].reverse())).toEqual(duplicates.check(taken));
      }),
    );
  });

  it('is silent where every drug is of another class', () => {
    const apart = ['metformin', 'amlodipine', 'atorvastatin', 'omeprazole', 'levothyroxine'];
    fc.assert(
      fc.property(fc.subarray(apart), (drugs) => {
        expect(duplicates.check(listOf(drugs)).findings).toEqual([]);
      }),
    );
  });

  it('another line never removes a drug from a report', () => {
    fc.assert(
      fc.property(list, fc.constantFrom(...pool), (drugs, more) => {
        const told = (names: readonly string[]) =>
          duplicates.check(listOf(names)).findings.flatMap((found) => found.drugs);
        expect(told([...drugs, more])).toEqual(expect.arrayContaining(told(drugs)));
      }),
    );
  });
});
