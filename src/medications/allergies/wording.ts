import { capital, listed } from '../wording.js';
import type { AllergyRule } from './schema.js';

/** `Cephalexin: allergy to amoxicillin (anaphylaxis), cross-reaction`. */
export function titleOf(
  nature: AllergyRule['nature'],
  drugs: readonly string[],
  allergen: string,
  reaction: string,
): string {
  const tail = {
    same: `recorded allergy to ${allergen} (${reaction})`,
    true: `cross-reaction with an allergy to ${allergen} (${reaction})`,
    possible: `possible cross-reaction with an allergy to ${allergen} (${reaction})`,
    false: `no true cross-reaction with an allergy to ${allergen}`,
    label: `the label warns after an allergy to ${allergen} (${reaction})`,
    intolerance: `recorded intolerance of ${allergen} (${reaction}), not an allergy`,
    toxicity: `earlier harm by ${allergen} (${reaction})`,
  }[nature];
  return `${capital(listed(drugs))}: ${tail}`;
}
