import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAllergies } from '../../../../src/medications/allergies/allergies.js';
import { allergiesTable } from '../../../../src/medications/allergies/schema.js';
import { createIngredients } from '../../../../src/medications/ingredients/ingredients.js';
import { ingredientsTable, productsTable } from '../../../../src/medications/ingredients/schema.js';
import { createClasses } from '../../../../src/medications/knowledge/classes.js';
import { classesTable } from '../../../../src/medications/knowledge/schema.js';
import type { Taken } from '../../../../src/medications/taken.js';

export const ROOT = join(import.meta.dirname, '../../../../models/medication-knowledge');
export const readJson = (path: string): unknown =>
  JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

const classFiles = readdirSync(join(ROOT, 'classes')).filter((name) => name.endsWith('.json'));
export const classTable = Object.assign(
  {},
  ...classFiles.map((name) => classesTable.parse(readJson(`classes/${name}`))),
) as ReturnType<typeof classesTable.parse>;
export const classes = createClasses(classTable);

export const ingredientRows = ingredientsTable.parse(readJson('ingredients.json'));
const ingredients = createIngredients(
  ingredientRows,
  productsTable.parse(readJson('products.json')),
);

/** Names as a plain look-up finds them, without the reading of whole lines. */
export function resolve(name: string) {
  const [meaning] = ingredients.byName(name);
  return meaning && { ingredients: meaning.ingredients };
}

export const allergyTable = allergiesTable.parse(readJson('allergies.json'));
export const allergies = createAllergies(allergyTable, classes, resolve);

/** One line of a list: `insulin glargine`, with more where it matters. */
export function line(ingredient: string, at: number, more: Partial<Taken> = {}): Taken {
  return {
    ingredient,
    item: `medications.${at}`,
    proposed: false,
    systemic: true,
    together: [],
    ...more,
  };
}
