import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medicinesIn } from '../../../../src/differential/recommend/named-medicines.js';

const advice = (text: string, medicine?: true) => ({
  text,
  within: 'now',
  minutes: 0,
  because: 'x',
  ...(medicine && { medicine }),
});
const named = (text: string) => medicinesIn([advice(text, true)]).map(({ name }) => name);
const main = (text: string) =>
  medicinesIn([advice(text, true)])
    .filter(({ aside }) => !aside)
    .map(({ name }) => name);

describe('the medicines that a line of advice names', () => {
  it.each([
    ['aspirin 300 mg chewed', ['aspirin 300 mg chewed']],
    ['ibuprofen or paracetamol', ['ibuprofen', 'paracetamol']],
    [
      'ceftriaxone with metronidazole intravenously',
      ['ceftriaxone', 'metronidazole intravenously'],
    ],
    ['oseltamivir within 48 h for people at risk', ['oseltamivir within 48 h', 'people at risk']],
    ['amoxicillin 500 mg for 5 days', ['amoxicillin 500 mg']],
  ])('%s', (text, names) => {
    expect(main(text)).toEqual(names);
  });

  it('stand aside in brackets, and an allergy is none', () => {
    const text = 'amoxicillin 1 g (doxycycline or clarithromycin with penicillin allergy)';
    expect(main(text)).toEqual(['amoxicillin 1 g']);
    expect(named(text)).toEqual(['amoxicillin 1 g', 'doxycycline', 'clarithromycin']);
  });

  it('are those of lines that give a medicine, by the number of the line', () => {
    expect(medicinesIn([advice('rest'), advice('aspirin', true)])).toEqual([
      { line: 1, name: 'aspirin', aside: false },
    ]);
  });

  it('are words of the line, whatever stands there', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const name of named(text)) expect(text).toContain(name);
      }),
    );
  });
});
