import { latest } from '../../patient-record/chart/fact.js';
import type { Findings } from '../finding.js';
import type { Classes } from '../knowledge/classes.js';
import type { Patient } from '../patient.js';
import { heaviest, type Severity } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { checkEntries, entriesByDrug, type Reading } from './entries.js';
import type { PregnancyEntry } from './schema.js';

export interface PregnancyCheck {
  /**
   * Returns drugs that are unsafe in pregnancy; none where the patient is not known to be pregnant.
   */
  check(taken: readonly TakenIngredient[], patient: Patient): Findings;
}

const STAKE: Readonly<Record<Severity, string>> = {
  contraindicated: 'Harm to the child: it must not be given.',
  major: 'Harm to the child is likely enough to avoid it or to change the plan.',
  moderate: 'Possible harm to the child: weigh it and monitor.',
  minor: 'Acceptable; harm is unlikely.',
};

interface Trimesters {
  readonly t1: Severity | null;
  readonly t2: Severity | null;
  readonly t3: Severity | null;
}

/** For an unknown trimester the worst of the three. */
function severityIn({ t1, t2, t3 }: Trimesters, trimester: 1 | 2 | 3 | undefined) {
  if (trimester !== undefined) return [t1, t2, t3][trimester - 1] ?? null;
  return heaviest([t1, t2, t3].filter((one) => one !== null)) ?? null;
}

export function createPregnancy(
  table: readonly PregnancyEntry[],
  classes: Classes,
): PregnancyCheck {
  const entries = entriesByDrug(table);
  return {
    check(taken, patient) {
      if (patient.pregnant !== true) return { findings: [], notAssessed: [] };
      if (latest(patient.chart, 'sex')?.value === 'M') {
        const reason = 'contradicts the sex, male: pregnancy was not assessed';
        return { findings: [], notAssessed: [{ what: 'patient.pregnant', reason }] };
      }
      const { trimester } = patient;
      const reading: Reading<PregnancyEntry> = {
        kind: 'pregnancy',
        state: trimester ? `in pregnancy, trimester ${trimester}` : 'in pregnancy',
        stake: STAKE,
        severityOf: (part) => severityIn(part, trimester),
        because: [
          trimester
            ? `the patient is pregnant, trimester ${trimester}`
            : 'the patient is pregnant; the trimester is not known, so the worst of the three counts',
        ],
      };
      return checkEntries(entries, reading, { patient, taken, matches: classes.matches }, classes);
    },
  };
}
