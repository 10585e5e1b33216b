import { foldDrugName } from '../ingredients/ingredients.js';
import { type Classes, membersOfAll } from '../knowledge/classes.js';
import { indexWords, nearestWord } from './near-word.js';
import type { Substance } from './schema.js';

/** Names of drugs, resolved as in the medication list. */
export type ResolveDrug = (name: string) => { readonly ingredients: readonly string[] } | undefined;

/** One allergen of a patient. */
export interface Allergen {
  /** `penicillins`, `amoxicillin`: a name of the knowledge, never text of the request. */
  readonly title: string;
  readonly substance?: Substance;
  /** Drugs that were named: those of a product, or of a group. */
  readonly ingredients: ReadonlySet<string>;
}

export interface AllergenNames {
  /** Resolves a group, food or substance by its exact name. */
  substance(name: string): Allergen | undefined;
  /**
   * Resolves the same or a drug; also with words around the name, and finally with a misspelling.
   */
  find(name: string): Allergen | undefined;
}

const LEAD =
  /^(?:(?:known|documented|reported|severe|suspected|possible|true|drug|patient|iv|intravenous|oral|topical|injectable|all|any|some|is|has|an?|the|to)\s+)*(?:(?:allergy|allergic|allergies|hypersensitivity|hypersensitive|sensitivity|sensitive|intolerance|intolerant|adverse reaction|adr|reaction|reacts?)\s*(?:to|of|with|:)\s*)?/i;
const TAIL =
  /\s+(?:allergy|allergies|allergic|allergen|hypersensitivity|sensitivity|intolerance|intolerant|containing (?:products|drugs|medicines)|containing|products?|preparations?|derivatives?|derived|extracts?|class|group|family|drugs?|medicines?|medications?|antibiotics?|type|analogues?|analogs?|based|unspecified|nos|(?:and|&) related|cross[- ]?(?:reactors?|reactive|sensitivity)|tablets?|tabs?|capsules?|caps?|injections?|infusions?|syrup|suspension|solution|cream|ointment|patch|inhaler)$/i;
const STRENGTH = /\s+\d[\d.,/]*\s*(?:mg|mcg|µg|ug|g|ml|units?|iu|%|mmol)\b.*$/i;

/** Removes the words around a name. */
function bare(text: string): string {
  let name = text.trim().replace(STRENGTH, '').replace(LEAD, '');
  for (let before = ''; before !== name; ) {
    before = name;
    name = name.replace(TAIL, '').trim();
  }
  return name === '' ? text.trim() : name;
}

const NOTHING: ReadonlySet<string> = new Set();

interface Tables {
  readonly names: ReadonlyMap<string, Substance>;
  readonly drugs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly resolve: ResolveDrug;
}

function bySubstance(name: string, { names, drugs }: Tables): Allergen | undefined {
  const folded = foldDrugName(name);
  const found = names.get(folded) ?? names.get(folded.replace(/s$/, ''));
  const ingredients = (found && drugs.get(found.id)) ?? NOTHING;
  return found && { title: found.title, substance: found, ingredients };
}

function byDrug(name: string, { resolve }: Tables): Allergen | undefined {
  const { ingredients = [] } = resolve(name) ?? {};
  if (ingredients.length === 0) return undefined;
  return { title: ingredients.join(' + '), ingredients: new Set(ingredients) };
}

/** Resolves a name among groups, foods, substances, and drugs. */
export function createAllergenNames(
  substances: readonly Substance[],
  classes: Classes,
  resolve: ResolveDrug,
): AllergenNames {
  const names = new Map(substances.flatMap((one) => one.names.map((n) => [foldDrugName(n), one])));
  const single = indexWords([...names.keys()].filter((name) => !name.includes(' ')));
  const drugs = new Map(
    substances.map(({ id, drugs: of = [] }) => [id, membersOfAll(classes, of)]),
  );
  const tables: Tables = { names, drugs, resolve };

  function find(name: string): Allergen | undefined {
    const plain = bare(name);
    const exact = bySubstance(name, tables) ?? bySubstance(plain, tables) ?? byDrug(name, tables);
    const found = exact ?? (plain === name ? undefined : byDrug(plain, tables));
    if (found) return found;
    const near = nearestWord(foldDrugName(plain), single);
    return near === undefined ? undefined : bySubstance(near, tables);
  }

  return {
    substance: (name) => bySubstance(name, tables) ?? bySubstance(bare(name), tables),
    find,
  };
}

/**
 * Caches names while one line is read, which looks up a name more than once: a misspelt name is
 * expensive. Nothing of a patient is kept afterwards.
 */
export function forOneLine({ substance, find }: AllergenNames): AllergenNames {
  const known = new Map<string, Allergen | undefined>();
  return {
    substance,
    find(name) {
      if (!known.has(name)) known.set(name, find(name));
      return known.get(name);
    },
  };
}
