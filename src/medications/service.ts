import { type Clock, isoTime } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import { newId } from '../core/ids.js';
import { answer } from './answer.js';
import type { OpenedKnowledge } from './knowledge/open.js';
import { merge, ranked } from './merge.js';
import { decide } from './overlay/overlays.js';
import { type ProposedBy, readCase } from './read-case.js';
import type { MedicationsRequest, MedicationsResult } from './schema.js';

export interface MedicationsService {
  /**
   * @param proposedBy `knowledge` where each of the proposed is a name out of a package, and no more;
   *   else they are of the request
   * @throws AppError `validation_error` when a value of the patient cannot be or contradicts
   *   another, `model_unavailable` when no package of medication knowledge can be used
   */
  check(request: MedicationsRequest, proposedBy?: ProposedBy): MedicationsResult;
}

export interface MedicationsParts {
  /** The packages as they were opened; nothing before the appliance has started. */
  readonly opened: () => OpenedKnowledge | undefined;
  readonly clock: Clock;
}

const isProposed = (item: string) => item.startsWith('proposed.');

export function createMedicationsService({ opened, clock }: MedicationsParts): MedicationsService {
  return {
    check(request, proposedBy) {
      const { knowledge, overlays = [], missing = [] } = opened() ?? {};
      if (knowledge === undefined) {
        const message = 'No package of medication knowledge can be used.';
        throw new AppError('model_unavailable', message, { retryAfterSeconds: 60 });
      }
      const asked = readCase(request, knowledge, proposedBy);
      const { findings, notAssessed, uncovered, unresolvedAllergy } = knowledge.check(asked);
      const decided = decide(merge(findings, isProposed), overlays, knowledge.classes);
      return answer({
        id: newId('md'),
        createdAt: isoTime(clock()),
        asked,
        // What a hospital weighs otherwise takes another place in the list.
        findings: ranked(decided.findings, isProposed),
        suppressed: decided.suppressed,
        notAssessed: [...asked.notAssessed, ...notAssessed],
        uncovered,
        unresolvedAllergy,
        knowledge,
        overlays,
        missing,
      });
    },
  };
}
