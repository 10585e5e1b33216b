import { describe, expect, it } from 'vitest';
import { foldDrugName } from '../../../../src/medications/ingredients/ingredients.js';
import { shippedIngredients, tableOf, textOf } from '../../../support/medication-tables.js';
import { WELL_KNOWN } from './well-known.js';
import { WELL_KNOWN_PRODUCTS } from './well-known-products.js';

const ingredients = tableOf('ingredients');
const products = tableOf('products');
const codes = tableOf('product_codes');
const names = shippedIngredients();
const wellKnown = Object.entries({ ...WELL_KNOWN, ...WELL_KNOWN_PRODUCTS });
const canonical = new Set(ingredients.map(({ name }) => name));

describe('ingredients of the knowledge', () => {
  it('are many, and so are their names', () => {
    expect(ingredients.length).toBeGreaterThanOrEqual(3_500);
    expect(products.length).toBeGreaterThanOrEqual(7_000);
    expect([...names.names()].length).toBeGreaterThanOrEqual(12_000);
  });

  it('are spelled in lower case, once each, in order, one per line', () => {
    const sorted = ingredients.map(({ name }) => name);
    expect(sorted).toEqual([...canonical].sort((a, b) => (a < b ? -1 : 1)));
    expect(sorted.filter((name) => name !== name.toLowerCase())).toEqual([]);
    expect(textOf('ingredients.json').trimEnd().split('\n').length).toBe(ingredients.length + 2);
  });

  it('have each RxCUI once', () => {
    const rxcuis = ingredients.flatMap(({ rxcui }) => rxcui ?? []);
    expect(new Set(rxcuis).size).toBe(rxcuis.length);
    expect(rxcuis.length).toBeGreaterThanOrEqual(2_400);
  });

  it('have each ATC code once', () => {
    const owners = new Map<string, string[]>();
    for (const { name, atc = [] } of ingredients) {
      for (const code of atc) owners.set(code, [...(owners.get(code) ?? []), name]);
    }
    expect([...owners].filter(([, of]) => of.length > 1)).toEqual([]);
    expect(owners.size).toBeGreaterThanOrEqual(4_000);
  });

  it('share no synonym, and no synonym is the name of another', () => {
    const owner = new Map(ingredients.map(({ name }) => [foldDrugName(name), name]));
    expect(owner.size).toBe(ingredients.length);
    const shared = ingredients.flatMap(({ name, synonyms = [] }) =>
      synonyms.flatMap((synonym) => {
        const folded = foldDrugName(synonym);
        const known = owner.get(folded);
        owner.set(folded, name);
        return known === undefined ? [] : [[synonym, name, known]];
      }),
    );
    expect(shared).toEqual([]);
  });
});

describe('products of the knowledge', () => {
  it('stand once each, one per line', () => {
    const folded = products.map(({ name }) => foldDrugName(name));
    expect(folded.filter((name, index) => folded.indexOf(name) !== index)).toEqual([]);
    expect(textOf('products.json').trimEnd().split('\n').length).toBe(products.length + 2);
  });

  it('mean one thing, unless they say that they mean more', () => {
    const several = new Set(
      products.flatMap(({ name, meanings }) => (meanings ? [foldDrugName(name)] : [])),
    );
    const unclear = [...names.names()].filter(
      (name) => names.byName(name).length > 1 && !several.has(name),
    );
    expect(unclear).toEqual([]);
  });

  it('are of no ingredient that is called rare', () => {
    const rare = new Set(ingredients.flatMap((one) => (one.rare ? [one.name] : [])));
    expect(rare.size).toBeGreaterThan(0);
    expect(products.filter((one) => one.ingredients.some((part) => rare.has(part)))).toEqual([]);
  });

  it('name no ingredient twice', () => {
    const twice = products.filter(({ ingredients: own }) => new Set(own).size !== own.length);
    expect(twice.map(({ name }) => name)).toEqual([]);
  });
});

describe('codes of products', () => {
  it('are known once and are of no ingredient', () => {
    const all = codes.flatMap((row) => row.codes.split(' '));
    expect(new Set(all).size).toBe(all.length);
    const ingredientCodes = new Set(ingredients.flatMap(({ rxcui }) => rxcui ?? []));
    expect(all.filter((code) => ingredientCodes.has(code))).toEqual([]);
  });

  it.each([
    ['866427', ['metoprolol']], // metoprolol succinate 25 MG extended release [Toprol]
    ['617310', ['atorvastatin']], // atorvastatin 20 MG oral tablet
    ['310798', ['hydrochlorothiazide']], // hydrochlorothiazide 25 MG oral tablet
    ['314076', ['lisinopril']], // lisinopril 10 MG oral tablet
    ['860975', ['metformin']], // 24 HR metformin 500 MG extended release tablet
    ['562251', ['amoxicillin', 'clavulanate']], // amoxicillin 250 / clavulanate 125
    ['40254', ['valproic acid']], // valproate
  ])('%s is of %j', (code, parts) => {
    expect([...(names.partsOfRxcui(code) ?? [])].sort()).toEqual(parts);
  });
});

describe('well-known names', () => {
  it('are at least 200', () => {
    expect(wellKnown.length).toBeGreaterThanOrEqual(200);
  });

  it.each(wellKnown)('%s means %s', (name, meaning) => {
    const meanings = names.byName(name).map((one) => [...one.ingredients].sort().join(' + '));
    expect(meanings).toEqual([meaning.split(' + ').sort().join(' + ')]);
  });

  it.each([
    ['flomax', ['tamsulosin', 'morniflumate']],
    ['norpramin', ['omeprazole', 'desipramine']],
    ['dilacor', ['digoxin', 'diltiazem']],
    ['sominex', ['promethazine', 'diphenhydramine']],
    ['serenase', ['haloperidol', 'lorazepam']],
  ])('%s means different drugs in different countries', (name, drugs) => {
    expect(names.byName(name).flatMap(({ ingredients: own }) => own)).toEqual(drugs);
  });
});
