import { type Classes, membersOfAll } from '../knowledge/classes.js';

/** Two sides of an interaction rule or of an exception. */
export interface TwoSided {
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly not_a?: readonly string[] | undefined;
  readonly not_b?: readonly string[] | undefined;
  readonly not?: ReadonlyArray<readonly [string, string]> | undefined;
}

export interface IndexedEntry<T extends TwoSided> {
  readonly entry: T;
  /** Number of pairs of ingredients covered: a rule for few pairs is more specific. */
  readonly breadth: number;
  /** Whether an included pair is excluded, in either order. */
  excepts(a: string, b: string): boolean;
}

export interface SideIndex<T extends TwoSided> {
  readonly entries: ReadonlyArray<IndexedEntry<T>>;
  /** Twice the index of an entry for its side a, plus one for side b. */
  sidesOf(ingredient: string): readonly number[];
}

const NO_SIDES: readonly number[] = [];
const never = () => false;

/** Most sides are one class, whose set many rules can share. */
function members(
  selectors: readonly string[],
  not: readonly string[] | undefined,
  classes: Classes,
): ReadonlySet<string> {
  const [first, ...others] = selectors;
  if (first !== undefined && others.length === 0 && not === undefined) {
    return classes.membersOf(first);
  }
  return membersOfAll(classes, selectors, not);
}

function exceptions(not: TwoSided['not'], classes: Classes): IndexedEntry<TwoSided>['excepts'] {
  if (not === undefined) return never;
  const pairs = not.map(([x, y]) => [classes.membersOf(x), classes.membersOf(y)] as const);
  return (a, b) => pairs.some(([x, y]) => (x.has(a) && y.has(b)) || (x.has(b) && y.has(a)));
}

/** Maps each ingredient to the entries that include it, so that a check need not visit all. */
export function indexSides<T extends TwoSided>(
  entries: readonly T[],
  classes: Classes,
): SideIndex<T> {
  const sides = new Map<string, number[]>();
  const enter = (ingredient: string, side: number) => {
    const known = sides.get(ingredient);
    if (known) known.push(side);
    else sides.set(ingredient, [side]);
  };
  const indexed = entries.map((entry, at): IndexedEntry<T> => {
    const a = members(entry.a, entry.not_a, classes);
    const b = members(entry.b, entry.not_b, classes);
    for (const one of a) enter(one, 2 * at);
    for (const one of b) enter(one, 2 * at + 1);
    return { entry, breadth: a.size * b.size, excepts: exceptions(entry.not, classes) };
  });
  return { entries: indexed, sidesOf: (ingredient) => sides.get(ingredient) ?? NO_SIDES };
}
