import { describe, expect, it } from 'vitest';
import {
  interpretationOf,
  type LineInterpretation,
} from '../../../src/medications/line-interpretation.js';
import type { TakenIngredient } from '../../../src/medications/taken-ingredient.js';
import { line } from '../../support/medication-case.js';

const said = (facts: Partial<TakenIngredient>): LineInterpretation | undefined =>
  interpretationOf(line('x', 0, facts));

describe('what was understood of a line', () => {
  it.each<[Partial<TakenIngredient>, LineInterpretation]>([
    [{ dose: { value: 50, unit: 'mg' } }, { dose: '50 mg' }],
    [{ dose: { value: 25, unit: 'ug' } }, { dose: '25 microgram' }],
    [{ dose: { value: 20, unit: '[iU]' } }, { dose: '20 unit' }],
    [
      { dose: { value: 2, unit: '{puff}' }, route: 'inhaled' },
      { dose: '2 puff', route: 'inhaled' },
    ],
    [{ route: 'intra_articular' }, { route: 'intra-articular' }],
    [{ frequency: { perDay: 1 } }, { frequency: 'daily' }],
    [{ frequency: { perDay: 3 } }, { frequency: '3 times a day' }],
    [{ frequency: { perDay: 1 / 7, everyDays: 7 } }, { frequency: 'weekly' }],
    [{ frequency: { perDay: 1 / 3, everyDays: 3 } }, { frequency: 'every 3 days' }],
    [{ frequency: { perDay: 3 / 7, everyDays: 7 / 3 } }, { frequency: '3 times a week' }],
    [{ frequency: { perDay: 2, asNeeded: true } }, { frequency: '2 times a day, as needed' }],
    [{ frequency: { asNeeded: true } }, { frequency: 'as needed' }],
    [{ frequency: { once: true } }, { frequency: 'once' }],
    [{ frequency: { perDay: 2, unclear: true } }, { frequency: 'not clear' }],
  ])('%j', (facts, words) => {
    expect(said(facts)).toEqual(words);
  });

  it('is nothing where nothing was said', () => {
    expect(said({})).toBeUndefined();
    expect(said({ frequency: {} })).toBeUndefined();
  });
});
