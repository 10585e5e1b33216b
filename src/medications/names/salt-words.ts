import { foldDrugName } from '../ingredients/ingredients.js';
import type { Release, Route } from '../taken-ingredient.js';
import type { SaltsTable } from './schema.js';

/** A name without its salts. */
export interface NameWithoutSalts {
  readonly name: string;
  /** In the spelling of the table, the outermost first. */
  readonly salts: readonly string[];
}

export interface SaltMatter {
  readonly salt: string;
  readonly release?: Release;
  readonly route?: Route;
}

export interface SaltWords {
  /** The names that remain when salts are removed, the longest first; not the name itself. */
  stripped(name: string): readonly NameWithoutSalts[];
  /** Salts at the end of a name. */
  saltsOf(name: string): readonly string[];
  /** Properties of a salt or a brand of an ingredient, where they matter. */
  matter(
    ingredient: string,
    salts: readonly string[],
    brands?: readonly string[],
  ): SaltMatter | undefined;
  /** Release form from words like XL and retard in a name. */
  releaseOf(name: string): Release | undefined;
}

const SHORTEST_GLUED = 5;
const SHORTEST_NAME = 4;
const OF = /^(.+?) (?:de|d|di|del|van) (?:l )?(.+)$/;
const MAX = 4;

function releaseWords(table: SaltsTable): ReadonlyArray<readonly [RegExp, Release]> {
  return table.release.map(({ words, release }) => {
    const folded = words.map(foldDrugName).join('|');
    return [new RegExp(`(?: |^)(?:${folded})(?: |$)`), release] as const;
  });
}

interface Index {
  /** Spelling → salt. */
  readonly saltOf: ReadonlyMap<string, string>;
  /** Spellings that may be joined to a name without a space. */
  readonly glued: readonly string[];
  readonly whole: ReadonlySet<string>;
}

function last({ saltOf, whole }: Index, name: string): NameWithoutSalts | undefined {
  if (whole.has(name)) return undefined;
  const words = name.split(' ');
  for (let count = Math.min(3, words.length - 1); count > 0; count -= 1) {
    const salt = saltOf.get(words.slice(-count).join(' '));
    if (salt !== undefined) return { name: words.slice(0, -count).join(' '), salts: [salt] };
  }
  return undefined;
}

/** `sodium valproate`, `chlorhydrate de metformine`. */
function first({ saltOf }: Index, name: string): NameWithoutSalts | undefined {
  const [, before, after] = OF.exec(name) ?? /^(\S+) (.+)$/.exec(name) ?? [];
  const salt = before && saltOf.get(before);
  if (salt === undefined || salt === '' || after === undefined || saltOf.has(after))
    return undefined;
  return { name: after, salts: [salt] };
}

/** `metoprololsuccinat`, `natriumvalproat`: the spelling of German and the Nordic languages. */
function within({ saltOf, glued }: Index, name: string): NameWithoutSalts | undefined {
  const space = name.lastIndexOf(' ') + 1;
  const word = name.slice(space);
  for (const salt of glued) {
    if (word.length < salt.length + SHORTEST_NAME) continue;
    const ends = word.endsWith(salt);
    if (!ends && !(space === 0 && word.startsWith(salt))) continue;
    const rest = ends ? name.slice(0, -salt.length) : word.slice(salt.length);
    return { name: rest, salts: [saltOf.get(salt) ?? salt] };
  }
  return undefined;
}

function stripped(index: Index, name: string): readonly NameWithoutSalts[] {
  const found: NameWithoutSalts[] = [];
  let rest: NameWithoutSalts = { name, salts: [] };
  while (found.length < MAX) {
    const next = last(index, rest.name) ?? first(index, rest.name) ?? within(index, rest.name);
    if (next === undefined) break;
    rest = { name: next.name, salts: [...rest.salts, ...next.salts] };
    found.push(rest);
  }
  return found;
}

function indexOf(table: SaltsTable): Index {
  const saltOf = new Map(
    table.salts.flatMap(({ salt, words }) => words.map((word) => [foldDrugName(word), salt])),
  );
  return {
    saltOf,
    glued: [...saltOf.keys()].filter(
      (word) => word.length >= SHORTEST_GLUED && !word.includes(' '),
    ),
    whole: new Set(table.whole.map(({ name }) => foldDrugName(name))),
  };
}

export function createSaltWords(table: SaltsTable): SaltWords {
  const index = indexOf(table);
  const releases = releaseWords(table);
  return {
    stripped: (name) => stripped(index, name),
    saltsOf: (name) => stripped(index, name).at(-1)?.salts ?? [],
    matter(ingredient, salts, brands = []) {
      const row = table.matters.find(
        (one) =>
          one.ingredient === ingredient &&
          (salts.includes(one.salt) ||
            one.brands?.some((brand) => brands.includes(foldDrugName(brand)))),
      );
      if (row === undefined) return undefined;
      const { salt, release, route } = row;
      return {
        salt,
        ...(release !== undefined && { release }),
        ...(route !== undefined && { route }),
      };
    },
    releaseOf: (name) => releases.find(([pattern]) => pattern.test(name))?.[1],
  };
}
