import { groupBy } from '../core/group.js';
import type { DoseEntry } from './doses/schema.js';
import { foldDrugName, type Ingredients } from './ingredients/ingredients.js';
import type { AbbreviationsTable } from './names/schema.js';

/** A drug by one of its names, for reading and writing running text. */
export interface DrugName {
  /** In the spelling of the table: `Augmentin`, `paracetamol`. */
  readonly name: string;
  readonly ingredients: readonly string[];
  readonly brand: boolean;
  /** Short, or an ordinary word: not searched for in running text. */
  readonly weak: boolean;
  /** Of its only ingredient. */
  readonly rxcui?: string;
  readonly atc?: readonly string[];
}

/** The part of the medication knowledge needed to read and write drug names. */
export interface DrugWords {
  names(): readonly DrugName[];
  /** Brand names in lower case that are not ordinary words. */
  readonly brands: ReadonlySet<string>;
  /** The usual dose of an adult, whatever the route; nothing where it depends on weight. */
  usualDose(drug: string): { unit: string; usual: readonly [number, number] } | undefined;
}

/** The units of the table that do not depend on weight, as written. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['mg', 'mg'],
  ['ug', 'mcg'],
  ['g', 'g'],
  ['mL', 'mL'],
  ['[iU]', 'units'],
  ['meq', 'mEq'],
  ['mmol', 'mmol'],
]);

function namesOf(ingredients: Ingredients): DrugName[] {
  const found: DrugName[] = [];
  for (const folded of ingredients.names()) {
    const [meaning] = ingredients.byName(folded);
    if (meaning === undefined) continue;
    const [only = '', ...others] = meaning.ingredients;
    const drug = others.length === 0 ? ingredients.get(only) : undefined;
    found.push({
      name: meaning.name,
      ingredients: meaning.ingredients,
      brand: meaning.how === 'product',
      weak: meaning.weak === true,
      ...(drug?.rxcui !== undefined && { rxcui: drug.rxcui }),
      ...(drug?.atc !== undefined && { atc: drug.atc }),
    });
  }
  return found;
}

/** Abbreviations with one meaning only; ambiguous ones would need a question. */
function ofAbbreviation(entry: AbbreviationsTable['abbreviations'][number]): DrugName[] {
  const { abbr, ingredients } = entry;
  return ingredients === undefined ? [] : [{ name: abbr, ingredients, brand: false, weak: false }];
}

/** From the lowest to the highest of all usual doses, in the unit of the first. */
function rangeOf(entries: readonly DoseEntry[]) {
  const plain = entries.flatMap(({ unit, usual }) => {
    const written = UNITS.get(unit);
    return written === undefined || usual === undefined ? [] : [{ unit: written, usual }];
  });
  const [first] = plain;
  if (first === undefined) return undefined;
  const same = plain.filter(({ unit }) => unit === first.unit);
  const low = Math.min(...same.map(({ usual }) => usual[0]));
  const high = Math.max(...same.map(({ usual }) => usual[1]));
  return { unit: first.unit, usual: [low, high] as const };
}

export function createDrugWords(
  ingredients: Ingredients,
  doses: readonly DoseEntry[],
  { abbreviations }: Pick<AbbreviationsTable, 'abbreviations'>,
): DrugWords {
  const byIngredient = groupBy(doses, ({ ingredient }) => ingredient);
  // Built at the first use: an overlay rebuilds the knowledge, and few callers need all names.
  let names: readonly DrugName[] | undefined;
  let brands: ReadonlySet<string> | undefined;
  const all = () => {
    names ??= [...namesOf(ingredients), ...abbreviations.flatMap(ofAbbreviation)];
    return names;
  };
  return {
    names: all,
    get brands() {
      const plain = () => all().filter(({ brand, weak }) => brand && !weak);
      brands ??= new Set(plain().map(({ name }) => name.toLowerCase()));
      return brands;
    },
    usualDose(drug) {
      const [meaning] = ingredients.byName(foldDrugName(drug));
      const [only, ...others] = meaning?.ingredients ?? [];
      if (only === undefined || others.length > 0) return undefined;
      return rangeOf(byIngredient.get(only) ?? []);
    },
  };
}
