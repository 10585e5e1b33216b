import type { Route } from '../taken-ingredient.js';
import type { Country, Ingredient, Product, ProductCodes } from './schema.js';

/** One meaning of a drug name. */
export interface NameMeaning {
  /** The name in the spelling of the table: `Augmentin`, `paracetamol`. */
  readonly name: string;
  readonly how: 'ingredient' | 'synonym' | 'product';
  readonly ingredients: readonly string[];
  /** Of a product: where it is sold. */
  readonly countries?: readonly Country[];
  /** Of a product: the only route by which it is given. */
  readonly route?: Route;
  /** Short, or an ordinary word: not searched for in running text. */
  readonly weak?: true;
}

/** The index of drug names. All look-ups fold the name first. */
export interface Ingredients {
  /** By its canonical name only. */
  get(name: string): Ingredient | undefined;
  /** Ingredients of a RxCUI of any kind: ingredient, salt, clinical drug, brand, pack. */
  partsOfRxcui(rxcui: string): readonly string[] | undefined;
  /** Every meaning of a name; more than one where they differ by country. */
  byName(name: string): readonly NameMeaning[];
  /** Folded, each once. */
  names(): Iterable<string>;
  /** Whether a product of exactly these ingredients is known. */
  isProduct(ingredients: readonly string[]): boolean;
  /** Whether it acts locally unless a line states otherwise. */
  isLocal(name: string): boolean;
}

const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
const MARKS = /\p{M}+/gu;
const APART = /[^\p{L}\p{N}]+/gu;

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * Folds a name for comparison: lower case, no diacritics, one space for everything that is not a
 * letter or digit. `Ciprofloxacinã HCl` and `ciprofloxacina-hcl` are equal.
 */
export function foldDrugName(text: string): string {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’`]/g, '')
    .replace(APART, ' ')
    .trim();
}

const NOTHING: readonly NameMeaning[] = [];

function sameDrug(a: NameMeaning, b: NameMeaning): boolean {
  return (
    a.ingredients.length === b.ingredients.length &&
    a.ingredients.every((one) => b.ingredients.includes(one))
  );
}

function add(index: Map<string, readonly NameMeaning[]>, meaning: NameMeaning): void {
  const folded = foldDrugName(meaning.name);
  const known = index.get(folded);
  if (known === undefined) index.set(folded, [meaning]);
  else if (!known.some((one) => sameDrug(one, meaning))) index.set(folded, [...known, meaning]);
}

function addProduct(index: Map<string, readonly NameMeaning[]>, product: Product): void {
  const { name, ingredients, countries, route, meanings = [], weak } = product;
  for (const meaning of [{ ingredients, countries, ...(route && { route }) }, ...meanings]) {
    add(index, { name, how: 'product', ...meaning, ...(weak && { weak }) });
  }
}

const keyOfSet = (ingredients: readonly string[]): string => [...ingredients].sort().join('/');

/** Built at the first use: most lists have no codes. */
function createCodes(
  table: readonly ProductCodes[],
): (rxcui: string) => readonly string[] | undefined {
  let known: ReadonlyMap<string, readonly string[]> | undefined;
  return (rxcui) => {
    known ??= new Map(
      table.flatMap(({ ingredients, codes }) =>
        codes.split(' ').map((code) => [code, ingredients] as const),
      ),
    );
    return known.get(rxcui);
  };
}

/** Ingredients first, then their other names, then products: the first meaning takes precedence. */
export function createIngredients(
  ingredients: readonly Ingredient[],
  products: readonly Product[],
  productCodes: readonly ProductCodes[] = [],
): Ingredients {
  const byCanonical = new Map(ingredients.map((one) => [one.name, one]));
  const byRxcui = new Map(ingredients.flatMap((one) => (one.rxcui ? [[one.rxcui, one]] : [])));
  const partsOfCode = createCodes(productCodes);
  const index = new Map<string, readonly NameMeaning[]>();
  let combinations: ReadonlySet<string> | undefined;

  for (const { name } of ingredients) add(index, { name, how: 'ingredient', ingredients: [name] });
  for (const { name, synonyms = [] } of ingredients) {
    for (const synonym of synonyms) {
      add(index, { name: synonym, how: 'synonym', ingredients: [name] });
    }
  }
  for (const product of products) addProduct(index, product);

  return {
    get: (name) => byCanonical.get(name),
    partsOfRxcui(rxcui) {
      const ingredient = byRxcui.get(rxcui);
      return ingredient === undefined ? partsOfCode(rxcui) : [ingredient.name];
    },
    byName: (name) => index.get(foldDrugName(name)) ?? NOTHING,
    names: () => index.keys(),
    isProduct(ingredients) {
      combinations ??= new Set(
        [...products, ...productCodes].map((one) => keyOfSet(one.ingredients)),
      );
      return combinations.has(keyOfSet(ingredients));
    },
    isLocal: (name) => byCanonical.get(name)?.local !== undefined,
  };
}
