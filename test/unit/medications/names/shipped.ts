import { createMedicationReader } from '../../../../src/medications/names/read-request.js';
import { shippedIngredients, tableOf } from '../../../support/medication-tables.js';

export const tables = {
  abbreviations: tableOf('abbreviations'),
  lookAlikes: tableOf('look_alikes'),
  salts: tableOf('salts'),
  directions: tableOf('directions'),
};
export const ingredients = shippedIngredients();
export const reader = createMedicationReader(tables, ingredients);
export const { resolver } = reader;
