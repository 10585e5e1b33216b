import type { NameAsserter } from '../../patient-record/asserted-names.js';
import { createAge } from '../age/age.js';
import { type AllergyLine, createAllergies } from '../allergies/allergies.js';
import { explainSupposed } from '../ambiguous-names.js';
import { createContraindications } from '../conditions/contraindications.js';
import { whateverIsMeant } from '../doses/ambiguous.js';
import { createDoses, type Doses } from '../doses/doses.js';
import { createDuplicates } from '../duplicates/duplicates.js';
import type { Findings, NotAssessed } from '../finding.js';
import type { Interactions } from '../interactions/interactions.js';
import type { MedicationReader, PossibleMeanings } from '../names/read-request.js';
import { settleOverlaps } from '../overlap.js';
import type { Patient } from '../patient.js';
import { createQt } from '../qt/qt.js';
import { createLactation } from '../reproduction/lactation.js';
import { createPreconception } from '../reproduction/preconception.js';
import { createPregnancy } from '../reproduction/pregnancy.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import type { Classes } from './classes.js';
import { coveredIngredients } from './coverage.js';
import type { Tables } from './tables.js';

/** What the checks are given. */
export interface Case {
  readonly taken: readonly TakenIngredient[];
  /** What ambiguous names can mean. */
  readonly possible?: readonly PossibleMeanings[];
  readonly patient: Patient;
  readonly allergies: readonly AllergyLine[];
}

/** The result of all checks. */
export interface CaseFindings extends Findings {
  /** An allergy was not understood: it may forbid something on the list. */
  readonly unresolvedAllergy: boolean;
}

/** What the checks are built from besides the tables. */
export interface CheckParts {
  readonly classes: Classes;
  readonly interactions: Interactions;
  readonly medications: MedicationReader;
}

type Check = (taken: readonly TakenIngredient[], patient: Patient) => Findings;

const NOT_COVERED = 'no rule covers its interactions: the absence of alerts does not mean safe';

/** The drugs whose interactions with the others of a list no rule covers. */
export function uncoveredIn(
  taken: readonly TakenIngredient[],
  covered: ReadonlySet<string>,
): readonly TakenIngredient[] {
  // A single drug has no other to interact with.
  if (new Set(taken.map(({ item }) => item)).size <= 1) return [];
  return taken.filter(
    ({ systemic, ingredient, possible }) => systemic && !possible && !covered.has(ingredient),
  );
}

const notCovered = (uncovered: readonly TakenIngredient[]): readonly NotAssessed[] =>
  [...new Set(uncovered.map(({ ingredient }) => ingredient))].map((what) => ({
    what,
    reason: NOT_COVERED,
  }));

/** All checks of a list of medicines. */
export class Checks {
  readonly #interactions: Interactions;
  readonly #duplicates: ReturnType<typeof createDuplicates>;
  readonly #qt: ReturnType<typeof createQt>;
  readonly #allergies: ReturnType<typeof createAllergies>;
  readonly #doses: Doses;
  /** Checks whose findings overlap with none of the others. */
  readonly #others: readonly Check[];
  /** Ingredients with at least one rule about their interactions. */
  readonly #covered: ReadonlySet<string>;

  constructor(tables: Tables, { classes, interactions, medications }: CheckParts) {
    this.#interactions = interactions;
    this.#duplicates = createDuplicates(tables.duplicates, classes);
    this.#qt = createQt(tables.qt, classes);
    this.#allergies = createAllergies(tables.allergies, classes, medications.resolver.find);
    this.#doses = createDoses(tables, classes);
    this.#covered = coveredIngredients(tables, classes);
    this.#others = [
      createContraindications(tables.conditions, classes).check,
      createPregnancy(tables.pregnancy, classes).check,
      createLactation(tables.lactation, classes).check,
      createPreconception(tables.preconception, classes).check,
      createAge(tables.age, classes).check,
    ];
  }

  /** Runs every check; pure. The findings are unordered, and none repeats another. */
  run(
    { taken, possible = [], patient, allergies }: Case,
    language: NameAsserter | undefined,
  ): CaseFindings {
    const interactions = this.#interactions.check(taken, patient);
    // That a name can be a drug of the list does not make it doubled.
    const certain = taken.filter(({ possible }) => !possible);
    const duplicates = this.#duplicates.check(certain);
    const qt = this.#qt.check(taken, patient);
    const allergic = this.#allergies.check(taken, allergies, language);
    const doses = this.#doses.check(certain, patient);
    const others = [doses, ...this.#others.map((check) => check(taken, patient))];
    const ambiguous = possible.flatMap((one) =>
      whateverIsMeant(one, (meant) => this.#doses.check(meant, patient).findings),
    );
    const uncovered = uncoveredIn(taken, this.#covered);
    const settled = settleOverlaps(
      interactions.findings,
      [...duplicates.findings, ...qt.findings],
      duplicates.accepted,
    );
    return {
      findings: explainSupposed(
        [
          ...settled,
          ...allergic.findings,
          ...others.flatMap(({ findings }) => findings),
          ...ambiguous,
        ],
        taken,
      ),
      notAssessed: [
        ...notCovered(uncovered),
        ...[interactions, duplicates, qt, allergic, ...others].flatMap((one) => one.notAssessed),
      ],
      unresolvedAllergy: allergic.unresolved,
    };
  }
}
