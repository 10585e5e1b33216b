import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpretationOf } from '../../../../src/medications/line-interpretation.js';
import { dailyAmount, type TakenIngredient } from '../../../../src/medications/taken-ingredient.js';
import { rounds } from '../../../support/rounds.js';
import { reader } from './shipped.js';

function read(name: string): readonly TakenIngredient[] {
  const [line] = reader.read([{ name }], 'medications');
  return line?.taken ?? [];
}
const frequencyOf = (name: string) => read(name).map(({ frequency }) => frequency);

describe('numbers that no dose has', () => {
  it.each([
    'warfarin 5 mg 0 times a day',
    'warfarin 5 mg 0 times a week',
    'warfarin 5 mg 0 times a month',
    'warfarin 5 mg 0 days a week',
    'warfarin 5 mg 0x1',
    'warfarin 5 mg/day 0 times a day',
  ])('%s is never once, daily or weekly: it is not clear', (name) => {
    expect(frequencyOf(name)).toEqual([{ unclear: true }]);
  });

  it('are no amount where they are larger than any', () => {
    const [warfarin] = read(`warfarin ${'9'.repeat(400)} mg daily`);
    expect(warfarin).toMatchObject({ ingredient: 'warfarin', frequency: { perDay: 1 } });
    expect(warfarin).not.toHaveProperty('dose');
  });

  it('leave every amount finite', () => {
    const number = fc.oneof(
      fc.constantFrom('0', '0.0', '1/2', '½', '1e9', '999999999999'),
      fc.stringMatching(/^[0-9]{1,400}$/),
      fc.double({ noNaN: true }).map(String),
    );
    const often = fc.constantFrom(
      ' times a day',
      ' times a month',
      ' days a week',
      'x1',
      ' hourly',
    );
    const unit = fc.constantFrom('mg', 'mg/day', 'mg/week', 'g', 'mg/kg', 'mg/5 mL');
    fc.assert(
      fc.property(number, unit, number, often, (dose, of, times, how) => {
        for (const taken of read(`warfarin ${dose} ${of} ${times}${how}`)) {
          expect(taken.dose?.value ?? 0).toSatisfy(Number.isFinite);
          expect(dailyAmount(taken)?.value ?? 0).toSatisfy(Number.isFinite);
          expect(JSON.stringify(interpretationOf(taken) ?? {})).not.toMatch(
            /Infinity|NaN| 0 times/,
          );
        }
      }),
      { numRuns: rounds({ short: 60, long: 1_500 }) },
    );
  });
});

describe('long intervals', () => {
  it.each([
    ['cyanocobalamin 1 mg im monthly', 'monthly'],
    ['medroxyprogesterone 150 mg im every 3 months', 'every 3 months'],
    ['fentanyl 25 mcg/h patch every 30 hours', 'every 1.25 days'],
    ['warfarin 5 mg 2 times a month', 'every 15.2 days'],
    ['methotrexate 2.5 mg 3 times a week', '3 times a week'],
    ['denosumab 60 mg sc every 6 months', 'every 6 months'],
  ])('%s is told as %s', (name, frequency) => {
    expect(read(name).map((one) => interpretationOf(one)?.frequency)).toEqual([frequency]);
  });
});
