import { foldDrugName, type Ingredients, type NameMeaning } from '../ingredients/ingredients.js';
import type { Resolution, ResolvedName } from './resolution.js';
import type { AbbreviationsTable } from './schema.js';
import { internationalKey } from './spelling.js';

/** Names resolved without correction. */
export interface ExactNames {
  /**
   * A name of the tables: of one drug, of several that only the writer can distinguish, or none.
   */
  find(folded: string): Resolution | undefined;
  /** An abbreviation with a meaning only after the name of another drug. */
  beside(folded: string): ResolvedName | undefined;
  /** Words for no drug, or for a group of which a member has to be named. */
  group(folded: string): Resolution | undefined;
  /** By the spelling of INNs in other languages: `amlodipino`, `Fenytoin`. */
  foreign(folded: string): ResolvedName | undefined;
}

const SHORTEST_FOREIGN = 5;
const NOT_SALTED = { salts: [] };

export const listOf = (ingredients: readonly string[]) => ingredients.join(' / ');

export const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one));

/** A name that can be one of several drugs. */
const severalMeanings = (meanings: readonly (readonly string[])[]): Resolution => ({
  suggestions: meanings.map(listOf),
  meanings,
});

function ofMeanings(meanings: readonly NameMeaning[]): Resolution | undefined {
  const [first] = meanings;
  if (first === undefined) return undefined;
  const { ingredients, name } = first;
  if (first.how === 'ingredient') return { ingredients, how: 'exact', ...NOT_SALTED };
  if (meanings.some((one) => !sameSet(one.ingredients, ingredients))) {
    return severalMeanings(meanings.map((one) => one.ingredients));
  }
  if (first.how === 'synonym') return { ingredients, how: 'synonym', ...NOT_SALTED };
  const { route } = first;
  return { ingredients, how: 'brand', brand: name, ...(route && { route }), ...NOT_SALTED };
}

/** Key → the drug with that name; nothing where several share it. */
function foreignNames(
  ingredients: Ingredients,
): ReadonlyMap<string, readonly string[] | undefined> {
  const byKey = new Map<string, readonly string[] | undefined>();
  for (const name of ingredients.names()) {
    if (name.length < SHORTEST_FOREIGN) continue;
    for (const { how, ingredients: drugs } of ingredients.byName(name)) {
      if (how === 'product') continue;
      const key = internationalKey(name);
      const known = byKey.get(key);
      const other = byKey.has(key) && !(known !== undefined && sameSet(known, drugs));
      byKey.set(key, other ? undefined : drugs);
    }
  }
  return byKey;
}

type CanonicalIngredients = (names: readonly string[]) => readonly string[];

/** Ingredients in the spelling of the tables; unknown ones are left out. */
function canonicalNames(ingredients: Ingredients): CanonicalIngredients {
  return (names) =>
    names.flatMap((name) => {
      if (ingredients.get(name) !== undefined) return [name];
      const [only, ...others] = ingredients.byName(name);
      const drugs = others.length === 0 ? (only?.ingredients ?? []) : [];
      return drugs.length === 1 ? drugs : [];
    });
}

const abbreviated = (ingredients: readonly string[]): ResolvedName => ({
  ingredients,
  how: 'abbreviation',
  ...NOT_SALTED,
});

function shortNames(
  table: AbbreviationsTable,
  canonical: CanonicalIngredients,
): Map<string, Resolution> {
  const short = new Map<string, Resolution>();
  for (const { abbr, ingredients = [], meanings } of table.abbreviations) {
    const drugs = canonical(ingredients);
    if (meanings !== undefined)
      short.set(foldDrugName(abbr), severalMeanings(meanings.map(canonical)));
    else if (drugs.length === ingredients.length) short.set(foldDrugName(abbr), abbreviated(drugs));
  }
  return short;
}

function groupNames(
  table: AbbreviationsTable,
  canonical: CanonicalIngredients,
): Map<string, Resolution> {
  const nothing = table.nothing.map(({ words }) => ({ words, suggest: [], may_be: undefined }));
  return new Map(
    [...table.groups, ...nothing].flatMap(({ words, suggest, may_be }) => {
      const suggestions = suggest.map((name) => canonical([name])[0] ?? name);
      const meanings = may_be && { meanings: canonical(may_be).map((name) => [name]) };
      return words.map((word) => [foldDrugName(word), { suggestions, ...meanings }] as const);
    }),
  );
}

export function createExactNames(ingredients: Ingredients, table: AbbreviationsTable): ExactNames {
  const canonical = canonicalNames(ingredients);
  const short = shortNames(table, canonical);
  const groups = groupNames(table, canonical);
  const beside = new Map(
    table.abbreviations.flatMap(({ abbr, beside: names }) =>
      names === undefined ? [] : [[foldDrugName(abbr), abbreviated(canonical(names))] as const],
    ),
  );
  let foreign: ReturnType<typeof foreignNames> | undefined;

  return {
    find(folded) {
      const meanings = ingredients.byName(folded);
      if (meanings[0]?.how === 'ingredient') return ofMeanings(meanings);
      return short.get(folded) ?? ofMeanings(meanings);
    },
    beside: (folded) => beside.get(folded),
    group: (folded) => groups.get(folded),
    foreign(folded) {
      if (folded.length < SHORTEST_FOREIGN) return undefined;
      foreign ??= foreignNames(ingredients);
      const drugs = foreign.get(internationalKey(folded));
      return drugs && { ingredients: drugs, how: 'synonym', ...NOT_SALTED };
    },
  };
}
