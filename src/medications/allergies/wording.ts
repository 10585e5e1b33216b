import type { AllergyRule } from './schema.js';

const MOST_NAMED = 3;

function list(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const shown = names.slice(0, MOST_NAMED).join(', ');
  const text = more > 0 ? `${shown} and ${more} more` : shown;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `Cephalexin: allergy to amoxicillin (anaphylaxis), cross-reaction`. */
export function titleOf(
  nature: AllergyRule['nature'],
  drugs: readonly string[],
  allergen: string,
  reaction: string,
): string {
  const drug = list(drugs);
  const tail = {
    same: `recorded allergy to ${allergen} (${reaction})`,
    true: `cross-reaction with an allergy to ${allergen} (${reaction})`,
    possible: `possible cross-reaction with an allergy to ${allergen} (${reaction})`,
    false: `no true cross-reaction with an allergy to ${allergen}`,
    label: `the label warns after an allergy to ${allergen} (${reaction})`,
    intolerance: `recorded intolerance of ${allergen} (${reaction}), not an allergy`,
    toxicity: `earlier harm by ${allergen} (${reaction})`,
  }[nature];
  return `${drug}: ${tail}`;
}
