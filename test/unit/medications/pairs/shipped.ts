import { createInteractions } from '../../../../src/medications/interactions/interactions.js';
import { Metabolism } from '../../../../src/medications/metabolism/metabolism.js';
import type { Patient } from '../../../../src/medications/patient.js';
import { heaviest, type Severity } from '../../../../src/medications/severity.js';
import type { TakenIngredient } from '../../../../src/medications/taken-ingredient.js';
import { asTaken, patient } from '../../../support/medication-case.js';
import { shippedClasses, tableOf } from '../../../support/medication-tables.js';

const metabolism = new Metabolism(tableOf('metabolism'), tableOf('metabolism_rules'));
const { check } = createInteractions(
  { pairs: tableOf('pairs'), counts: tableOf('counts'), compatible: tableOf('compatible') },
  shippedClasses(),
  (a, b) => metabolism.verdict(a, b),
);

/** The heaviest that all tables together say of these lines in this patient. */
export function saidOf(
  who: Patient,
  ...drugs: ReadonlyArray<string | TakenIngredient>
): Severity | undefined {
  return heaviest(check(drugs.map(asTaken), who).findings.map(({ severity }) => severity));
}

/** The same of drugs by mouth or by vein, of a patient unknown. */
export const said = (...drugs: string[]): Severity | undefined => saidOf(patient(), ...drugs);
