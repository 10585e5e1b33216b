import { byText } from '../../core/by-text.js';
import { type Classes, membersOfAll } from '../knowledge/classes.js';
import type { Allergen } from './allergen-names.js';
import type { AllergyRule, Reaction } from './schema.js';

type Level = AllergyRule['levels'][number];

/** A rule with its selectors resolved. */
export interface IndexedRule {
  readonly rule: AllergyRule;
  readonly fromAny: boolean;
  readonly fromDrugs: ReadonlySet<string>;
  readonly fromSubstances: ReadonlySet<string>;
  /** Absent where the drug itself is meant. */
  readonly to?: ReadonlySet<string>;
}

/** By ascending rank. */
export function indexRules(rules: readonly AllergyRule[], classes: Classes): IndexedRule[] {
  return [...rules]
    .sort((a, b) => a.rank - b.rank || byText(a.id, b.id))
    .map((rule) => {
      const to = rule.to === 'same' ? undefined : membersOfAll(classes, rule.to, rule.not_to);
      return {
        rule,
        fromAny: rule.from.includes('*'),
        fromDrugs: membersOfAll(
          classes,
          rule.from.filter((selector) => selector !== '*' && !selector.startsWith('#')),
        ),
        fromSubstances: new Set(
          rule.from.flatMap((selector) => (selector.startsWith('#') ? [selector.slice(1)] : [])),
        ),
        ...(to && { to }),
      };
    });
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  for (const one of some) if (!all.has(one)) return false;
  return true;
}

/** Whether a rule names the group, or covers all of its drugs. */
export function isFrom(indexed: IndexedRule, { substance, ingredients }: Allergen): boolean {
  if (indexed.fromAny) return true;
  if (substance === undefined) return [...ingredients].some((one) => indexed.fromDrugs.has(one));
  if (indexed.fromSubstances.has(substance.id)) return true;
  return ingredients.size > 0 && isWithin(ingredients, indexed.fromDrugs);
}

/** Returns the rule's severity and advice for a reaction. */
export const levelFor = ({ levels }: AllergyRule, reaction: Reaction): Level | undefined =>
  levels.find(({ on }) => on?.includes(reaction)) ?? levels.find(({ on }) => on === undefined);
