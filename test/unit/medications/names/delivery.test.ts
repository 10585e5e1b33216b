import { describe, expect, it } from 'vitest';
import type { MedicationLine } from '../../../../src/medications/schema.js';
import type { TakenIngredient } from '../../../../src/medications/taken-ingredient.js';
import { reader } from './shipped.js';

const first = (line: MedicationLine): TakenIngredient | undefined =>
  reader.read([line], 'medications')[0]?.taken[0];

describe('how a dose is given', () => {
  it.each<[line: string, expected: Partial<TakenIngredient>]>([
    ['KCl 10 mmol IV push', { route: 'intravenous', manner: 'bolus' }],
    ['digoxin 500 mcg slow IV', { route: 'intravenous', manner: 'slow' }],
    ['furosemide 40 mg IV infusion', { route: 'intravenous', manner: 'infusion' }],
    ['furosemide 40 mg IV over 10 min', { minutes: 10 }],
    ['calcium gluconate 1 g IV over 5-10 minutes', { minutes: 5 }],
    ['gentamicin 350 mg as a 1-hour infusion', { minutes: 60, manner: 'infusion' }],
    ['adenosine 6 mg IV over 2 seconds', { minutes: 1 / 30 }],
    ['potassium chloride 20 mL undiluted', { undiluted: true }],
    ['promethazine 25 mg intra-arterial', { route: 'intra_arterial' }],
    ['methotrexate 12 mg IT', { route: 'intrathecal', dose: { value: 12, unit: 'mg' } }],
    ['bupivacaine 20 mg nerve block', { route: 'perineural' }],
    ['tuberculin 5 units intradermally', { route: 'intradermal' }],
    ['amoxicillin oral suspension 5 mL IV', { route: 'intravenous', madeFor: 'oral' }],
  ])('%s', (line, expected) => {
    expect(first({ name: line })).toMatchObject(expected);
  });

  it.each<[line: string, expected: Partial<TakenIngredient>]>([
    [
      'phenytoin 1000 mg IV at 50 mg/min',
      { dose: { value: 1000, unit: 'mg' }, rate: { value: 50, unit: 'mg/min' } },
    ],
    [
      'noradrenaline 4 mg in 50 mL at 5 mL/h',
      { rate: { value: 0.4, unit: 'mg/h' }, concentration: { value: 0.08, unit: 'mg' } },
    ],
    ['propofol 1% 20 mL/h', { rate: { value: 200, unit: 'mg/h' } }],
    ['sodium chloride 30 % 100 mL', { dose: { value: 30_000, unit: 'mg' }, volumeMl: 100 }],
    ['sodium chloride 0.9% 1 L', { dose: { value: 9000, unit: 'mg' }, volumeMl: 1000 }],
    ['adrenaline 1:1000 0.5 mL', { dose: { value: 0.5, unit: 'mg' } }],
    ['adrenaline 1 in 10,000 10 mL', { dose: { value: 1, unit: 'mg' } }],
    ['potassium chloride 20 mmol in 1 L', { dose: { value: 20, unit: 'mmol' } }],
    ['heparin 18 units/kg/h', { rate: { value: 18, unit: '[iU]/kg/h' } }],
  ])('%s has its amounts', (line, expected) => {
    expect(first({ name: line })).toMatchObject(expected);
  });

  it('is read in the fields of a line, too', () => {
    const line = { name: 'vancomycin', dose: '1 g', route: 'IV bolus', frequency: 'over 5 min' };
    expect(first(line)).toMatchObject({ route: 'intravenous', manner: 'bolus', minutes: 5 });
  });

  it('keeps the rate of a patch as its dose', () => {
    expect(first({ name: 'fentanyl patch 25 mcg/h' })).toMatchObject({
      dose: { value: 25, unit: 'ug/h' },
      route: 'transdermal',
    });
  });

  it('takes a percentage without a volume for the strength of the product', () => {
    expect(first({ name: 'hydrocortisone 1% cream' })).not.toHaveProperty('dose');
    expect(first({ name: 'clotrimazole 1% cream 5 g' })).toMatchObject({
      dose: { value: 5, unit: 'g' },
    });
  });
});

describe('an ambiguous name', () => {
  it('has the dose in each of its meanings', () => {
    const [line] = reader.read([{ name: 'insulin 100 mL' }], 'medications');
    expect(line?.taken).toEqual([]);
    const [possible] = line?.possible ?? [];
    expect(possible?.name).toBe('insulin');
    expect(possible?.meanings.length).toBeGreaterThan(1);
    for (const [one] of possible?.meanings ?? []) {
      expect(one).toMatchObject({ item: 'medications.0', dose: { value: 100, unit: 'mL' } });
    }
  });

  it('is none where the name is a misspelling', () => {
    const [line] = reader.read([{ name: 'zorblaxin 100 mg' }], 'medications');
    expect(line?.possible).toEqual([]);
  });
});

describe('the name of a product', () => {
  it.each<[line: string, route: string | undefined]>([
    ['Voltarol Emulgel', 'topical'],
    ['Voltaren Emulgel', 'topical'],
    ['diclofenac 50 mg', undefined],
  ])('%s is for %s', (line, route) => {
    expect(first({ name: line })?.route).toBe(route);
  });

  it('with a part that is not known is reported', () => {
    const [line] = reader.read([{ name: 'morphine foobarium 10 mg' }], 'medications');
    expect(line?.taken).toMatchObject([{ ingredient: 'morphine' }]);
    expect(line?.notAssessed).toEqual([
      {
        what: 'medications.0.name',
        reason: 'a part of the name is not known: it may change what is meant',
      },
    ]);
  });
});

describe('a field that states how long a dose takes', () => {
  it('is understood', () => {
    const request = { name: 'furosemide 40 mg', route: 'IV', frequency: 'over 10 min' };
    const [line] = reader.read([request], 'medications');
    expect(line?.notAssessed).toEqual([]);
    expect(line?.taken).toMatchObject([{ minutes: 10 }]);
  });
});

describe('an amount per kg of a solution', () => {
  it('is one of the drug where the concentration is stated', () => {
    expect(first({ name: 'glucose 10% 2 mL/kg IV' })?.dose).toEqual({ value: 200, unit: 'mg/kg' });
  });
});
