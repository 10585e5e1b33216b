import { describe, expect, it } from 'vitest';
import { trimesterIn } from '../../../../src/medications/conditions/stated.js';
import { patient } from '../../../support/medication-case.js';
import { language } from '../../patient-record/language/language.js';
import { finder } from './in-words.js';

const find = (text: string) => finder.find([{ text, path: 'conditions.0' }], patient(), language);

describe('pregnancy among the conditions', () => {
  it.each([
    ['pregnant', { pregnant: true }],
    ['Pregnancy, 30 weeks', { pregnant: true, trimester: 3 }],
    ['G2P1 pregnant 10+3 weeks', { pregnant: true, trimester: 1 }],
    ['pregnancy 2nd trimester', { pregnant: true, trimester: 2 }],
    ['pregnant 20/40', { pregnant: true, trimester: 2 }],
    ['not pregnant', { pregnant: false }],
    ['breastfeeding', { lactating: true }],
    ['breast-feeding mother', { lactating: true }],
  ])('%s', (text, expected) => {
    const { pregnant, trimester, lactating } = find(text);
    const got = {
      ...(pregnant !== undefined && { pregnant }),
      ...(trimester && { trimester }),
      ...(lactating && { lactating }),
    };
    expect(got).toEqual(expected);
  });

  it('says nothing where nobody speaks of it', () => {
    expect(find('asthma')).not.toHaveProperty('pregnant');
    expect(trimesterIn('asthma for 20 weeks')).toBe(2);
    expect(find('history of pregnancy loss').pregnant).toBeUndefined();
  });
});

describe('the class after Child and Pugh', () => {
  it.each([
    ['Child-Pugh A', 'A'],
    ['cirrhosis (Child Pugh class B)', 'B'],
    ['Child-Turcotte-Pugh: c', 'C'],
    ['cirrhosis', undefined],
    ['a child with asthma', undefined],
  ])('%s', (text, expected) => {
    expect(find(text).hepaticClass).toBe(expected);
  });
});
