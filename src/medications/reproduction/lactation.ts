import type { Findings } from '../finding.js';
import type { Classes } from '../knowledge/classes.js';
import type { Patient } from '../patient.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { checkEntries, entriesByDrug, type Reading } from './entries.js';
import type { LactationEntry } from './schema.js';

export interface LactationCheck {
  /** Returns drugs that are unsafe while breastfeeding; none where breastfeeding is not known. */
  check(taken: readonly TakenIngredient[], patient: Patient): Findings;
}

const READING: Reading<LactationEntry> = {
  kind: 'lactation',
  state: 'while breastfeeding',
  stake: {
    contraindicated: 'Harm to the infant: it must not be given, or breastfeeding stops.',
    major: 'Harm to the infant is likely enough to choose another drug.',
    moderate: 'Possible effect on the infant or on the milk: weigh it and watch the infant.',
    minor: 'Acceptable; an effect on the infant is unlikely.',
  },
  severityOf: ({ severity }) => severity,
  because: ['the patient is breastfeeding'],
};

export function createLactation(
  table: readonly LactationEntry[],
  classes: Classes,
): LactationCheck {
  const entries = entriesByDrug(table);
  return {
    check(taken, patient) {
      if (patient.lactating !== true) return { findings: [], notAssessed: [] };
      return checkEntries(entries, READING, { patient, taken, matches: classes.matches }, classes);
    },
  };
}
