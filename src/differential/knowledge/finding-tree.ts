import type { FindingFacts } from './schema.js';

/** Findings by number, with those that each implies. */
export interface FindingTree {
  readonly findings: readonly FindingFacts[];
  numberOf(id: string): number | undefined;
  /** The first more general finding, or -1. */
  readonly parent: Int32Array;
  /** The findings that each implies directly. */
  readonly parents: readonly (readonly number[])[];
  /** All more general findings of each, excluding itself. */
  readonly ancestors: readonly (readonly number[])[];
  /** All more specific findings of each, excluding itself. */
  readonly descendants: readonly (readonly number[])[];
}

/** Whether a finding, by its id, is in a set of findings. */
export const among =
  (tree: FindingTree, numbers: ReadonlySet<number>) =>
  (id: string): boolean =>
    numbers.has(tree.numberOf(id) ?? -1);

/**
 * Builds the tree of findings: a present finding implies more general ones, an absent one excludes
 * more specific ones.
 *
 * @throws RangeError for a finding that implies itself, or one that is not defined
 */
export function createFindingTree(findings: readonly FindingFacts[]): FindingTree {
  const numbers = new Map(findings.map(({ id }, n) => [id, n] as const));
  const parents = findings.map(({ id, in: names = [] }) =>
    names.map((name) => {
      const found = numbers.get(name);
      if (found === undefined) throw new RangeError(`${id} is in ${name}, which is not defined`);
      return found;
    }),
  );
  const ancestors: (readonly number[] | undefined)[] = [];
  const open = new Set<number>();

  function ancestorsOf(n: number): readonly number[] {
    const known = ancestors[n];
    if (known !== undefined) return known;
    if (open.has(n)) throw new RangeError(`${findings[n]?.id} implies itself`);
    open.add(n);
    const all = new Set<number>();
    for (const parent of parents[n] ?? []) {
      all.add(parent);
      for (const above of ancestorsOf(parent)) all.add(above);
    }
    open.delete(n);
    const list = [...all];
    ancestors[n] = list;
    return list;
  }

  const descendants = findings.map((): number[] => []);
  for (const n of findings.keys()) for (const above of ancestorsOf(n)) descendants[above]?.push(n);
  return {
    findings,
    numberOf: (id) => numbers.get(id),
    parent: Int32Array.from(parents, ([first]) => first ?? -1),
    parents,
    ancestors: findings.map((_, n) => ancestorsOf(n)),
    descendants,
  };
}
