import { drugsOf } from '../drugs.js';
import type { Findings } from '../finding.js';
import type { Classes } from '../knowledge/classes.js';
import type { Patient } from '../patient.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { alertOfCount, alertsOfPairs, byAlert, pairStatement } from './alerts.js';
import { countedIn, covers } from './counts.js';
import { indexSides } from './rule-index.js';
import { addVerdicts, byClaim, capClaims, claimsOfRules, type VerdictOf } from './rule-matches.js';
import type { Compatible, CountRule, PairRule } from './schema.js';

export interface Interactions {
  /**
   * Returns the interactions of the drugs on the list: one alert for each rule that is the main
   * statement on a pair, naming all its drugs; statements of other rules are under `also`.
   */
  check(taken: readonly TakenIngredient[], patient: Patient): Findings;
}

export interface InteractionTables {
  readonly pairs: readonly PairRule[];
  readonly counts: readonly CountRule[];
  readonly compatible: readonly Compatible[];
}

/**
 * Builds the check.
 *
 * @param verdictOf interaction of two lines through enzymes and transporters
 */
export function createInteractions(
  tables: InteractionTables,
  classes: Classes,
  verdictOf: VerdictOf,
): Interactions {
  const rules = indexSides(tables.pairs, classes);
  const compatible = indexSides(tables.compatible, classes);

  return {
    check(taken, patient) {
      const drugs = drugsOf(taken);
      const context = { patient, taken, matches: classes.matches };
      const { claims, settled } = claimsOfRules(rules, drugs, context);
      addVerdicts(claims, settled, drugs, verdictOf);
      capClaims(claims, compatible, drugs);
      const counted = countedIn(tables.counts, drugs, classes, context);
      const all = [...claims.values()];
      const statements = all.flatMap((ofPair) => {
        const rest = ofPair.filter((claim) => !counted.some((count) => covers(count, claim)));
        return pairStatement(rest) ?? [];
      });
      const alerts = counted.map((count) => {
        const covered = all.flatMap((ofPair) =>
          ofPair
            .filter((claim) => covers(count, claim))
            .sort(byClaim)
            .slice(0, 1),
        );
        return alertOfCount(count, covered);
      });
      const findings = [...alertsOfPairs(statements), ...alerts].sort(byAlert);
      return { findings, notAssessed: [] };
    },
  };
}
