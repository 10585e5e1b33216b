import type { ClassesTable } from './schema.js';

/** Resolves selectors to ingredients. */
export interface Classes {
  /** Members of `simvastatin`, `@acei`, `@qt>=3`, `@qt=2`; empty for an unknown class. */
  membersOf(selector: string): ReadonlySet<string>;
  matches(selector: string, ingredient: string): boolean;
  /** Weight of an ingredient in a class; nothing where it is not a member. */
  weight(classId: string, ingredient: string): number | undefined;
  titleOf(classId: string): string | undefined;
}

const SELECTOR = /^@([a-z0-9][a-z0-9._-]*?)(?:(>=|=)(\d+(?:\.\d+)?))?$/;

/** The parts of `@qt>=3`; nothing where the text is not a selector of a class. */
export function readClassSelector(
  selector: string,
): { readonly id: string; readonly from: number; readonly to: number } | undefined {
  const [, id, sign, weight] = SELECTOR.exec(selector) ?? [];
  if (id === undefined) return undefined;
  const from = weight === undefined ? 0 : Number(weight);
  return { id, from, to: sign === '=' ? from : Number.POSITIVE_INFINITY };
}

/** The members of these selectors, without those of others. */
export function membersOfAll(
  { membersOf }: Pick<Classes, 'membersOf'>,
  selectors: readonly string[],
  not: readonly string[] = [],
): ReadonlySet<string> {
  const all = new Set<string>();
  for (const selector of selectors) for (const one of membersOf(selector)) all.add(one);
  for (const selector of not) for (const one of membersOf(selector)) all.delete(one);
  return all;
}

/** The rules on each ingredient that their selectors cover, in the order of the table. */
export function rulesByIngredient<
  Rule extends {
    readonly drugs?: readonly string[] | undefined;
    readonly not?: readonly string[] | undefined;
  },
>(
  classes: Pick<Classes, 'membersOf'>,
  rules: readonly Rule[],
): ReadonlyMap<string, readonly Rule[]> {
  const byIngredient = new Map<string, Rule[]>();
  for (const rule of rules) {
    for (const name of membersOfAll(classes, rule.drugs ?? [], rule.not)) {
      const covered = byIngredient.get(name);
      if (covered) covered.push(rule);
      else byIngredient.set(name, [rule]);
    }
  }
  return byIngredient;
}

export function createClasses(table: ClassesTable): Classes {
  const known = new Map<string, ReadonlySet<string>>();

  function select(selector: string): ReadonlySet<string> {
    if (!selector.startsWith('@')) return new Set([selector]);
    const parts = readClassSelector(selector);
    const members = Object.entries((parts && table[parts.id]?.members) ?? {});
    const { from = 0, to = 0 } = parts ?? {};
    return new Set(members.flatMap(([name, w]) => (w >= from && w <= to ? [name] : [])));
  }

  function membersOf(selector: string): ReadonlySet<string> {
    const found = known.get(selector);
    if (found !== undefined) return found;
    const members = select(selector);
    known.set(selector, members);
    return members;
  }

  return {
    membersOf,
    matches: (selector, ingredient) => membersOf(selector).has(ingredient),
    weight: (classId, ingredient) => table[classId]?.members[ingredient],
    titleOf: (classId) => table[classId]?.title,
  };
}
