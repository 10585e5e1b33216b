import { groupBy } from '../../core/group.js';
import { createAdministrationCheck } from '../administration/administration.js';
import type { AdministrationRule } from '../administration/schema.js';
import type { Findings } from '../finding.js';
import type { Classes } from '../knowledge/classes.js';
import type { Patient } from '../patient.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { createDoseCheck } from './dose-check.js';
import { createKidneyCheck } from './kidney.js';
import { createLiverCheck } from './liver.js';
import { createNumberCheck } from './number-rules.js';
import type { DoseEntry, HepaticEntry, NumberRule, RenalEntry } from './schema.js';

export interface DoseTables {
  readonly doses: readonly DoseEntry[];
  readonly renal: readonly RenalEntry[];
  readonly hepatic: readonly HepaticEntry[];
  /** `labs.json` and `dose-circumstances.json`. */
  readonly numbers: readonly NumberRule[];
  /** Wrong routes, manners, rates and concentrations. */
  readonly administration: readonly AdministrationRule[];
}

/** Findings of the kinds dose, renal and hepatic, and contraindications by a number. */
export interface Doses {
  check(taken: readonly TakenIngredient[], patient: Patient): Findings;
}

function byIngredient<T extends { readonly ingredient: string }>(entries: readonly T[]) {
  const index = groupBy(entries, ({ ingredient }) => ingredient);
  return (ingredient: string): readonly T[] => index.get(ingredient) ?? [];
}

export function createDoses(tables: DoseTables, classes: Classes): Doses {
  const entriesOf = byIngredient(tables.doses);
  const hepatic = new Map(tables.hepatic.map((entry) => [entry.ingredient, entry]));
  const checks = [
    createDoseCheck(entriesOf, classes),
    createKidneyCheck(byIngredient(tables.renal), entriesOf, classes.matches),
    createLiverCheck((ingredient) => hepatic.get(ingredient), entriesOf),
    createNumberCheck(tables.numbers, classes),
    createAdministrationCheck(tables.administration, classes),
  ];
  return {
    check(taken, patient) {
      const all = checks.map((one) => one(taken, patient));
      return {
        findings: all.flatMap(({ findings }) => findings),
        notAssessed: all.flatMap(({ notAssessed }) => notAssessed),
      };
    },
  };
}
