import { describe, expect, it } from 'vitest';
import type { MedicationLine } from '../../../../src/medications/schema.js';
import { reader } from './shipped.js';

const read = (line: MedicationLine) => reader.read([line], 'medications')[0]!;
const first = (line: MedicationLine) => read(line).taken[0];

describe('names out of a package of knowledge', () => {
  const names = [
    'nebulised salbutamol 2.5–5 mg',
    'amoxicillin 500 mg three times daily',
    'zorblaxin',
    'no aspirin',
    'metoprolol 50',
    'co-amoxiclav 1.000 mg',
  ];
  const proposed = (list: readonly string[]) =>
    reader.read(
      list.map((name) => ({ name })),
      'proposed',
    );

  it('are read as those of a request', () => {
    expect(reader.readAdvised(names)).toEqual(proposed(names));
    expect(proposed(names).flatMap(({ notAssessed }) => notAssessed).length).toBeGreaterThan(0);
  });

  it('are read anew for the place on which they stand the next time', () => {
    reader.readAdvised(names);
    const turned = names.toReversed();
    expect(reader.readAdvised(turned)).toEqual(proposed(turned));
  });
});

describe('the fields of a medication', () => {
  it('reads name, dose, unit, route and frequency', () => {
    expect(
      first({ name: 'Simvastatin', dose: 20, unit: 'mg', route: 'oral', frequency: 'nocte' }),
    ).toEqual({
      ingredient: 'simvastatin',
      item: 'medications.0',
      proposed: false,
      systemic: true,
      together: [],
      route: 'oral',
      dose: { value: 20, unit: 'mg' },
      frequency: { perDay: 1 },
    });
  });

  it('says which list and which line', () => {
    const lines = [{ name: 'aspirin' }, { name: 'warfarin' }];
    const items = reader.read(lines, 'proposed').flatMap(({ taken }) => taken);
    expect(items.map(({ item, proposed }) => [item, proposed])).toEqual([
      ['proposed.0', true],
      ['proposed.1', true],
    ]);
  });

  it.each([
    ['mg', { value: 5, unit: 'mg' }],
    ['MG', { value: 5, unit: 'mg' }],
    ['milligrams', { value: 5, unit: 'mg' }],
    ['MCG', { value: 5, unit: 'ug' }],
    ['µg', { value: 5, unit: 'ug' }],
    ['microgram', { value: 5, unit: 'ug' }],
    ['ng', { value: 0.005, unit: 'ug' }],
    ['gram', { value: 5, unit: 'g' }],
    ['units', { value: 5, unit: '[iU]' }],
    ['IU', { value: 5, unit: '[iU]' }],
    ['[iU]', { value: 5, unit: '[iU]' }],
    ['million units', { value: 5e6, unit: '[iU]' }],
    ['puffs', { value: 5, unit: '{puff}' }],
    ['tablet(s)', { value: 5, unit: '{tablet}' }],
    ['{tablet}', { value: 5, unit: '{tablet}' }],
    ['ml', { value: 5, unit: 'mL' }],
    ['tsp', { value: 25, unit: 'mL' }],
    ['mmol', { value: 5, unit: 'mmol' }],
    ['mEq', { value: 5, unit: 'meq' }],
    ['mg/kg', { value: 5, unit: 'mg/kg' }],
    ['mcg/hr', { value: 5, unit: 'ug/h' }],
  ])('reads the unit %s', (unit, dose) => {
    expect(first({ name: 'metoprolol', dose: 5, unit })?.dose).toEqual(dose);
  });

  it.each([
    ['po', 'oral'],
    ['PO', 'oral'],
    ['by mouth', 'oral'],
    ['p.o.', 'oral'],
    ['sub-cut', undefined],
    ['subcut', 'subcutaneous'],
    ['S/C', 'subcutaneous'],
    ['IV', 'intravenous'],
    ['i.m.', 'intramuscular'],
    ['PR', 'rectal'],
    ['sublingual', 'sublingual'],
    ['inhaled', 'inhaled'],
    ['nebulised', 'inhaled'],
    ['both eyes', 'ophthalmic'],
    ['OD', 'ophthalmic'],
    ['patch', 'transdermal'],
    ['via NG tube', 'oral'],
    ['topically', 'topical'],
    ['intrathecal', 'intrathecal'],
  ])('reads the route %s', (route, expected) => {
    expect(first({ name: 'fentanyl', route })?.route).toBe(expected);
  });

  it.each([
    ['BID', 2],
    ['b.i.d.', 2],
    ['twice daily', 2],
    ['OD', 1],
    ['once daily', 1],
    ['qd', 1],
    ['q.d.', 1],
    ['TDS', 3],
    ['three times a day with meals', 3],
    ['q8h', 3],
    ['every 8 hours', 3],
    ['8 hourly', 3],
    ['QID', 4],
    ['q4-6h', 6],
    ['nocte', 1],
    ['on', 1],
    ['at bedtime', 1],
    ['mane', 1],
    ['morning and evening', 2],
    ['am and pm', 2],
    ['every other day', 0.5],
    ['QOD', 0.5],
    ['alternate days', 0.5],
    ['weekly', 0.143],
    ['once weekly on Mondays', 0.143],
    ['every Monday', 0.143],
    ['Mon, Wed, Fri', 0.429],
    ['three times a week', 0.429],
    ['twice a week', 0.286],
    ['5 days a week', 0.714],
    ['fortnightly', 0.071],
    ['every 2 weeks', 0.071],
    ['q3w', 0.048],
    ['every 4 weeks', 0.036],
    ['monthly', 0.033],
    ['every 3 months', 0.011],
    ['every 72 hours', 0.333],
    ['1-0-1', 2],
    ['2x tgl', 2],
    ['2 fois par jour', 2],
    ['cada 8 horas', 3],
    ['due volte al giorno', 2],
    ['3 dd', 3],
    ['2 gånger dagligen', 2],
    ['daily x 7 days', 1],
    ['every day at 9am', 1],
    ['every evening at 18:00', 1],
    ['08:00 and 20:00', 2],
    ['every 6 hours as needed, max 4 doses per day', 4],
    ['1/week', 0.143],
    ['every six months', 0.005],
  ])('reads the frequency %s', (frequency, perDay) => {
    expect(first({ name: 'metoprolol', frequency })?.frequency?.perDay).toBeCloseTo(perDay, 3);
  });

  it.each(['as needed', 'PRN', 'bei Bedarf', 'si besoin'])('counts nothing of %s', (frequency) => {
    expect(first({ name: 'metoprolol', frequency })?.frequency).toEqual({ asNeeded: true });
  });

  it.each(['as directed', 'biweekly', 'sliding scale', '2', 'in divided doses'])(
    'concludes nothing from %s',
    (frequency) => {
      expect(first({ name: 'metoprolol', frequency })?.frequency).toEqual({ unclear: true });
    },
  );

  it('multiplies the strength of the name by a count', () => {
    expect(
      first({ name: 'metoprolol 50 mg', dose: 2, unit: 'tablets', frequency: 'BID' })?.dose,
    ).toEqual({ value: 100, unit: 'mg' });
    expect(first({ name: 'prednisolone 5 mg', frequency: '2-0-0' })?.dose).toEqual({
      value: 10,
      unit: 'mg',
    });
  });

  it('takes the dose of its field before that of the name', () => {
    expect(first({ name: 'metoprolol 50 mg', dose: 25, unit: 'mg' })?.dose).toEqual({
      value: 25,
      unit: 'mg',
    });
  });

  it('finds the unit of a number in the name', () => {
    expect(first({ name: 'metoprolol 50 mg', dose: 50 })?.dose).toEqual({ value: 50, unit: 'mg' });
    expect(first({ name: 'aspirin 75', unit: 'mg' })?.dose).toEqual({ value: 75, unit: 'mg' });
  });

  it('reads a dose in words', () => {
    expect(first({ name: 'metformin', dose: '1 g' })?.dose).toEqual({ value: 1, unit: 'g' });
    expect(first({ name: 'metformin 500 mg', dose: '2 tablets' })?.dose).toEqual({
      value: 1000,
      unit: 'mg',
    });
    expect(first({ name: 'heparin', dose: '5.000', unit: 'IE' })?.dose).toEqual({
      value: 5000,
      unit: '[iU]',
    });
    const both = read({ name: 'amlodipine/valsartan', dose: '5/160', unit: 'mg' }).taken;
    expect(both.map(({ dose }) => dose?.value)).toEqual([5, 160]);
  });

  it('reads how often out of a dose in words', () => {
    expect(first({ name: 'metformin', dose: '500 mg twice daily' })).toMatchObject({
      dose: { value: 500, unit: 'mg' },
      frequency: { perDay: 2 },
    });
  });

  it('reports what it could not read, by its path', () => {
    const { taken, notAssessed } = read({
      name: 'warfarin',
      dose: 5,
      unit: 'foo',
      route: 'bar',
      frequency: 'blah',
    });
    expect(taken[0]).not.toHaveProperty('dose');
    expect(notAssessed.map(({ what }) => what)).toEqual([
      'medications.0.unit',
      'medications.0.route',
      'medications.0.frequency',
    ]);
  });

  it('does not take a number without a unit for milligrams', () => {
    const { taken, notAssessed } = read({ name: 'warfarin', dose: 5, frequency: 'daily' });
    expect(taken[0]).not.toHaveProperty('dose');
    expect(notAssessed).toEqual([
      { what: 'medications.0.dose', reason: 'the dose has no unit; it was not checked' },
    ]);
  });

  it('never makes weekly daily, in whichever field the words are', () => {
    const { taken, notAssessed } = read({
      name: 'methotrexate 15 mg weekly',
      frequency: 'daily',
    });
    expect(taken[0]?.frequency).toEqual({ unclear: true });
    expect(notAssessed[0]?.what).toBe('medications.0.frequency');
  });

  it('knows a drug by its number of RxNorm', () => {
    const { taken, how } = read({ rxcui: '11289', dose: 5, unit: 'mg' });
    expect(taken.map(({ ingredient }) => ingredient)).toEqual(['warfarin']);
    expect(taken[0]?.dose).toEqual({ value: 5, unit: 'mg' });
    expect(how.get('warfarin')).toBe('rxcui');
  });

  it('does not know a number that RxNorm does not have, and asks where it contradicts the name', () => {
    expect(read({ rxcui: '999999999' })).toMatchObject({
      taken: [],
      unknown: [{ suggestions: [] }],
    });
    const contradiction = read({ name: 'aspirin', rxcui: '11289' });
    expect(contradiction.taken).toEqual([]);
    expect(contradiction.unknown[0]?.suggestions).toEqual(['aspirin', 'warfarin']);
    expect(read({ name: 'foobarin 5 mg daily', rxcui: '11289' })).toMatchObject({
      taken: [{ ingredient: 'warfarin', dose: { value: 5, unit: 'mg' }, frequency: { perDay: 1 } }],
      unknown: [],
    });
    expect(read({ name: 'Coumadin 5 mg', rxcui: '11289' }).taken[0]?.dose?.value).toBe(5);
  });

  it('asks about what is left of a line with too many names', () => {
    const names = ['aspirin', ...Array.from({ length: 30 }, (_, n) => `foobar${'x'.repeat(n)}`)];
    const { taken, unknown } = read({ name: names.join(' / ').slice(0, 500) });
    expect(taken.map(({ ingredient }) => ingredient)).toEqual(['aspirin']);
    expect(unknown).toHaveLength(12);
  });

  it('infers the route of what is counted', () => {
    expect(first({ name: 'salbutamol', dose: 2, unit: 'puffs' })).toMatchObject({
      route: 'inhaled',
      systemic: false,
    });
  });
});
