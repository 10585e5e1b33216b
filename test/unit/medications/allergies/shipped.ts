import {
  type AllergyLine,
  createAllergies,
} from '../../../../src/medications/allergies/allergies.js';
import type { TakenIngredient } from '../../../../src/medications/taken-ingredient.js';
import { line } from '../../../support/medication-case.js';
import { shippedClasses, shippedIngredients, tableOf } from '../../../support/medication-tables.js';
import { language } from '../../patient-record/language/language.js';

const ingredients = shippedIngredients();

/** Names as a plain look-up finds them, without the reading of whole lines. */
export function resolve(name: string) {
  const [meaning] = ingredients.byName(name);
  return meaning && { ingredients: meaning.ingredients };
}

export const classes = shippedClasses();
export const allergyTable = tableOf('allergies');
const shipped = createAllergies(allergyTable, classes, resolve);
export const allergies = {
  check: (taken: readonly TakenIngredient[], lines: readonly AllergyLine[]) =>
    shipped.check(taken, lines, language),
};

/** How heavy one drug is with these allergies. */
export function severityOf(drug: string, ...lines: AllergyLine[]) {
  const { findings } = allergies.check([line(drug, 0)], lines);
  return findings[0]?.severity;
}
