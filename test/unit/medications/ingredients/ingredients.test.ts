import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createIngredients,
  foldDrugName,
} from '../../../../src/medications/ingredients/ingredients.js';

const INGREDIENTS = [
  {
    name: 'acetaminophen',
    rxcui: '161',
    atc: ['N02BE01'],
    synonyms: ['paracetamol', 'Paracétamol'],
  },
  { name: 'omeprazole', rxcui: '7646' },
  { name: 'desipramine' },
  { name: 'brimonidine', local: 'ophthalmic' as const },
  { name: 'caffeine' },
];
const PRODUCTS = [
  {
    name: 'Norpramin',
    ingredients: ['omeprazole'],
    countries: ['EU' as const],
    check: 'memory' as const,
    meanings: [{ ingredients: ['desipramine'], countries: ['US' as const] }],
  },
  {
    name: 'Panadol Extra',
    ingredients: ['acetaminophen', 'caffeine'],
    countries: ['UK' as const],
    check: 'memory' as const,
    weak: true as const,
  },
];
const CODES = [{ ingredients: ['acetaminophen', 'caffeine'], codes: '1001 1002' }];
const names = createIngredients(INGREDIENTS, PRODUCTS, CODES);

describe('foldDrugName', () => {
  it.each([
    ['Amoxicillin', 'amoxicillin'],
    ['  Co-Amoxiclav ', 'co amoxiclav'],
    ['ACÉTYLSALICYLIQUE, acide', 'acetylsalicylique acide'],
    ['St. John’s wort', 'st johns wort'],
    ["St John's  Wort", 'st johns wort'],
    ['Östradiol', 'ostradiol'],
    ['œstradiol', 'oestradiol'],
    ['Süßholz', 'sussholz'],
    ['lisinopril/hydrochlorothiazide', 'lisinopril hydrochlorothiazide'],
    ['B₁₂', 'b12'],
    ['!?', ''],
  ])('writes %j as %j', (text, folded) => {
    expect(foldDrugName(text)).toBe(folded);
  });

  it('changes nothing more when it is done again, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const once = foldDrugName(text);
        expect(foldDrugName(once)).toBe(once);
        expect(once).toBe(once.trim());
      }),
    );
  });
});

describe('createIngredients', () => {
  it('finds a drug by its canonical name alone in `get`', () => {
    expect(names.get('acetaminophen')?.atc).toEqual(['N02BE01']);
    expect(names.get('paracetamol')).toBeUndefined();
  });

  it('finds every name, however it is written', () => {
    const paracetamol = [{ how: 'synonym', ingredients: ['acetaminophen'] }];
    expect(names.byName('PARACETAMOL')).toMatchObject(paracetamol);
    expect(names.byName('paracétamol')).toMatchObject(paracetamol);
    expect(names.byName('Acetaminophen')).toMatchObject([{ how: 'ingredient' }]);
    expect(names.byName('panadol-extra')).toEqual([
      {
        name: 'Panadol Extra',
        how: 'product',
        ingredients: ['acetaminophen', 'caffeine'],
        countries: ['UK'],
        weak: true,
      },
    ]);
    expect(names.byName('panadol')).toEqual([]);
  });

  it('gives each meaning of a name that is sold with two drugs', () => {
    expect(names.byName('norpramin').map(({ ingredients }) => ingredients)).toEqual([
      ['omeprazole'],
      ['desipramine'],
    ]);
  });

  it('resolves the code of an ingredient or of a product to its ingredients', () => {
    expect(names.partsOfRxcui('161')).toEqual(['acetaminophen']);
    expect(names.partsOfRxcui('1002')).toEqual(['acetaminophen', 'caffeine']);
    expect(names.partsOfRxcui('9999999')).toBeUndefined();
  });

  it('knows what acts where it is put', () => {
    expect(names.isLocal('brimonidine')).toBe(true);
    expect(names.isLocal('acetaminophen')).toBe(false);
  });

  it('lists each folded name once', () => {
    const all = [...names.names()];
    expect(new Set(all).size).toBe(all.length);
    expect(all).toContain('panadol extra');
    expect(all).toContain('paracetamol');
  });
});
