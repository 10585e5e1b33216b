import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIngredients } from '../../../../src/medications/ingredients/ingredients.js';
import { ingredientsTable, productsTable } from '../../../../src/medications/ingredients/schema.js';
import { createMedicationReader } from '../../../../src/medications/names/read-request.js';
import {
  abbreviationsTable,
  directionsTable,
  lookAlikesTable,
  saltsTable,
} from '../../../../src/medications/names/schema.js';

const FOLDER = join(import.meta.dirname, '../../../../models/medication-knowledge');

export const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

export const tables = {
  abbreviations: abbreviationsTable.parse(readJson('abbreviations.json')),
  lookAlikes: lookAlikesTable.parse(readJson('look-alikes.json')),
  salts: saltsTable.parse(readJson('salts.json')),
  directions: directionsTable.parse(readJson('directions.json')),
};

export const ingredients = createIngredients(
  ingredientsTable.parse(readJson('ingredients.json')),
  productsTable.parse(readJson('products.json')),
);

export const reader = createMedicationReader(tables, ingredients);
export const { resolver } = reader;
