import type { NameAsserter } from '../../patient-record/asserted-names.js';
import { ConditionFinder } from '../conditions/find-conditions.js';
import { createDrugWords, type DrugWords } from '../drug-words.js';
import { createIngredients, type Ingredients } from '../ingredients/ingredients.js';
import { createInteractions, type Interactions } from '../interactions/interactions.js';
import { Metabolism } from '../metabolism/metabolism.js';
import { createMedicationReader, type MedicationReader } from '../names/read-request.js';
import { type Case, type CaseFindings, Checks } from './checks.js';
import { type Classes, createClasses } from './classes.js';
import { createSources, type Sources } from './sources.js';
import type { Tables } from './tables.js';

function interactionsOf(tables: Tables, classes: Classes): Interactions {
  const metabolism = new Metabolism(tables.metabolism, tables.metabolism_rules);
  return createInteractions(tables, classes, (a, b) => metabolism.verdict(a, b));
}

function readerOf(tables: Tables, ingredients: Ingredients): MedicationReader {
  const { abbreviations, salts, combinations, directions, look_alikes: lookAlikes } = tables;
  const indications = tables.conditions.flatMap(({ name, synonyms }) => [name, ...synonyms]);
  const names = { abbreviations, salts, combinations, directions, lookAlikes };
  return createMedicationReader(names, ingredients, indications);
}

/**
 * The medication knowledge, prepared for checks: indexes are built once, and parts of the tables
 * that are not needed are released.
 */
export class MedicationKnowledge {
  readonly id: string;
  readonly version: string;
  readonly ingredients: Ingredients;
  readonly classes: Classes;
  readonly sources: Sources;
  readonly medications: MedicationReader;
  readonly conditions: ConditionFinder;
  readonly words: DrugWords;
  readonly interactions: Interactions;
  readonly #checks: Checks;

  constructor({ id, version }: { readonly id: string; readonly version: string }, tables: Tables) {
    this.id = id;
    this.version = version;
    this.classes = createClasses(tables.classes);
    this.ingredients = createIngredients(tables.ingredients, tables.products, tables.product_codes);
    this.sources = createSources(tables.sources);
    this.medications = readerOf(tables, this.ingredients);
    this.conditions = new ConditionFinder(tables.conditions);
    this.words = createDrugWords(this.ingredients, tables.doses, tables.abbreviations);
    this.interactions = interactionsOf(tables, this.classes);
    this.#checks = new Checks(tables, this);
  }

  /**
   * Runs every check; pure. The findings are unordered, and none repeats another.
   *
   * @param language determines how a line of allergies speaks of what it names
   */
  check(input: Case, language: NameAsserter | undefined): CaseFindings {
    return this.#checks.run(input, language);
  }
}
