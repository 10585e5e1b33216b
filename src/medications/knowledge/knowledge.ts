import type { NameAsserter } from '../../patient-record/asserted-names.js';
import { createAge } from '../age/age.js';
import type { AllergyLine } from '../allergies/allergies.js';
import { createAllergies } from '../allergies/allergies.js';
import { createContraindications } from '../conditions/contraindications.js';
import { type ConditionFinder, createConditionFinder } from '../conditions/find-conditions.js';
import { createDoses } from '../doses/doses.js';
import { createDrugWords, type DrugWords } from '../drug-words.js';
import { createDuplicates } from '../duplicates/duplicates.js';
import type { Finding, Findings } from '../finding.js';
import { createIngredients, type Ingredients } from '../ingredients/ingredients.js';
import { createInteractions, type Interactions } from '../interactions/interactions.js';
import { createMetabolism } from '../metabolism/metabolism.js';
import { createMedicationReader, type MedicationReader } from '../names/read-request.js';
import { settleOverlaps } from '../overlap.js';
import type { Patient } from '../patient.js';
import { createQt } from '../qt/qt.js';
import { createLactation } from '../reproduction/lactation.js';
import { createPreconception } from '../reproduction/preconception.js';
import { createPregnancy } from '../reproduction/pregnancy.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { type Classes, createClasses } from './classes.js';
import { coveredIngredients } from './coverage.js';
import { createSources, type Sources } from './sources.js';
import type { Tables } from './tables.js';

/** The result of all checks. */
export interface Case {
  readonly taken: readonly TakenIngredient[];
  readonly patient: Patient;
  readonly allergies: readonly AllergyLine[];
}

export interface CaseFindings extends Findings {
  /** Lines with a drug that no rule covers in combination with others: no alert means nothing. */
  readonly uncovered: readonly string[];
  /** An allergy was not understood: it may forbid something on the list. */
  readonly unresolvedAllergy: boolean;
}

/** The medication knowledge, prepared for checks. */
export interface MedicationKnowledge {
  readonly id: string;
  readonly version: string;
  readonly ingredients: Ingredients;
  readonly classes: Classes;
  readonly sources: Sources;
  readonly medications: MedicationReader;
  readonly conditions: ConditionFinder;
  readonly words: DrugWords;
  readonly interactions: Interactions;
  /**
   * Runs every check; pure. The findings are unordered, and none repeats another.
   *
   * @param language determines how a line of allergies speaks of what it names
   */
  check(input: Case, language: NameAsserter | undefined): CaseFindings;
}

const NOT_COVERED = 'no rule covers its interactions: the absence of alerts does not mean safe';

type Check = (taken: readonly TakenIngredient[], patient: Patient) => Findings;

/** Builds the indexes once; parts of the tables that are not needed are released. */
export function createKnowledge(
  { id, version }: { readonly id: string; readonly version: string },
  tables: Tables,
): MedicationKnowledge {
  const classes = createClasses(tables.classes);
  const ingredients = createIngredients(tables.ingredients, tables.products, tables.product_codes);
  const { abbreviations, salts, directions, look_alikes: lookAlikes } = tables;
  const names = { abbreviations, salts, directions, lookAlikes };
  const medications = createMedicationReader(names, ingredients);
  const metabolism = createMetabolism(tables.metabolism, tables.metabolism_rules);
  const interactions = createInteractions(tables, classes, metabolism.verdict);
  const duplicates = createDuplicates(tables.duplicates, classes);
  const qt = createQt(tables.qt, classes);
  const allergies = createAllergies(tables.allergies, classes, medications.resolver.find);
  const covered = coveredIngredients(tables, classes);
  const others: readonly Check[] = [
    createContraindications(tables.conditions, classes).check,
    createDoses(tables, classes).check,
    createPregnancy(tables.pregnancy, classes).check,
    createLactation(tables.lactation, classes).check,
    createPreconception(tables.preconception, classes).check,
    createAge(tables.age, classes).check,
  ];

  return {
    id,
    version,
    ingredients,
    classes,
    sources: createSources(tables.sources),
    medications,
    conditions: createConditionFinder(tables.conditions),
    words: createDrugWords(ingredients, tables.doses, abbreviations),
    interactions,
    check({ taken, patient, allergies: lines }, language) {
      const met = interactions.check(taken, patient);
      const [twice, long] = [duplicates.check(taken), qt.check(taken, patient)];
      const allergic = allergies.check(taken, lines, language);
      const results = others.map((check) => check(taken, patient));
      // A single drug has no other to interact with.
      const several = new Set(taken.map(({ item }) => item)).size > 1;
      const unknown = taken.filter(
        ({ systemic, ingredient }) => several && systemic && !covered.has(ingredient),
      );
      const findings: Finding[] = [
        ...settleOverlaps(met.findings, [...twice.findings, ...long.findings], twice.accepted),
        ...allergic.findings,
        ...results.flatMap((one) => one.findings),
      ];
      const all = [met, twice, long, allergic, ...results];
      return {
        findings,
        notAssessed: [
          ...[...new Set(unknown.map(({ ingredient }) => ingredient))].map((what) => ({
            what,
            reason: NOT_COVERED,
          })),
          ...all.flatMap(({ notAssessed }) => notAssessed),
        ],
        uncovered: [...new Set(unknown.map(({ item }) => item))],
        unresolvedAllergy: allergic.unresolved,
      };
    },
  };
}
